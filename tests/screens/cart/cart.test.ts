import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the cart screen', () => {
  it('shows each line with its campaign and price, the sum without delivery, and the way on', async () => {
    const { text, html } = await screenAt('app.cart', {}, { who: { lines: 2 } });
    expect(text).toMatch(/Feira Item 1 .*R\$ 20,00 .*Resumo Produtos \(2 itens\) R\$ 20,00/);
    expect(text).toContain('Entrega A calcular Total sem entrega R$ 20,00');
    expect(html).toMatch(/<button[^>]*>.*Continuar/);
    expect(html).toContain('aria-label="Esvaziar o carrinho"');
  });
  it('leads to the products while there is nothing in it', async () => {
    const { text, html } = await screenAt('app.cart', {}, { who: { lines: 0 } });
    expect(text).toContain('Seu carrinho está vazio');
    expect(text).not.toContain('Continuar');
    expect(html).toMatch(/<main.*<a [^>]*href="\/(?:home)?"/s);
  });
});
