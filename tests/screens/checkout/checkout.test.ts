import { describe, expect, it } from 'vitest';
import { stepAt } from './step-at.ts';

describe('the delivery step', () => {
  it('shows the address, the ways to receive with their prices, who receives, and what is bought', async () => {
    const { text } = await stepAt('checkout.shipping', 'addressed');
    expect(text).toContain('Como você quer receber? Entrega Retirada Avenida Paulista, 1000');
    expect(text).toContain('Hoje R$ 10,00');
    expect(text).toContain('Maria da Silva recebe');
    expect(text).toMatch(/Seu pedido .*Item 1 2 × un R\$ 20,00/);
    expect(text).toContain('Ir para pagamento');
  });
});
