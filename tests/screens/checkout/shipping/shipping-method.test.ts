import { describe, expect, it } from 'vitest';
import { stepAt } from '../step-at.ts';

describe('the screen of all days and hours', () => {
  it('lists every way by day and hour with its price', async () => {
    const { text } = await stepAt('checkout.method', 'delivered');
    expect(text).toContain('Todos os dias e horários');
    expect(text).toContain('Domingo, 22 de novembro');
    expect(text).toContain('9h às 12h R$ 8,00');
    expect(text).toMatch(/Retirar .*Grátis/);
    expect(text).toContain('Usar este horário');
  });
});
