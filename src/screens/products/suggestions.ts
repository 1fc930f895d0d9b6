import type { Item, Tag } from '#contract/catalog.ts';
import { matchesSearch, searchTexts } from '#domain/search.ts';

/** What is suggested: words that were looked for before, a category, a product. */
export type Suggestion =
  | { kind: 'words'; text: string }
  | { kind: 'category'; slug: string; text: string; count: number }
  | { kind: 'product'; id: string; campaignId: string; text: string };

/** Of each kind at most. */
const WORDS = 2;
const CATEGORIES = 2;
const PRODUCTS = 6;

interface Known {
  recent: readonly string[];
  items: readonly Item[];
  tags: readonly Tag[];
  /** what the server found, which may be of fewer letters */
  found: readonly Item[];
}

/** What fits the words, whatever their accents: products by their name, else by what is said of them, each once. */
export function suggestionsFor(q: string, { recent, items, tags, found }: Known): Suggestion[] {
  const byName = ({ name }: Pick<Item, 'name'>) => matchesSearch(q, [name]);
  const fitting = [...found, ...items].filter((item) => matchesSearch(q, searchTexts(item)));
  const named = fitting.filter(byName);
  const products = new Map((named.length > 0 ? named : fitting).map((item) => [item.id, item] as const));
  return [
    ...recent
      .filter((text) => text !== q && matchesSearch(q, [text]))
      .slice(0, WORDS)
      .map((text) => ({ kind: 'words', text }) as const),
    ...tags
      .filter((tag) => tag.count > 0 && byName(tag))
      .slice(0, CATEGORIES)
      .map(({ slug, name, count }) => ({ kind: 'category', slug, text: name, count }) as const),
    ...[...products.values()]
      .slice(0, PRODUCTS)
      .map(({ id, campaignId, name }) => ({ kind: 'product', id, campaignId, text: name }) as const),
  ];
}
