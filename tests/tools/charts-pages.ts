import path from 'node:path';
import { type ChartFacts, type StateFacts, factsOf } from '#flows/facts.ts';
import { mermaidOf } from '#flows/mermaid.ts';
import { allCharts } from './charts.ts';
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
  transitions.map(({ on, if: guard, to, does = [], refuses, description }) => [
    at === '' ? 'qualquer um' : code(at),
    `${on.includes(' ') ? on : code(on)}${description ? `. ${cell(description)}` : ''}`,
    guard ? code(guard) : '',
    `${to ? to.map(code).join(', ') : 'fica'}${refuses ? `, recusa por ${code(refuses)}` : ''}`,
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
