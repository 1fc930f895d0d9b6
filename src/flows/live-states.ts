import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { runningAt } from '#machines/book/live.machine.ts';
import type { LiveActor } from './history.ts';

/** States with those that hold them, but for the chart itself. */
export const withHolders = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => path.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.')));

/** The states in which a chart is, and those in which it was before: all of its running copies together. */
export function useLiveStates(
  live: LiveActor,
  chart: string,
): { active: ReadonlySet<string>; passed: ReadonlySet<string> } {
  const context = useSelector(live, (snapshot) => snapshot.context);
  return useMemo(() => {
    const { steps, at } = context;
    const now = runningAt(context).filter((one) => one.chart === chart);
    const before = steps.slice(0, at === null ? undefined : at + 1).filter((step) => step.chart === chart);
    return {
      active: new Set(withHolders(now.flatMap(({ active }) => active))),
      passed: new Set(withHolders(before.flatMap(({ from, to }) => [...from, ...to]))),
    };
  }, [context, chart]);
}

/** The events that the running copies of a chart accept where they are now. */
export function acceptedBy(
  states: readonly { path: string; transitions: readonly { on: string }[] }[],
  active: ReadonlySet<string>,
): string[] {
  const names = states
    .filter(({ path }) => path === '' || active.has(path))
    .flatMap(({ transitions }) => transitions.map(({ on }) => on))
    // What comes by itself has words with spaces; a wildcard is no event.
    .filter((on) => !on.includes(' ') && !on.includes('*') && on !== 'terminou');
  return [...new Set(names)].sort();
}
