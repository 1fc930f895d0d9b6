/** Text for comparing: no accents, small letters, single blanks. `  Pão de  Queijo` → `pao de queijo`. */
export const foldText = (text: string): string => spelled(text.normalize('NFD').replace(/\p{M}/gu, ''));
const spelled = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** Letters of a search that are looked at; whoever shows results says so when something is cut. */
export const LONGEST_SEARCH = 80;
/**
 * What was typed, as it is searched for, shown and stands in an address: one spelling of capitals and blanks,
 * so that one page answers them all. Accents stay, because they are shown.
 */
export const searchText = (typed: string): string =>
  spelled(typed.normalize()).slice(0, LONGEST_SEARCH).trim();

/** Signs that stand between words or around them; any other sign, `%` too, is looked for as it is. */
const BETWEEN_WORDS = /["“”'‘’«»(),;:!?.–—-]+/g;

/**
 * What a text is searched for: each word by itself, without quotes and stops around it. A text of such signs
 * alone is looked for as it is.
 */
export const searchWords = (query: string): string[] => {
  const folded = foldText(query);
  return (folded.replace(BETWEEN_WORDS, ' ').trim() || folded).split(/\s+/);
};

/** Whether each of the words lies in a folded text, in any order. */
export const hasWords = (words: readonly string[], folded: string): boolean =>
  words.every((word) => folded.includes(word));

/**
 * Whether every word that was typed begins or lies in one of the texts, whatever its accents. An empty query
 * finds everything. Source: D37.
 */
export const matchesSearch = (query: string, texts: readonly string[]): boolean =>
  hasWords(searchWords(query), texts.map(foldText).join('\n'));

/** What an item of a catalog is found by. */
export const searchTexts = ({
  name,
  description,
  properties,
}: {
  name: string;
  description: string;
  properties: { brand?: unknown };
}): string[] => [name, typeof properties.brand === 'string' ? properties.brand : '', description];
