import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const MOST = 30;
/** A part and its style sheet are one thing to whoever looks for it. Pictures of the demo shops are data. */
const partOf = (file: string) => file.replace(/(?:\.module\.css|\.tsx?)$/, '');

function crowded(files: readonly string[]): string[] {
  const parts = new Set(files.map(partOf));
  return [...Map.groupBy(parts, (part) => path.posix.dirname(part))]
    .filter(([, own]) => own.length > MOST)
    .map(([folder, own]) => `${folder} holds ${own.length}`);
}

it('holds no more in one folder than can be read in a row', () => {
  const files = globSync('{src,machines,tests}/**/*.{ts,tsx,css,mjs,js}', { cwd: root }).filter(
    (file) => !file.startsWith('src/shops/'),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(crowded(files)).toEqual([]);
});

it('counts a part once, with or without its style sheet', () => {
  const names = Array.from({ length: MOST }, (_, at) => `src/a/part-${at}`);
  expect(crowded(names.flatMap((name) => [`${name}.tsx`, `${name}.module.css`]))).toEqual([]);
  expect(crowded([...names, 'src/a/other'].map((name) => `${name}.ts`))).toEqual(['src/a holds 31']);
});
