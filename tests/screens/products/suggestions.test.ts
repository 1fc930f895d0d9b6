import { describe, expect, it } from 'vitest';
import { suggestionsFor } from '../../../src/screens/products/suggestions.ts';
import { itemOf } from '../window.ts';

const items = [
  itemOf(1, 'Torrada', { description: 'Para o pão de cada dia' }),
  itemOf(2, 'Pão de queijo'),
  itemOf(3, 'Café'),
];
const known = { recent: [], items: [], tags: [], found: [] };
const texts = (q: string, more: Partial<Parameters<typeof suggestionsFor>[1]>) =>
  suggestionsFor(q, { ...known, ...more }).map(({ kind, text }) => `${kind} ${text}`);

describe('what the search suggests', () => {
  it('are products of that name, whatever their accents, each once', () => {
    expect(texts('pao', { items, found: [itemOf(9, 'Pão francês'), itemOf(2, 'Pão de queijo')] })).toEqual([
      'product Pão francês',
      'product Pão de queijo',
    ]);
    expect(texts('dia', { items })).toEqual(['product Torrada']);
  });
  it('are before them what was looked for and the categories that have something', () => {
    const tags = [
      { slug: 'padaria', name: 'Padaria', count: 0 },
      { slug: 'paes', name: 'Pães e pão de forma', count: 4 },
    ];
    expect(texts('pão', { recent: ['pão', 'pao doce', 'café'], tags, items })).toEqual([
      'words pao doce',
      'category Pães e pão de forma',
      'product Pão de queijo',
    ]);
  });
  it('is nothing of an answer that is older than the last letters', () => {
    expect(texts('pão f', { found: [itemOf(2, 'Pão de queijo')] })).toEqual([]);
  });
});
