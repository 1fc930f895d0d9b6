import { describe, expect, it } from 'vitest';
import { type Visit, screenAt } from '../screen-at.tsx';

describe('the cart screen', () => {
  it('shows each line with its campaign and price, the sum without delivery, and the way on', async () => {
    const { text, html } = await screenAt('app.cart', {}, { who: { lines: 2, who: 'visitor' } });
    expect(text).toMatch(/Feira Item 1 .*R\$ 20,00 .*Resumo Produtos \(2 itens\) R\$ 20,00/);
    expect(text).toContain('Entrega A calcular Total sem entrega R$ 20,00');
    expect(html).toMatch(/<button[^>]*>.*Continuar/);
    expect(html).toContain('aria-label="Esvaziar o carrinho"');
  });
  it('offers one step to who has ordered here, and the usual ones under it; to nobody else', async () => {
    const cart = async (who: Visit['who'], ports: Visit['ports'] = {}) =>
      (await screenAt('app.cart', {}, { who: { lines: 2, ...who }, ports })).text;
    expect(await cart({})).toMatch(/R\$ 20,00 Comprar em 1 passo Escolher de novo$/);
    const unordered = () => ({ orders: [], page: 0, totalPages: 0 });
    for (const text of [await cart({}, { loadOrders: unordered }), await cart({ who: 'visitor' })]) {
      expect(text).toMatch(/R\$ 20,00 Continuar$/);
      expect(text).not.toMatch(/1 passo|de novo/);
    }
  });
  it('leads to the products while there is nothing in it', async () => {
    const { text, html } = await screenAt('app.cart', {}, { who: { lines: 0 } });
    expect(text).toContain('Seu carrinho está vazio');
    expect(text).not.toContain('Continuar');
    expect(html).toMatch(/<main.*<a [^>]*href="\/(?:home)?"/s);
  });
});
