import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../../src');
const sheets = globSync('**/*.css', { cwd: source }).map((name) => ({
  name,
  text: readFileSync(path.join(source, name), 'utf8'),
}));

/**
 * A shadow or a ground of another colour than the page's: with colours of the reader's own, neither is drawn.
 */
const GROUND = /box-shadow:\s*(?:var\(--e-|inset|0 -?1px)|background:\s*var\(--(?!canvas|scrim|tint)/;
/** A line that parts, and the ground of a picture that is still to come. */
const DECORATION = [
  'components/layout/list-row.module.css',
  'components/feedback/skeleton-screens.module.css',
  'shell/theme/base.css',
];

it('says with edges what it says with grounds and shadows, where a reader has colours of their own', () => {
  const silent = sheets.filter(
    ({ text }) => GROUND.test(text) && !text.includes('@media (forced-colors: active)'),
  );
  expect(silent.map(({ name }) => name).filter((name) => !DECORATION.includes(name))).toEqual([]);
});

it('shows what is chosen in the colours of what is selected', () => {
  const chosen = sheets.filter(({ text }) =>
    /\[aria-current\][^,{]*\{[^}]*background:|\.on \{[^}]*background:/.test(text),
  );
  expect(chosen.length).toBeGreaterThan(4);
  expect(
    chosen.filter(({ text }) => !/forced-colors: active\)[^]*Highlight/.test(text)).map(({ name }) => name),
  ).toEqual([]);
});
