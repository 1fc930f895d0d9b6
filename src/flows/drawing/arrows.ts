import { type ChartFacts, type TransitionFacts, holds } from '#flows/facts.ts';
import { goalOf } from '#flows/paths/goal.ts';

/** Arrows of a drawing: what leads from one state to another, joined where begin and end are the same. */
export interface Arrow {
  /** The state where it begins; a state that holds the goal begins it from anywhere inside. */
  from: string;
  to: string;
  /** What brings it about, one line each. */
  lines: string[];
  tone: 'plain' | 'refusal';
  /** The transitions it stands for, as goals of paths name them. */
  of: string[];
}
export interface Arrows {
  shown: Arrow[];
  /** How many transitions are not drawn, because they lead from everywhere to everywhere. */
  folded: number;
}

/** As many states as may say the same before it is folded away. */
const REPEATED = 5;
/** As many lines as an arrow carries before it says how many more there are. */
const LINES = 3;

/** A transition in the words of an arrow: the event, then the condition. */
export const wordsOf = ({ on, if: guard }: TransitionFacts): string =>
  guard === undefined ? (on === 'sempre que' ? 'sempre' : on) : `${on} [${guard}]`;

/** Calls that failed and what a guard refuses at once. */
const isRefusal = ({ on, refuses }: TransitionFacts) => on.endsWith(' falhou') || refuses !== undefined;

interface Step {
  /** the goal of a path that takes it */
  of: string;
  from: string;
  to: string;
  transition: TransitionFacts;
}
const stepsOf = ({ states }: ChartFacts): Step[] =>
  states.flatMap(({ path: from, transitions }) =>
    transitions.flatMap((transition, at) =>
      (transition.to ?? [])
        .filter((to) => to !== '')
        .map((to) => ({ of: goalOf(from, at), from, to, transition })),
    ),
  );

/** Requests for screens, which fan out to all of them, and what many states say in the same words. */
function everywhere(steps: Step[]): Set<Step> {
  const alike = Map.groupBy(steps, ({ to, transition }) => `${wordsOf(transition)} ${to}`);
  return new Set(
    steps.filter(
      (step) =>
        step.transition.on.startsWith('asked.') ||
        (alike.get(`${wordsOf(step.transition)} ${step.to}`) ?? []).length > REPEATED,
    ),
  );
}

function linesOf(steps: Step[]): string[] {
  const all = [...new Set(steps.map(({ transition }) => wordsOf(transition)))];
  return all.length > LINES ? [...all.slice(0, LINES - 1), `e mais ${all.length - LINES + 1}`] : all;
}

/**
 * The arrows of a chart. What begins or ends inside a closed state begins or ends at that state, and what stays
 * inside it is not drawn.
 * @param shownAt the state at which another one is drawn: itself, or the closed one that holds it
 * @param unfoldedAt a state of which also those are drawn that lead from everywhere to everywhere
 */
export function arrowsOf(
  chart: ChartFacts,
  shownAt: (path: string) => string,
  unfoldedAt: string | null,
): Arrows {
  const steps = stepsOf(chart);
  const folded = new Set(
    [...everywhere(steps)].filter(({ from, to }) => from !== unfoldedAt && to !== unfoldedAt),
  );
  const drawn = steps
    .filter((step) => !folded.has(step))
    .map((step) => ({ ...step, from: shownAt(step.from), to: shownAt(step.to) }))
    .filter(({ from, to }) => from !== to);
  const pairs = Map.groupBy(drawn, ({ from, to }) => `${from} ${to}`);
  const shown = [...pairs.values()].map((those) => ({
    from: those[0]?.from ?? '',
    to: those[0]?.to ?? '',
    lines: linesOf(those),
    of: those.map(({ of }) => of),
    tone: those.every(({ transition }) => isRefusal(transition)) ? ('refusal' as const) : ('plain' as const),
  }));
  return { shown, folded: folded.size };
}

/** Whether an arrow begins at a state that holds its goal: it is drawn from a mark inside, "from anywhere here". */
export const isFromAnywhere = ({ from, to }: Pick<Arrow, 'from' | 'to'>): boolean => holds(from, to);
