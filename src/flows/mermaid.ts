import { type ChartFacts, type StateFacts, type TransitionFacts, above, holds, keyOf } from './facts.ts';

const idOf = (at: string) => `s_${at.replaceAll(/\W/g, '_')}`;

/** A transition's words in a picture: Mermaid ends a label at a colon or a semicolon. */
const label = ({ on, if: guard }: TransitionFacts) => {
  const what = on === 'sempre que' && guard === undefined ? 'sempre' : on;
  return `${what}${guard ? ` [${guard}]` : ''}`.replaceAll(/[:;]/g, ' ');
};

/**
 * An arrow between two states inside the same one. Mermaid draws none from inside one state into another, so
 * an arrow goes between what the nearest common state holds, and says in its words where it begins and ends.
 */
interface Arrow {
  scope: string;
  from: string;
  to: string;
  words: string;
}
function arrowOf(from: string, to: string, transition: TransitionFacts): Arrow | null {
  let scope = above(from);
  while (!holds(scope, to) || scope === to) scope = above(scope);
  if (from === '' || holds(from, to) || to === '')
    return from === to && from ? { scope, from, to, words: label(transition) } : null;
  const childOf = (at: string) => {
    const rest = scope === '' ? at : at.slice(scope.length + 1);
    return scope === '' ? (rest.split('.')[0] ?? '') : `${scope}.${rest.split('.')[0] ?? ''}`;
  };
  const [begin, end] = [childOf(from), childOf(to)];
  const start = begin === from ? '' : `${from.slice(begin.length + 1)}, `;
  const goal = end === to ? '' : ` → ${to.slice(end.length + 1)}`;
  return { scope, from: begin, to: end, words: `${start}${label(transition)}${goal}` };
}

/**
 * The picture of a chart. What a state does without leaving itself, or from wherever it is, is in the table.
 */
export function mermaidOf({ states }: ChartFacts): string {
  const arrows = states.flatMap(({ path: from, kind, transitions }) =>
    transitions.flatMap((transition) =>
      (transition.to ?? []).flatMap((to) => {
        const arrow = arrowOf(from, to, transition);
        return arrow && !(arrow.from === arrow.to && kind !== 'atomic') ? [arrow] : [];
      }),
    ),
  );
  const linesIn = (scope: StateFacts, depth: number): string[] => {
    const pad = '  '.repeat(depth);
    const inner = states.filter(({ path: at }) => at !== '' && above(at) === scope.path);
    const drawn = inner.flatMap((state, index) => {
      const name = `${pad}state "${keyOf(state.path)}" as ${idOf(state.path)}`;
      const own = linesIn(state, depth + 1);
      const body = own.length > 0 ? [`${name} {`, ...own, `${pad}}`] : [name];
      // Mermaid separates what goes on at the same time, but not at the top.
      return scope.kind === 'parallel' && scope.path !== '' && index > 0 ? [`${pad}--`, ...body] : body;
    });
    const begin = scope.initial
      ? [`${pad}[*] --> ${idOf(scope.path === '' ? scope.initial : `${scope.path}.${scope.initial}`)}`]
      : [];
    const pairs = Map.groupBy(
      arrows.filter((arrow) => arrow.scope === scope.path),
      ({ from, to }) => `${pad}${idOf(from)} --> ${idOf(to)}`,
    );
    const between = [...pairs].map(
      ([pair, those]) => `${pair} : ${[...new Set(those.map(({ words }) => words))].join('<br/>')}`,
    );
    const ends = inner
      .filter(({ kind }) => kind === 'final')
      .map(({ path: at }) => `${pad}${idOf(at)} --> [*]`);
    return [...drawn, ...begin, ...between, ...ends];
  };
  const top = states.find(({ path: at }) => at === '');
  return ['stateDiagram-v2', '  direction LR', ...(top ? linesIn(top, 1) : [])].join('\n');
}
