import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DESKTOP_WIDTH } from '#domain/constants.ts';
import { expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../../src');
const sheets = globSync('**/*.css', { cwd: source }).map((name) => ({
  name,
  text: readFileSync(path.join(source, name), 'utf8'),
}));
/** In px at the usual size of letters: larger letters need a wider window. */
const widths = (text: string, side: 'min' | 'max') =>
  [...text.matchAll(new RegExp(`@media[^{]*\\(${side}-width:\\s*([\\d.]+)em\\)`, 'g'))].map(
    ([, width]) => 16 * Number(width),
  );
/** Below this a rule is about the size of a phone, not about the desktop. */
const TABLET = 600;

it('becomes a desktop at 1024 px and at no other width', () => {
  const from = sheets.flatMap(({ name, text }) => widths(text, 'min').map((width) => ({ name, width })));
  expect(from.filter(({ width }) => width === DESKTOP_WIDTH).length).toBeGreaterThan(20);
  expect(from.filter(({ width }) => width !== DESKTOP_WIDTH && width > TABLET)).toEqual([]);
  const until = sheets
    .flatMap(({ text }) => widths(text, 'max'))
    .filter((width) => width > TABLET && width < DESKTOP_WIDTH);
  expect([...new Set(until)]).toEqual([DESKTOP_WIDTH - 0.02]);
});

it('shows what is for phones below that width and what is for desktops from it', () => {
  const viewport = sheets.find(({ name }) => name.endsWith('viewport.module.css'))?.text ?? '';
  expect(widths(viewport, 'min')).toContain(DESKTOP_WIDTH);
});

it('measures windows in the size of letters, so that large text gets the page of a narrow window', () => {
  expect(sheets.filter(({ text }) => /@media[^{]*\dpx/.test(text)).map(({ name }) => name)).toEqual([]);
});
