/** The faces of the shop as a page names them (`src/build/faces.ts`), by when it does. */
export interface Faces {
  /** Bent to the metrics of the real ones, from the machine itself: at once. */
  fallbacks: string;
  /** Of all text: only where its file can be there before the first paint. */
  text: string;
  /** Of headings: with that of all text, or once the first screen is painted. */
  display: string;
}

export function facesIn(css: string): Faces {
  const rules = css.match(/@font-face\{[^}]*\}/g) ?? [];
  const shown = (display: string) =>
    rules.filter((rule) => rule.includes(`font-display:${display}`)).join('');
  return {
    fallbacks: rules.filter((rule) => !rule.includes('font-display')).join(''),
    text: shown('optional'),
    display: shown('swap'),
  };
}
