/**
 * The screens of the table with their files, for the build, the development server and the tests: a row of
 * `machines/navigation/screens.ts` named `ordersDetails` is drawn by
 * `src/screens/<area>/orders-details-screen.tsx`,
 * whose export is `OrdersDetailsScreen`. Nothing else says which file belongs to which row.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { nameOf, screens } from '#machines/navigation/screens.ts';

/** Without a name the state's own is the row's. */
type Rows = Readonly<Record<string, { name?: string; public?: true } & object>>;
const source = path.join(import.meta.dirname, '..');

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** What the file of a row exports. */
export const exportOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Screen`;

/** All files of screens, from src/. */
export const filesOfScreens = (): string[] =>
  globSync('screens/**/*-screen.tsx', { cwd: source })
    .map((file) => file.split(path.sep).join('/'))
    .sort();

/**
 * The file of each row.
 * @throws Error that names every row without exactly one file, and every file without a row
 */
export function filesByScreen(rows: Rows = screens, files = filesOfScreens()): Record<string, string> {
  const nameIn = (file: string) => path.posix.basename(file, '-screen.tsx');
  const known = new Set(Object.entries(rows).map(([id, row]) => kebab(nameOf(id, row))));
  const found = Object.entries(rows).map(([id, row]) => {
    const name = nameOf(id, row);
    return [id, name, files.filter((file) => nameIn(file) === kebab(name))] as const;
  });
  const faults = [
    ...found
      .filter(([, , mine]) => mine.length !== 1)
      .map(([id, name, mine]) =>
        mine.length > 1
          ? `the row '${id}' has ${mine.map((file) => `src/${file}`).join(' and ')}`
          : `the row '${id}' of machines/navigation/screens.ts has no file src/screens/<area>/${kebab(name)}-screen.tsx`,
      ),
    ...files
      .filter((file) => !known.has(nameIn(file)))
      .map((file) => `src/${file} has no row of its name in machines/navigation/screens.ts`),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return Object.fromEntries(found.map(([id, , [file = '']]) => [id, file]));
}

function textFor(part: string): string {
  const files = filesByScreen();
  const rows: Rows = screens;
  if (part === 'files') return JSON.stringify(files);
  const entries = Object.entries(rows).filter(([, row]) => (part === 'public') === Boolean(row.public));
  return `{${entries
    .map(([id, row]) => `'${id}': [() => import('#${files[id]}'), '${exportOf(nameOf(id, row))}']`)
    .join(', ')}}`;
}

/**
 * Writes the screens out where a module says `import.meta.screens.public`, `.private` or `.files`, so that a
 * browser loads the names of those files only that it needs.
 */
export const screenModules: Plugin = {
  name: 'screen-modules',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/shell\/[\w-]+\.tsx?$/.test(id) || !code.includes('import.meta.screens')) return null;
    return {
      code: code.replace(/import\.meta\.screens\.(public|private|files)\b/g, (_, part: string) =>
        textFor(part),
      ),
      map: null,
    };
  },
};
