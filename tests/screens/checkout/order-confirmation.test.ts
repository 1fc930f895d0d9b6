import { describe, expect, it } from 'vitest';
import { ApiProblem } from '#contract/problem.ts';
import { NOW } from '../../machines/samples.ts';
import { uuid } from '../../support/samples.ts';
import { stepAt } from './step-at.ts';

describe('the last look', () => {
  it('shows what is reserved and until when, to whom, how it is paid, the total and the terms', async () => {
    const { text, html } = await stepAt('checkout.confirmation', 'pix');
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
  it('asks for a code where a saved card needs one, and loses nothing of the order', async () => {
    const { text } = await stepAt(
      'checkout.confirmation',
      'card',
      [['checkout', { type: 'order.submitted', attempt: uuid(9), at: NOW }]],
      { beginCard: () => Promise.reject(new ApiProblem('FRESH_PROOF')) },
    );
    expect(text).toContain(
      'Confirme que é você Para usar um cartão guardado, digite o código que enviamos para',
    );
    expect(text).toContain('Digite o código para continuar.');
  });
});
