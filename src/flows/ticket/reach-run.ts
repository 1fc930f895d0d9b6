import { shippedChart } from '../charts.ts';
import { pathSamplesOf } from '../paths/path-samples.ts';
import type { Ran } from './opened.ts';
import { Reach, type Reached } from './reach.ts';

/** So long the page waits for a slice of the search, ms. */
const SLICE = 20;
const pause = () => new Promise((done) => setTimeout(done));
const known = new Map<string, Reach>();

/** A run that comes to where a chart of a ticket was; null where not even a beginning is known. */
export async function reachOf({ chart, states, steps }: Ran, signal: AbortSignal): Promise<Reached | null> {
  const reach = known.get(chart) ?? new Reach(shippedChart(chart).machine, await pathSamplesOf(chart));
  known.set(chart, reach);
  const look = reach.to(states, steps);
  while (!signal.aborted) {
    for (const end = performance.now() + SLICE; performance.now() < end; ) {
      const next = look.next();
      if (next.done) return next.value;
    }
    await pause();
  }
  return null;
}
