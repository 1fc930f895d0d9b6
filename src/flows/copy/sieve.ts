import { screenAt } from './screen.ts';
import { type CopyText, isTooLong } from './text.ts';

export interface Sieve {
  words: string;
  /** '' for all, '-' for what belongs to no single one */
  screen: string;
  /** '' for all */
  kind: string;
  isLong: boolean;
}
export const everything: Sieve = { words: '', screen: '', kind: '', isLong: false };

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The texts that hold every word that is looked for, in them or in what is known of them. */
export function sifted(texts: readonly CopyText[], { words, screen, kind, isLong }: Sieve): CopyText[] {
  const parts = plain(words).split(/\s+/).filter(Boolean);
  return texts.filter((one) => {
    if (screen !== '' && one.screen !== (screen === '-' ? null : screen)) return false;
    if (kind !== '' && one.kind !== kind) return false;
    if (isLong && !isTooLong(one.text, one.kind)) return false;
    if (parts.length === 0) return true;
    const row = screenAt(one.screen);
    const all = plain([one.text, one.file, row?.title ?? '', row?.path ?? ''].join(' '));
    return parts.every((part) => all.includes(part));
  });
}
