import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { parseReais, typedReais } from '#domain/money/typed-amount.ts';
import { StrayAnswer, confirmAnswer, localOf, pauseAnswer } from '#domain/ops/answers.ts';

/** What is sent, or the first that is wrong with each field, as a form says it. */
const first = (schema: v.GenericSchema, typed: unknown) => {
  const parsed = v.safeParse(schema, typed);
  return parsed.success
    ? parsed.output
    : Object.fromEntries(parsed.issues.toReversed().map((issue) => [v.getDotPath(issue), issue.message]));
};

describe('what staff types about money', () => {
  const typed = { endToEndId: `E${'1'.repeat(31)}`, amount: '56,15', paidAt: '2026-11-26T09:30' };
  const of = (more: object, due = 5_615) => first(confirmAnswer(cents(due)), { ...typed, ...more });

  it('is the amount of the statement as people write it, and the time of São Paulo’s clock', () => {
    const sent = { ...typed, amount: 56.15, paidAt: '2026-11-26T09:30:00-03:00' };
    for (const amount of ['56,15', ' R$ 56,15 ', '56.15']) expect(of({ amount })).toEqual(sent);
    expect(of({ amount: '1.234,5' }, 123_450)).toMatchObject({ amount: 1_234.5 });
    expect(localOf(sent.paidAt)).toBe(typed.paidAt);
  });
  it('is said at its field while it is missing, no amount, or another one', () => {
    expect(of({ amount: ' ', paidAt: '' })).toEqual({
      amount: 'Diga o valor que está no extrato.',
      paidAt: 'Diga o dia e a hora.',
    });
    expect(of({ amount: '56,1x' })).toEqual({ amount: 'Escreva o valor assim: 56,15.' });
    expect(of({ amount: '56,14' })).toEqual({
      amount: 'O pedido espera R$\u{a0}56,15. Outro valor não paga este pedido.',
    });
    expect(of({ endToEndId: 'D123' })).toEqual({ endToEndId: expect.stringMatching(/^São 32 letras/) });
  });
  it('comes back to its field as it is read', () => {
    for (const amount of [1, 10, 5_615, 123_450, 100_000_000])
      expect(parseReais(typedReais(cents(amount)))).toBe(amount);
  });
  it('asks of stray money only what its outcome needs', () => {
    const nothing = { orderCode: '', returnId: '', at: '', reason: '' };
    const missing = (kind: string) =>
      Object.keys(first(StrayAnswer, { ...nothing, kind }) as object).toSorted();
    expect(missing('order')).toEqual(['orderCode', 'reason']);
    expect(missing('returned')).toEqual(['at', 'reason', 'returnId']);
    expect(missing('absent')).toEqual(['reason']);
  });
});

describe('what staff pauses', () => {
  it('is one of what may be, for a reason, with an end or without', () => {
    const of = (more: object) =>
      first(pauseAnswer(['hub 1']), { target: 'hub 1', reason: 'Chuva', until: '', ...more });
    expect(of({})).toEqual({ target: 'hub 1', reason: 'Chuva', until: null });
    expect(of({ until: '2026-11-26T18:00' })).toMatchObject({ until: '2026-11-26T18:00:00-03:00' });
    expect(of({ target: 'hub 2', reason: ' ' })).toEqual({
      target: 'Escolha o que para.',
      reason: 'Escreva o motivo.',
    });
  });
});
