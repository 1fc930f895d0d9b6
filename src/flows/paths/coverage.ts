import { type ChartFacts, above, keyOf } from '../facts.ts';
import { withHolders } from '../live-states.ts';
import type { ChartPath } from './choose.ts';
import { type Goal, type GoalFacts, goalOf, goalsOf, isUnmet, stateOf, unmetOf } from './goal.ts';

/** So many of all. */
interface Share {
  seen: number;
  all: number;
}
/** Why no path shows a goal. `state`: none comes there; `unmet`, `met`: its condition never, or always, held */
export type Why = 'state' | 'unmet' | 'met' | 'before' | 'sample';
export interface Missing extends GoalFacts {
  why: Why;
}
export interface Coverage {
  states: Share;
  transitions: Share;
  /** conditions that are seen to hold and not to hold */
  guards: Share;
  /** states to which no path comes */
  unreached: readonly string[];
  /** transitions that no path takes, and conditions that hold on every path */
  missing: readonly Missing[];
  seen: ReadonlySet<Goal>;
}

/** A state with those that are entered with it. */
function entered(chart: ChartFacts, path: string): string[] {
  const { states } = chart;
  const state = states.find((one) => one.path === path);
  const inner = states.filter((one) => one.path !== '' && above(one.path) === path);
  const begun = inner.filter((one) => state?.kind === 'parallel' || keyOf(one.path) === state?.initial);
  return [path, ...begun.flatMap((one) => entered(chart, one.path))];
}
/** Every state that the paths come to, also those that lead on at once. */
function statesOn(chart: ChartFacts, paths: readonly ChartPath[], seen: ReadonlySet<Goal>): Set<string> {
  if (paths.length === 0) return new Set();
  const rested = paths.flatMap(({ steps }) => steps.flatMap(({ states }) => states));
  const left = [...seen].map(stateOf);
  const goals = goalsOf(chart).flatMap(
    ({ goal, transition: { to } }) => (seen.has(goal) && !isUnmet(goal) && to) || [],
  );
  const come = ['', ...new Set(goals)].flatMap((path) => entered(chart, path));
  return new Set(withHolders([...new Set([...rested, ...left, ...come])].filter(Boolean)));
}

function whyNot(
  chart: ChartFacts,
  { goal, path, transition }: GoalFacts,
  seen: ReadonlySet<Goal>,
  states: ReadonlySet<string>,
): Why {
  if (path !== '' && !states.has(path)) return 'state';
  if (isUnmet(goal)) return 'met';
  if (seen.has(unmetOf(goal))) return 'unmet';
  const own = chart.states.find((state) => state.path === path)?.transitions ?? [];
  const isBefore = own
    .slice(0, own.indexOf(transition))
    .some(({ on }, at) => on === transition.on && seen.has(goalOf(path, at)));
  return isBefore ? 'before' : 'sample';
}

/** What the paths of a chart show of it, and what they do not. */
export function coverageOf(chart: ChartFacts, paths: readonly ChartPath[]): Coverage {
  const seen = new Set(paths.flatMap(({ steps }) => steps.flatMap(({ goals }) => goals)));
  const states = statesOn(chart, paths, seen);
  const goals = goalsOf(chart);
  const own = chart.states.filter(({ path }) => path !== '').map(({ path }) => path);
  const transitions = goals.filter(({ goal }) => !isUnmet(goal));
  const guarded = transitions.filter(({ transition }) => transition.if !== undefined);
  const lacks = goals.filter(
    ({ goal }) => !seen.has(goal) && (!isUnmet(goal) || seen.has(goal.slice(0, -1))),
  );
  return {
    states: { seen: own.filter((path) => states.has(path)).length, all: own.length },
    transitions: { seen: transitions.filter(({ goal }) => seen.has(goal)).length, all: transitions.length },
    guards: {
      seen: guarded.filter(({ goal }) => seen.has(goal) && seen.has(unmetOf(goal))).length,
      all: guarded.length,
    },
    unreached: own.filter((path) => !states.has(path)),
    missing: lacks.map((one) => ({ ...one, why: whyNot(chart, one, seen, states) })),
    seen,
  };
}
