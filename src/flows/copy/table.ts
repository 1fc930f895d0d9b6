import { screenAt } from './screen.ts';
import { csvOf, rowsOf } from './csv.ts';
import {
  type CopyChange,
  type CopyText,
  copyKinds,
  isTooLong,
  lettersOf,
  putsInTheSame,
  textKey,
} from './text.ts';

const FILE = 'arquivo';
const NTH = 'ocorrência';
const TEXT = 'texto';
const NEW = 'texto novo';
const HEAD = [FILE, 'linha', NTH, 'tipo', 'tela', 'endereço', 'estado', 'limite', 'letras', TEXT, NEW];

/** The texts as a table; the last column is the one that is edited. */
export const tableOf = (texts: readonly CopyText[]): string =>
  csvOf([
    HEAD,
    ...texts.map(({ file, line, nth, of, text, kind, screen }) => {
      const { title = '', path = '' } = screenAt(screen) ?? {};
      const { word, limit } = copyKinds[kind];
      return [
        file,
        String(line),
        `${nth} de ${of}`,
        word,
        title,
        path,
        screen ?? '',
        limit === null ? '' : String(limit),
        String(lettersOf(text)),
        text,
        text,
      ];
    }),
  ]);

/** What became of a row: only the first is written. */
export type Outcome = 'changed' | 'missing' | 'tooLong' | 'broken' | 'stale';
export interface Difference extends CopyChange {
  outcome: Outcome;
  /** of the text that there is; null where there is none any more */
  known: CopyText | null;
}

function outcomeOf(known: CopyText | undefined, from: string, to: string): Outcome {
  if (!known) return 'stale';
  if (to.trim() === '') return 'missing';
  if (!putsInTheSame(from, to)) return 'broken';
  return isTooLong(to, known.kind) ? 'tooLong' : 'changed';
}

/** What an edited table changes. @returns null for what is no table of the copy desk */
export function differencesIn(given: string, texts: readonly CopyText[]): Difference[] | null {
  const [head, ...rows] = rowsOf(given) ?? [];
  const names = (head ?? []).map((name) => name.trim().toLowerCase());
  const [file, nth, text, edited] = [FILE, NTH, TEXT, NEW].map((name) => names.indexOf(name));
  if ([file, nth, text, edited].some((at) => at === undefined || at < 0)) return null;
  const byKey = new Map(texts.map((one) => [textKey(one), one]));
  const cell = (row: readonly string[], at: number | undefined) => row[at ?? -1] ?? '';
  return rows.flatMap((row): Difference[] => {
    const [from, to] = [cell(row, text), cell(row, edited)];
    if (from === to) return [];
    const [, at, of] = /^(\d+) de (\d+)$/.exec(cell(row, nth)) ?? [];
    const change = { file: cell(row, file), from, nth: Number(at ?? 0), of: Number(of ?? 0), to };
    const known = byKey.get(textKey({ ...change, text: from }));
    return [{ ...change, outcome: outcomeOf(known, from, to), known: known ?? null }];
  });
}

/** What `npm run copy:apply` writes: nothing that is red. */
export const changesOf = (differences: readonly Difference[]): CopyChange[] =>
  differences
    .filter(({ outcome }) => outcome === 'changed')
    .map(({ file, from, nth, of, to }) => ({ file, from, nth, of, to }));
