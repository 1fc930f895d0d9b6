import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Layer, layers } from './boundaries.ts';
import { root, sourceFiles } from './source.ts';

/** The picture in docs/architecture.md: the rooms, and who may import whom by the table in boundaries.ts. */

export const architectureFile = path.join(root, 'docs/architecture.md');
const [BEGIN, END] = ['<!-- rooms, written by `npm run charts` -->', '<!-- end of rooms -->'];

const idOf = (name: string) => name.replaceAll(/\W/g, '_');

/** @param paths the files there are; a layer without one is not drawn */
export function roomsPicture(table: readonly Layer[], paths: readonly string[]): string {
  const rooms = table.map((layer) => ({
    layer,
    files: paths.filter((file) => table.find(({ files }) => files.test(file)) === layer),
  }));
  const drawn = rooms.filter(({ files }) => files.length > 0);
  const edges = drawn.flatMap(({ layer: from }) =>
    drawn.flatMap(({ layer: to, files }) => {
      if (from === to) return [];
      const open = files.filter((file) => from.own.some((allowed) => allowed.test(file)));
      const typed = files.filter((file) => from.types?.some((allowed) => allowed.test(file)));
      const line = (arrow: string, some: string[]) =>
        `  ${idOf(from.name)} ${arrow}${some.length < files.length ? '|in part|' : ''} ${idOf(to.name)}`;
      return [
        ...(open.length > 0 ? [line('-->', open)] : []),
        ...(typed.length > 0 && open.length < files.length ? [line('-.->', typed)] : []),
      ];
    }),
  );
  const nodes = drawn.map(({ layer: { name } }) => `  ${idOf(name)}["${name}"]`);
  return ['```mermaid', 'flowchart TB', ...nodes, ...edges, '```'].join('\n');
}

/** The document with the picture as it has to be. @throws Error when the place of the picture is gone */
export async function architectureText(): Promise<string> {
  const text = readFileSync(architectureFile, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new Error(`docs/architecture.md has no place for the rooms: ${BEGIN} … ${END}`);
  const files = await sourceFiles(['src/**/*.{ts,tsx}', 'machines/**/*.ts']);
  const picture = roomsPicture(
    layers,
    files.map(({ path: file }) => file),
  );
  return `${text.slice(0, begin + BEGIN.length)}\n${picture}\n${text.slice(end)}`;
}
