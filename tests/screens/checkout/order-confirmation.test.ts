import { describe, expect, it } from 'vitest';
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
});
