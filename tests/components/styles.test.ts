import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = path.join(import.meta.dirname, '../../src/components');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const names = globSync('**/*', { cwd: folder });
const sheets = names.filter((name) => name.endsWith('.module.css'));
const parts = names.filter((name) => name.endsWith('.tsx'));
/** The only files that may bring Mantine, the virtualiser or the QR encoder: each is imported lazily. */
const heavy = new Set([
  'form/mantine-scope.tsx',
  'form/form-theme.ts',
  'form/search-select.tsx',
  'layout/virtual-grid.tsx',
  'order/qr-code.tsx',
]);

describe('component style sheets', () => {
  it('are found', () => expect(sheets.length).toBeGreaterThan(50));
  it.each(sheets)('%s names tokens and no colour of its own', (name) => {
    // Black in a mask is a measure of opacity, not a colour.
    const text = read(name).replace(/mask-image:[^;]*;/g, '');
    expect(text).not.toMatch(/#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(|oklch\(|:\s*(white|black)\b/i);
  });
  it.each(sheets)('%s is used', (name) => {
    expect(
      names.some((other) => other.endsWith('.tsx') && read(other).includes(`/${path.basename(name)}'`)),
    ).toBe(true);
  });
  it('name only tokens that exist', () => {
    const tokens = new Set(read('../shell/theme/tokens.css').match(/--[\w-]+(?=:)/g));
    const used = sheets.flatMap((name) =>
      [...read(name).matchAll(/var\((--[\w-]+)/g)].map(([, token]) => `${token} in ${name}`),
    );
    const own = /^--(st-|end-pull|tint|across|foot)/;
    expect(used.filter((use) => !own.test(use) && !tokens.has(use.split(' ')[0] ?? ''))).toEqual([]);
  });
});

describe('components of the first load', () => {
  it.each(parts.filter((name) => !heavy.has(name)))('%s brings nothing heavy', (name) => {
    const text = read(name);
    expect(text).not.toMatch(/from '(@mantine|@tanstack|uqr)/);
    for (const other of heavy) expect(text).not.toMatch(new RegExp(`from '[^']*/${path.basename(other)}'`));
  });
});
