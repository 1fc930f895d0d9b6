import { describe, expect, it } from 'vitest';
import { problems } from '#contract/problem-list.ts';
import { problemText } from '#screens/checkout/problem-words.ts';

describe('a refusal of the shop in the checkout', () => {
  it('is told by its detail when it is a lock’s', () => {
    expect(problemText({ code: 'LOCK', detail: 'WINDOW', title: 'x' })).toContain('lotar');
    expect(problemText({ code: 'LOCK', detail: 'WINDOW_PAST', title: 'x' })).toContain('já passou');
    expect(problemText({ code: 'LOCK', detail: 'AREA', title: 'x' })).toContain('não entrega');
  });
  it('says of a time that is gone no more than the shop does', () => {
    expect(problemText({ code: 'WINDOW', title: 'x' })).toMatch(/já passou ou lotou\. Escolha outro/);
    // Of an order that is paid again there is no other to choose.
    expect(problems.WINDOW.title).toBe('Este horário já passou ou lotou.');
  });
  it('says that nothing was charged when a way of paying is gone', () => {
    expect(problemText({ code: 'PAYMENT_METHOD', title: 'x' })).toContain('Nada foi cobrado');
  });
  it('falls back on the shop’s own words', () => {
    expect(problemText({ code: 'STOCK', title: 'Acabou.' })).toBe('Acabou.');
    expect(problemText({ code: 'FAILED' })).toBe('Algo falhou do nosso lado. Nada foi cobrado.');
    expect(problemText({ code: 'NETWORK' })).toBe('A loja não respondeu. Tente de novo.');
  });
});
