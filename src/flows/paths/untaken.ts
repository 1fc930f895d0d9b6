import type { Laid, LaidArrow } from '#machines/book/laid.ts';
import type { Goal } from './goal.ts';

/** Arrows of a drawing of which no path takes a transition. */
export const untakenIn = ({ arrows }: Laid, taken: ReadonlySet<Goal>): LaidArrow[] =>
  arrows.filter(({ of }) => of.length > 0 && !of.some((goal) => taken.has(goal)));
