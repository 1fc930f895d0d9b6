import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { theme } from '#components/form/form-theme.ts';
import { expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../../src');
const sheets = globSync('**/*.{css,html}', { cwd: source }).map((name) => ({
  name,
  text: readFileSync(path.join(source, name), 'utf8'),
}));

/** Sizes and line heights of letters, in tokens or in rules, that are counted in px. */
const fixed = (text: string): string[] =>
  [...text.matchAll(/(?:font|font-size|line-height|--t-\w+)\s*:[^;}]*?\dpx[^;}]*/g)].map(([rule]) => rule);

it('lets the letters of every page grow with those of the browser', () => {
  expect(sheets.length).toBeGreaterThan(80);
  expect(sheets.flatMap(({ name, text }) => fixed(text).map((rule) => `${name}: ${rule}`))).toEqual([]);
  expect(
    Object.values({ ...theme.fontSizes, ...theme.lineHeights }).filter(
      (size) => !String(size).endsWith('rem'),
    ),
  ).toEqual([]);
});
