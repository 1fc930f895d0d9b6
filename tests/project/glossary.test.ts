import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../tools/source.ts';

const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| word |'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** Why the glossary cannot be trusted: words twice, rows that lack something, places that are gone. */
function faultsOf(text: string, exists: (file: string) => boolean): string[] {
  const rows = rowsOf(text);
  const words = rows.map(([word = '']) => word.toLowerCase());
  return rows.flatMap((row, at) => {
    const [word = '', , , where = ''] = row;
    const file = /^`([^`]+)`$/.exec(where)?.[1];
    return [
      ...(row.length === 4 && row.every(Boolean) ? [] : [`${word}: lacks a cell`]),
      ...(words.indexOf(word.toLowerCase()) < at ? [`${word}: stands twice`] : []),
      ...(file && exists(file) ? [] : [`${word}: no ${where}`]),
    ];
  });
}

it('lists each word of the domain once, with a place that exists', () => {
  const text = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8');
  expect(rowsOf(text).length).toBeGreaterThan(40);
  expect(faultsOf(text, (file) => existsSync(path.join(root, file)))).toEqual([]);
});

it('would report a word that stands twice, a place that is gone and an empty cell', () => {
  const text = '| cart | carrinho | a | `x` |\n| Cart | – | b | `y` |\n| hub | | c | `x` |';
  expect(faultsOf(text, (file) => file === 'x')).toEqual([
    'Cart: stands twice',
    'Cart: no `y`',
    'hub: lacks a cell',
  ]);
});
