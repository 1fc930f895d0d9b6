import { changesBetween } from '../changes.ts';
import { type ChartFacts, holds } from '../facts.ts';
import type { Former } from '../former.ts';

/** What of a chart changed since a revision: whether somebody who comes to these states meets it. */
export interface Changed {
  since: string;
  isMet: (states: readonly string[]) => boolean;
}

/** @returns null where nothing of the chart changed that can be met */
export function changedOf(former: Former | null, chart: ChartFacts): Changed | null {
  if (former === null) return null;
  const before = former.charts.filter(({ id }) => id === chart.id);
  const [change] = changesBetween(before, [chart]);
  if (!change || change.kind === 'removed') return null;
  const { since } = former;
  if (change.kind === 'added') return { since, isMet: () => true };
  const changed = change.changes.flatMap(({ at }) => (at === undefined || at === '' ? [] : [at]));
  if (changed.length === 0) return null;
  return { since, isMet: (states) => states.some((path) => changed.some((one) => holds(one, path))) };
}
