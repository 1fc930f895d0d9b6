/** Text for comparing: no accents, small letters, single blanks. `  Pão de  Queijo` → `pao de queijo`. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** What a text is searched for: each word by itself. */
export const searchWords = (query: string): string[] => foldText(query).split(' ');

/** Whether each of the words lies in a folded text, in any order. */
export const hasWords = (words: readonly string[], folded: string): boolean => words.every((word) => folded.includes(word));

/** Whether every word that was typed begins or lies in one of the texts, whatever its accents. An empty query finds everything. Source: D37. */
export const matchesSearch = (query: string, texts: readonly string[]): boolean => hasWords(searchWords(query), texts.map(foldText).join('\n'));

/** What an item of a catalog is found by. */
export const searchTexts = ({ name, description, properties }: { name: string; description: string; properties: { brand?: unknown } }): string[] => [
  name,
  typeof properties.brand === 'string' ? properties.brand : '',
  description,
];
