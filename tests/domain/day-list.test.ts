import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MoneyWay } from '#contract/ops/money-days.ts';
import { cents } from '#contract/money.ts';
import { dayList } from '#domain/money/day-list.ts';

const from = Date.parse('2026-11-20T00:00:00Z');
const movement = fc.record({
  at: fc.integer({ min: from, max: from + 5 * 86_400_000 }),
  way: fc.constantFrom(...MoneyWay.options),
  side: fc.constantFrom('in' as const, 'out' as const),
  amount: fc.integer({ min: 1, max: 9_999_999 }).map(cents),
});
const added = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

describe('the list of money by day', () => {
  it('adds up to its movements to the cent: each is in one row of one day', () => {
    fc.assert(
      fc.property(fc.array(movement), (movements) => {
        const days = dayList(movements);
        for (const side of ['in', 'out'] as const) {
          const all = added(movements.filter((one) => one.side === side).map(({ amount }) => amount));
          expect(added(days.map((day) => day[side]))).toBe(all);
          expect(added(days.flatMap(({ rows }) => rows.map((row) => row[side])))).toBe(all);
        }
        const dates = days.map(({ date }) => date);
        expect(dates).toEqual([...new Set(dates)].toSorted().toReversed());
        for (const { rows } of days) expect(new Set(rows.map(({ way }) => way)).size).toBe(rows.length);
      }),
    );
  });
  it('ends a day at midnight of São Paulo', () => {
    const at = (instant: string) =>
      ({ at: Date.parse(instant), way: 'PIX', side: 'in', amount: cents(100) }) as const;
    expect(
      dayList([at('2026-11-21T02:59:59.999Z'), at('2026-11-21T03:00:00Z')]).map(({ date }) => date),
    ).toEqual(['2026-11-21', '2026-11-20']);
  });
});
