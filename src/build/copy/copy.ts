import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { CopyText } from '#flows/copy/text.ts';
import { filesByScreen } from '../screens.ts';
import { placesIn } from './extract.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Where the shop's words stand: what a shopper sees. The desk and the book are read by others. */
const SOURCES = [
  'src/{screens,components,client,shell}/**/*.{ts,tsx}',
  'src/domain/**/*.ts',
  'machines/navigation/*screens.ts',
];
const LEFT_OUT = /^src\/domain\/ops\//;

export const copyFiles = (): string[] =>
  globSync(SOURCES, { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !LEFT_OUT.test(file) && !file.endsWith('.d.ts'))
    .sort();

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
/** The parts of screens that a file of a screen's area imports. */
const partsOf = (file: string): string[] =>
  [...read(file).matchAll(/ from '(\.{1,2}\/[\w./-]+\.tsx?)'/g)]
    .map(([, part = '']) => path.posix.join(path.posix.dirname(file), part))
    .filter((part) => part.startsWith('src/screens/'));

/** The screens by the files that draw them: of the parts of a screen those that no other screen has. */
function screensByFile(): Map<string, string> {
  const found = new Map<string, Set<string>>();
  for (const [screen, file] of Object.entries(filesByScreen())) {
    const seen = new Set<string>();
    const left = [`src/${file}`];
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      left.push(...partsOf(at));
      found.set(at, (found.get(at) ?? new Set()).add(screen));
    }
  }
  return new Map(
    [...found].flatMap(([file, [screen, ...others]]) =>
      screen !== undefined && others.length === 0 ? [[file, screen] as const] : [],
    ),
  );
}

/** Every text of the shop. */
export function allCopy(): CopyText[] {
  const screens = screensByFile();
  return copyFiles().flatMap((file) =>
    placesIn(file, read(file), screens.get(file) ?? null).map(
      ({ file: own, line, nth, of, text, kind, screen }): CopyText => ({
        file: own,
        line,
        nth,
        of,
        text,
        kind,
        screen,
      }),
    ),
  );
}

/** Puts the texts of the shop into the flow book (`src/flows/copy/built.ts`). */
export const copy: Plugin = {
  name: 'copy',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/src/flows/copy/built.ts')
      ? `export const builtCopy = JSON.parse(${JSON.stringify(JSON.stringify(allCopy()))});`
      : null,
};
