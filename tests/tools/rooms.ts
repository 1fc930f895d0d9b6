import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Layer, layers } from './boundaries.ts';
import { root, sourceFiles } from './source.ts';

/** The picture in docs/architecture.md: the rooms, and who may import whom by the table in boundaries.ts. */

export const architectureFile = path.join(root, 'docs/architecture.md');
const [BEGIN, END] = ['<!-- rooms, written by `npm run charts` -->', '<!-- end of rooms -->'];

const idOf = (name: string) => name.replaceAll(/\W/g, '_');

interface Room {
  name: string;
  layers: readonly Layer[];
  files: readonly string[];
}
/** How one room may import another: whole or in part, its values or only its types. */
interface Line {
  arrow: '-->' | '-.->';
  isPart: boolean;
}
function linesBetween(from: Room, to: Room): Line[] {
  if (from === to) return [];
  const may = (kind: 'own' | 'types') =>
    to.files.filter((file) => from.layers.some((layer) => layer[kind]?.some((allowed) => allowed.test(file))))
      .length;
  const [open, typed, all] = [may('own'), may('types'), to.files.length];
  return [
    ...(open > 0 ? [{ arrow: '-->', isPart: open < all } as const] : []),
    ...(typed > 0 && open < all ? [{ arrow: '-.->', isPart: typed < all } as const] : []),
  ];
}

/**
 * @param paths the files there are; a room without one is not drawn. Rooms of one house, `server/…`, are one.
 */
export function roomsPicture(table: readonly Layer[], paths: readonly string[]): string {
  const rooms = table
    .map((layer): Room => {
      const files = paths.filter((file) => table.find((one) => one.files.test(file)) === layer);
      return { name: layer.name, layers: [layer], files };
    })
    .filter(({ files }) => files.length > 0);
  const houses = [...Map.groupBy(rooms, ({ name }) => name.replace(/\/.*/, ''))].map(
    ([name, inside]): Room => ({
      name,
      layers: inside.flatMap(({ layers: those }) => those),
      files: inside.flatMap(({ files }) => files),
    }),
  );
  const edges = houses.flatMap((from) =>
    houses.flatMap((to) =>
      linesBetween(from, to).map(
        ({ arrow, isPart }) => `  ${idOf(from.name)} ${arrow}${isPart ? '|in part|' : ''} ${idOf(to.name)}`,
      ),
    ),
  );
  const nodes = houses.map(({ name }) => `  ${idOf(name)}["${name}"]`);
  const inside = houses
    .filter(({ layers: { length } }) => length > 1)
    .map((house) =>
      insideOf(
        house.name,
        rooms.filter(({ layers: [layer] }) => layer && house.layers.includes(layer)),
      ),
    );
  return [['```mermaid', 'flowchart TB', ...nodes, ...edges, '```'].join('\n'), ...inside].join('\n\n');
}

/** The rooms of one house, each with those that it may import. */
function insideOf(house: string, rooms: readonly Room[]): string {
  const short = ({ name }: Room) => `\`${name.replace(`${house}/`, '')}\``;
  const isOpen = (from: Room, to: Room) =>
    linesBetween(from, to).some(({ isPart, arrow }) => arrow === '-->' && !isPart);
  const common = rooms.filter((to) => rooms.every((from) => from === to || isOpen(from, to)));
  const list = (from: Room, kind: Line['arrow']) =>
    rooms
      .filter((to) => !common.includes(to))
      .flatMap((to) =>
        linesBetween(from, to)
          .filter(({ arrow }) => arrow === kind)
          .map(({ isPart }) => `${short(to)}${isPart ? ' in part' : ''}`),
      )
      .join(', ');
  const rows = rooms.map((from) => `| ${short(from)} | ${list(from, '-->')} | ${list(from, '-.->')} |`);
  const all = common.length > 0 ? ` Every room has ${common.map(short).join(', ')}.` : '';
  return [`Inside ${house}:${all}`, '', '| room | may import | types only |', '|---|---|---|', ...rows].join(
    '\n',
  );
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
