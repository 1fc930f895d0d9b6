import { LEAVINGS, STOOD } from '#contract/measurement.ts';
import type { FunnelState } from '#contract/ops/funnel.ts';

/**
 * Less often than this nothing is told of a cause or of a time: nobody can be recognised in it. Source: decision 157.
 */
export const FEWEST = 5;

/** The step of the scale in which a time lies. @param ms what a clock that was put back says is nothing */
export function stoodStep(ms: number): number {
  const at = STOOD.findIndex((end) => ms <= end * 1_000);
  return at < 0 ? STOOD.length : at;
}

/**
 * The step in which the middle of all times lies; of an even number the earlier of both middles.
 * @param counts of each step of the scale
 * @returns seconds; null where there are fewer than `FEWEST`
 */
export function medianOf(counts: readonly number[]): FunnelState['median'] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all < FEWEST) return null;
  let seen = 0;
  const step = counts.findIndex((count) => (seen += count) >= all / 2);
  return { from: step === 0 ? 0 : (STOOD[step - 1] ?? 0), to: STOOD[step] ?? null };
}

/** Whether a cause is no answer of the chart: the person left it. */
export const isLoss = (event: string): boolean => LEAVINGS.some((one) => one === event);
/** How often a purchase ended in a state without an answer of its chart, as far as it is told. */
export const lossesOf = ({ causes }: Pick<FunnelState, 'causes'>): number =>
  causes.filter(({ event }) => isLoss(event)).reduce((sum, { count }) => sum + count, 0);

/** What was counted of the states of a chart, by state. */
export interface FunnelCounts {
  entered: ReadonlyMap<string, number>;
  left: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** of each step of the scale */
  stood: ReadonlyMap<string, readonly number[]>;
}

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** What is told of each state: those with most losses first, then those that most came to. */
export function funnelOf({ entered, left, stood }: FunnelCounts): FunnelState[] {
  const states = [...new Set([...entered.keys(), ...left.keys()])].map((state): FunnelState => {
    const causes = [...(left.get(state) ?? [])].map(([event, count]) => ({ event, count }));
    const told = causes.filter(({ count }) => count >= FEWEST);
    return {
      state,
      entries: entered.get(state) ?? 0,
      exits: causes.reduce((sum, { count }) => sum + count, 0),
      median: medianOf(stood.get(state) ?? []),
      causes: told.sort((a, b) => b.count - a.count || byName(a.event, b.event)),
      isShort: told.length < causes.length,
    };
  });
  return states.sort(
    (a, b) => lossesOf(b) - lossesOf(a) || b.entries - a.entries || byName(a.state, b.state),
  );
}
