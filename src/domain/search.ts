/** Text for comparing: no accents, small letters, single blanks. `  Pão de  Queijo` → `pao de queijo`. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether every word that was typed begins or lies in one of the texts, whatever its accents. An empty query finds everything. Source: D37. */
export function matchesSearch(query: string, texts: readonly string[]): boolean {
  const haystack = texts.map(foldText).join('\n');
  return foldText(query)
    .split(' ')
    .every((word) => haystack.includes(word));
}
