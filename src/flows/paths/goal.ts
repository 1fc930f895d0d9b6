import type { ChartFacts, TransitionFacts } from '../facts.ts';

/**
 * What a path is there for: a transition that is taken (`waiting#2`), or a condition that is seen not to hold
 * (`waiting#2!`). By the state and the place of the transition among its own, as the facts of a chart have them.
 */
export type Goal = string;

export const goalOf = (path: string, at: number): Goal => `${path}#${at}`;
export const unmetOf = (goal: Goal): Goal => `${goal}!`;
export const isUnmet = (goal: Goal): boolean => goal.endsWith('!');
/** The state that has the transition of a goal. */
export const stateOf = (goal: Goal): string => goal.slice(0, goal.lastIndexOf('#'));

/** A goal with what the chart says of it. */
export interface GoalFacts {
  goal: Goal;
  /** the state that has the transition */
  path: string;
  transition: TransitionFacts;
}
/** Every goal of a chart, each condition after its transition. */
export const goalsOf = ({ states }: Pick<ChartFacts, 'states'>): GoalFacts[] =>
  states.flatMap(({ path, transitions }) =>
    transitions.flatMap((transition, at) => {
      const goal = goalOf(path, at);
      const taken = { goal, path, transition };
      return transition.if === undefined ? [taken] : [taken, { ...taken, goal: unmetOf(goal) }];
    }),
  );
