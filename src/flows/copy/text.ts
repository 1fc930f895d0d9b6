/** A text of the shop as its sources have it. */
export interface CopyText {
  /** from the repository's root, with forward slashes */
  file: string;
  /** 1-based */
  line: number;
  /** which of the same texts of the file it is, from 1, and how many there are */
  nth: number;
  of: number;
  /** what a template puts in is numbered: `Seus dados na {1}` */
  text: string;
  kind: CopyKind;
  /** the one screen that it is shown on, or whose title it is; null for what several show */
  screen: string | null;
}

/** Names of a text for who matches it with a table that was edited. */
export const textKey = ({ file, text, nth, of }: Pick<CopyText, 'file' | 'text' | 'nth' | 'of'>): string =>
  JSON.stringify([file, text, nth, of]);

interface Kind {
  word: string;
  /** letters; null where what holds the text grows with it */
  limit: number | null;
  why: string;
}
/** What a text is, how long it may be, and why. */
export const copyKinds = {
  title: { word: 'Título de página', limit: 60, why: 'abas e buscadores cortam o resto' },
  heading: { word: 'Cabeçalho', limit: 56, why: 'duas linhas em 390 px' },
  button: { word: 'Botão', limit: 32, why: 'uma linha em 390 px' },
  label: { word: 'Rótulo de campo', limit: 48, why: 'uma linha acima do campo em 390 px' },
  placeholder: { word: 'Exemplo no campo', limit: 36, why: 'o campo corta o resto, sem aviso' },
  spoken: { word: 'Só falado', limit: null, why: 'ninguém o vê' },
  text: { word: 'Texto', limit: null, why: 'cresce em linhas' },
} as const satisfies Readonly<Record<string, Kind>>;
export type CopyKind = keyof typeof copyKinds;

/** What a template puts in: `{1}`, `{2}` … */
const placeholdersOf = (text: string): string[] => text.match(/\{\d+\}/g) ?? [];
/** Whether a new text puts in what the former did, each once, in any order. */
export const putsInTheSame = (from: string, to: string): boolean =>
  placeholdersOf(from).sort().join() === placeholdersOf(to).sort().join();
/** How long a text is, letters, without what a template puts in: that is only known in the shop. */
export const lettersOf = (text: string): number => [...text.replace(/\{\d+\}/g, '')].length;
export function isTooLong(text: string, kind: CopyKind): boolean {
  const { limit } = copyKinds[kind];
  return limit !== null && lettersOf(text) > limit;
}

/** What is to be written in the place of a text. */
export interface CopyChange {
  file: string;
  from: string;
  nth: number;
  of: number;
  to: string;
}
