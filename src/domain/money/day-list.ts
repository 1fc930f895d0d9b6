import type { MoneyWay } from '#contract/ops/money-days.ts';
import type { Cents } from '#contract/money.ts';
import { wallTime } from '#domain/place/zone.ts';
import { sum } from './money.ts';

/** Money that came in or went out at an instant (epoch ms). */
export interface Movement {
  at: number;
  way: MoneyWay;
  side: 'in' | 'out';
  amount: Cents;
}
interface Sums {
  in: Cents;
  out: Cents;
}
export interface DayOfMoney extends Sums {
  date: string;
  rows: ({ way: MoneyWay } & Sums)[];
}

const sumsOf = (movements: readonly Movement[]): Sums => ({
  in: sum(movements.filter(({ side }) => side === 'in').map(({ amount }) => amount)),
  out: sum(movements.filter(({ side }) => side === 'out').map(({ amount }) => amount)),
});
/** Movements by the key that each has, in the order in which the keys first come. */
function grouped<K>(movements: readonly Movement[], keyOf: (one: Movement) => K): [K, Movement[]][] {
  const groups = new Map<K, Movement[]>();
  for (const one of movements) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return [...groups];
}

/**
 * What came and went by day of São Paulo, the newest first, and by way. Every movement is in exactly one row.
 * Source: operator study, §5.
 */
export const dayList = (movements: readonly Movement[]): DayOfMoney[] =>
  grouped(movements, ({ at }) => wallTime(at).date)
    .map(([date, ofDay]) => ({
      date,
      ...sumsOf(ofDay),
      rows: grouped(ofDay, ({ way }) => way)
        .map(([way, ofWay]) => ({ way, ...sumsOf(ofWay) }))
        .toSorted((a, b) => a.way.localeCompare(b.way)),
    }))
    .toSorted((a, b) => b.date.localeCompare(a.date));
