import { describe, expect, it } from 'vitest';
import { ApiProblem } from '#contract/problem.ts';
import { NOW } from '../../machines/samples.ts';
import { lock, uuid } from '../../support/samples.ts';
import { stepAt } from './step-at.ts';

const pressed = ['checkout', { type: 'order.submitted', attempt: uuid(9), at: NOW }] as const;

describe('the last look', () => {
  it('shows what is reserved and until when, to whom, how it is paid, the total and the terms', async () => {
    const { text, html } = await stepAt('checkout.confirmation', 'pix', [
      ['cart', { type: 'changes.acknowledged' }],
    ]);
    expect(text).toContain('Maria da Silva · Avenida Paulista, 1000, Bela Vista Alterar');
    expect(text).toContain('Pix Você paga depois de finalizar Alterar');
    expect(text).toContain('Confira e finalize 15:00 restam Produtos e preços reservados Até 9h15.');
    expect(text).toContain('Total R$ 49,90 Ao finalizar, você concorda com os termos da loja');
    expect(html).toMatch(/<button[^>]*>.*Finalizar pedido/);
  });
  it('says in how many parcels a card is charged, as the server has them for the held sum', async () => {
    const { text } = await stepAt('checkout.confirmation', 'card');
    expect(text).toContain('Cartão 3x de R$ 10,00. Total R$ 30,00, sem juros Alterar');
  });
  it('names a price that changed on the way, which an answer told the cart, so that no hold is refused for it', async () => {
    // It was put into the cart for 9,90; the server's word of the cart says 10,00.
    const { text } = await stepAt('checkout.confirmation', 'pix');
    expect(text).toContain('Confira e finalize O preço de Item 1 mudou: de R$ 9,90 para R$ 10,00. 15:00');
  });
  it('asks nobody for money, and promises no code to pay, where nothing is to be paid', async () => {
    const free = { ...lock, totals: { ...lock.totals, couponDiscount: lock.totals.total, total: 0 } };
    const ports = { lock: () => ({ lock: free, at: NOW }), placeOrder: () => new Promise(() => {}) };
    const { text } = await stepAt('checkout.confirmation', 'pix', [], ports);
    expect(text).toContain('Não falta pagar nada Alterar');
    expect(text).toContain('Não há nada a pagar Total');
    const placing = await stepAt('checkout.confirmation', 'pix', [pressed], ports);
    expect(placing.text).toContain('Estamos fazendo o seu pedido Leva poucos segundos.');
    expect(placing.text).not.toMatch(/para pagar|saldo paga/);
  });
  it('asks for a code where a saved card needs one, and loses nothing of the order', async () => {
    const { text } = await stepAt('checkout.confirmation', 'card', [pressed], {
      beginCard: () => Promise.reject(new ApiProblem('FRESH_PROOF')),
    });
    expect(text).toContain(
      'Confirme que é você Para usar um cartão guardado, digite o código que enviamos para',
    );
    expect(text).toContain('Digite o código para continuar.');
  });
  it('asks for one where much money of a wallet pays, and says so', async () => {
    const { text } = await stepAt('checkout.confirmation', 'pixAndWallet', [pressed], {
      placeOrder: () => Promise.reject(new ApiProblem('FRESH_PROOF')),
    });
    expect(text).toContain('Confirme que é você Para usar o seu saldo, digite o código que enviamos para');
  });
});
