import { describe, expect, it } from 'vitest';
import { lastOrders } from '#tests/machines/checkout/checkout.review.ts';
import { cartUuid } from '../../machines/samples.ts';
import { cardMethod, fault, quote } from '../../support/samples.ts';
import { type Visit, screenAt } from '../screen-at.tsx';

/** The review of a client with two things in the cart, who has decided nothing about it. */
const review = (last: object, ports: Visit['ports'] = {}, more: Partial<Visit> = {}) =>
  screenAt(
    'checkout.review',
    {},
    { who: { lines: 2, draft: 'empty' }, ports: { lastOrder: () => last, ...ports }, ...more },
  );

describe('the review of a known buyer', () => {
  it('says where, when, to whom and how it is paid, as in the last order, each with its way to change it', async () => {
    const { text, html, address } = await review(lastOrders.express);
    expect(address).toBe('/checkout/review');
    expect(text).toContain('Comprar em 1 passo Preparamos como da última vez. Confira e finalize.');
    expect(text).toContain('Entrega Hoje Avenida Paulista, 1000, Bela Vista Alterar');
    expect(text).toContain('Quem recebe Maria da Silva (11) 98765-4321 Alterar');
    expect(text).toContain('Pagamento Pix Você paga depois de finalizar Alterar');
    expect(html).toMatch(/<button[^>]*>.*Finalizar pedido/);
    for (const step of ['checkout', 'payment']) expect(html).toContain(`href="/cart/${cartUuid}/${step}"`);
  });
  it('says what the server asks for all of it, the delivery and what the way of paying takes off', async () => {
    // Written at once, and priced with what was taken over.
    const { text } = await review(lastOrders.express, {}, { taps: [['cart', { type: 'restored' }]] });
    expect(text).toContain('Produtos (2 itens) R$ 20,00 Entrega em Bela Vista R$ 10,00 Total R$ 49,90');
    expect(text).toContain('Total com entrega R$ 49,90 Finalizar pedido');
    expect(text).toContain('O preço de Item 1 mudou: de R$ 9,90 para R$ 10,00.');
  });
  it('takes the next hour like that of the last order', async () => {
    const { text } = await review(lastOrders.morning);
    expect(text).toContain('Entrega Dom., 22 de nov., 9h às 12h');
  });
  it('chooses no other hour for the person: says why, and offers the nearest in place', async () => {
    const { text, html } = await review(lastOrders.evening);
    expect(text).toContain('Uma coisa mudou desde o último pedido.');
    expect(text).toContain('Entrega Avenida Paulista, 1000, Bela Vista Alterar');
    expect(text).toContain('Das 15h às 18h não há vaga agora. Escolha outro horário:');
    expect(text).toContain('Dom., 22 de nov., 9h às 12h R$ 8,00 Ver todos os dias e horários');
    expect(text).toContain('Escolha o dia e a hora. Total sem entrega');
    expect(html).not.toMatch(/type="radio"[^>]*checked/);
  });
  it('says in how many parcels a card is charged', async () => {
    const { text } = await review(lastOrders.card, { paymentMethods: () => [cardMethod()] });
    expect(text).toContain('Pagamento Cartão 2x de R$ 15,00.');
  });
  it.each([
    [
      'an address outside',
      lastOrders.express,
      { quote: () => ({ ...quote, options: quote.options.filter(({ type }) => type === 'PICKUP') }) },
      'A loja não entrega neste endereço. Diga outro ou retire: o resto está guardado.',
      '/checkout',
    ],
    [
      'a way that is gone',
      lastOrders.gone,
      {},
      'O jeito de receber do seu último pedido não vale para este.',
      '/checkout',
    ],
    [
      'a way to pay that is gone',
      lastOrders.wallet,
      {},
      'A forma de pagar do seu último pedido não vale para este.',
      '/payment',
    ],
  ] as const)('leads from %s to the step, with the reason', async (_, last, ports, reason, step) => {
    const { text, address } = await review(last, ports);
    expect(address).toBe(`/cart/${cartUuid}${step}`);
    expect(text).toContain(reason);
  });
  it('leads whoever has no account by the usual steps', async () => {
    const { text, address } = await review(lastOrders.express, {}, { who: { who: 'guest', lines: 2 } });
    expect(address).toBe(`/cart/${cartUuid}/checkout`);
    expect(text).toContain('Comprar em 1 passo vale a partir do segundo pedido.');
  });
  it('says without an answer what is kept, and the way by the usual steps', async () => {
    const { text, html } = await review(lastOrders.express, { quote: () => Promise.reject(fault.error) });
    expect(text).toContain('Já estamos tentando de novo; a revisão aparece aqui.');
    expect(text).toContain('Seu carrinho');
    expect(html).toMatch(new RegExp(`href="/cart/${cartUuid}/checkout"[^>]*>.*Escolher de novo`));
  });
});
