import path from 'node:path';
import { allCharts, type ChartFacts, factsOf, type StateFacts, type TransitionFacts } from './charts.ts';
import { root } from './source.ts';

/**
 * docs/charts: a page with a picture for each chart, an index, and the same as data. In Portuguese, for
 * everybody.
 */

export const folder = path.join(root, 'docs/charts');

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (text: string) => `\`${cell(text)}\``;
const table = (heads: string[], rows: string[][]) =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const above = (at: string) => at.slice(0, Math.max(0, at.lastIndexOf('.')));
const keyOf = (at: string) => at.slice(at.lastIndexOf('.') + 1);
const idOf = (at: string) => `s_${at.replaceAll(/\W/g, '_')}`;
/** Whether one path is another or lies above it. */
const holds = (outer: string, inner: string) =>
  outer === '' || inner === outer || inner.startsWith(`${outer}.`);

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

const kinds: Partial<Record<StateFacts['kind'], string>> = {
  parallel: 'tudo ao mesmo tempo',
  final: 'fim',
};
const stateRow = ({ path: at, description, kind, tags = [], calls = [] }: StateFacts) => [
  code(at),
  cell(description),
  [kinds[kind] ?? '', ...tags.map(code)].filter(Boolean).join(', '),
  calls.map(code).join(', '),
];
const transitionRows = ({ path: at, transitions }: StateFacts) =>
  transitions.map(({ on, if: guard, to, does = [], description }) => [
    at === '' ? 'qualquer um' : code(at),
    `${on.includes(' ') ? on : code(on)}${description ? `. ${cell(description)}` : ''}`,
    guard ? code(guard) : '',
    to ? to.map(code).join(', ') : 'fica',
    does.map(code).join(', '),
  ]);

const GENERATED = 'Página gerada por `npm run charts`; um teste falha quando ela não diz o que o chart faz.';

function pageOf(chart: ChartFacts): string {
  const [top, ...inner] = chart.states;
  return `# ${chart.id}

${top?.description ?? ''}

Fonte: [\`${chart.file}\`](../../${chart.file}). ${GENERATED}

\`\`\`mermaid
${mermaidOf(chart)}
\`\`\`

## Estados

${table(['Estado', 'O que significa e o que vem depois', 'Marcas', 'Chama'], inner.map(stateRow))}

## Passagens

\`sempre que\` é o que acontece por si, assim que a condição vale; \`fica\` não muda de estado.

${table(['Em', 'Quando', 'Se', 'Vai para', 'Faz'], chart.states.flatMap(transitionRows))}
`;
}

function indexOf(charts: ChartFacts[]): string {
  const row = ({ id, states }: ChartFacts) => [
    `[${id}](${id}.md)`,
    cell(states[0]?.description ?? ''),
    String(states.length - 1),
    String(states.reduce((sum, { transitions }) => sum + transitions.length, 0)),
  ];
  return `# Os charts da loja

Cada chart diz em que situações uma parte da loja pode estar e o que leva de uma à outra. ${GENERATED}
O que mudou desde uma revisão: \`npm run flows:diff -- <revisão>\`. Os mesmos dados, para programas: [charts.json](charts.json).

${table(['Chart', 'O que é', 'Estados', 'Passagens'], charts.map(row))}
`;
}

/** One state or transition per line, so that a difference of two revisions is short. */
const dataOf = (charts: ChartFacts[]) =>
  `[\n${charts
    .map(
      ({ id, file, states }) =>
        `{"id":${JSON.stringify(id)},"file":${JSON.stringify(file)},"states":[\n${states.map((state) => JSON.stringify(state)).join(',\n')}\n]}`,
    )
    .join(',\n')}\n]\n`;

/** Every file of docs/charts with its text. */
export async function chartPages(): Promise<Map<string, string>> {
  const charts = (await allCharts()).map(factsOf);
  return new Map([
    ['README.md', indexOf(charts)],
    ['charts.json', dataOf(charts)],
    ...charts.map((chart) => [`${chart.id}.md`, pageOf(chart)] as const),
  ]);
}
