import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the screen that asks whose cart it is', () => {
  it('shows what is kept and what it costs, and leads to a code by SMS or e-mail', async () => {
    const { text, html } = await screenAt(
      'app.unauthenticatedCartAccess',
      {},
      { who: { who: 'visitor', lines: 2 } },
    );
    expect(text).toContain('Para quem é o pedido?');
    expect(text).toContain('Seu carrinho está guardado R$ 20,00 2 itens, sem a entrega.');
    expect(html).toMatch(/href="\/login\/phone\/verification"[^>]*>.*?Receber código por SMS/);
    expect(html).toMatch(/href="\/login\/email\/verification"[^>]*>.*?Receber código por e-mail/);
    expect(html).toMatch(/href="\/lead\?for=guest"[^>]*>.*?Continuar sem conta/);
    expect(html).not.toContain('Entrar com');
  });
  it('offers another account where the store has one', async () => {
    const sso = [{ id: 'conta', label: 'Entrar com a Conta' }];
    const who = { who: 'visitor', lines: 2 } as const;
    const { html } = await screenAt('app.unauthenticatedCartAccess', {}, { who, tenant: { sso } });
    expect(html).toMatch(/<button[^>]*>.*?Entrar com a Conta/);
  });
});
