import { useOnline } from './hooks.ts';

/**
 * What to say where no answer came: without a network it comes back by itself, with one it is the shop that
 * is silent, and asking again is the way.
 */
export interface NoAnswer {
  title: 'Você está sem internet' | 'A loja não respondeu';
  isOnline: boolean;
  /** Picks what holds now. */
  when: (whileOffline: string, whileSilent: string) => string;
  /** The title as a sentence, and what follows from it. */
  say: (whileOffline: string, whileSilent: string) => string;
}

export function noAnswer(isOnline: boolean): NoAnswer {
  const title = isOnline ? 'A loja não respondeu' : 'Você está sem internet';
  const when: NoAnswer['when'] = (whileOffline, whileSilent) => (isOnline ? whileSilent : whileOffline);
  return {
    title,
    isOnline,
    when,
    say: (whileOffline, whileSilent) => `${title}. ${when(whileOffline, whileSilent)}`,
  };
}

const known = { online: noAnswer(true), offline: noAnswer(false) };
export const useNoAnswer = (): NoAnswer => known[useOnline() ? 'online' : 'offline'];
