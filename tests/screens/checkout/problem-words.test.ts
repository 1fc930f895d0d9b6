import { describe, expect, it } from 'vitest';
import { problemText } from '#screens/checkout/problem-words.ts';

describe('a refusal of the shop in the checkout', () => {
  it('is told by its detail when it is a lock’s', () => {
    expect(problemText({ code: 'LOCK', detail: 'WINDOW', title: 'x' })).toContain('lotar');
    expect(problemText({ code: 'LOCK', detail: 'WINDOW_PAST', title: 'x' })).toContain('já passou');
    expect(problemText({ code: 'LOCK', detail: 'AREA', title: 'x' })).toContain('não entrega');
  });
  it('says that nothing was charged when a way of paying is gone', () => {
    expect(problemText({ code: 'PAYMENT_METHOD', title: 'x' })).toContain('Nada foi cobrado');
  });
  it('falls back on the shop’s own words', () => {
    expect(problemText({ code: 'FAILED', title: 'Algo falhou.' })).toBe('Algo falhou.');
  });
});
