import { withCapital } from './first-name.ts';

const PARTICLES = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'di', 'du']);

/**
 * Words with a capital, particles small except at the start: `MARIA DA SILVA` → `Maria da Silva`. Blanks stay
 * as typed, so it is safe on every key. Source: spec §5.
 */
export function capitaliseName(text: string): string {
  let isFirst = true;
  return text.toLocaleLowerCase('pt-BR').replace(/\S+/g, (word) => {
    const isParticle = !isFirst && PARTICLES.has(word);
    isFirst = false;
    return isParticle ? word : withCapital(word);
  });
}

/** A name as it is kept: capitalised, single blanks, none around. */
export const tidyName = (text: string): string => capitaliseName(text).trim().replace(/\s+/g, ' ');

/** `Maria S.` for whoever only has an order's code (D48). */
export function maskName(text: string): string {
  const words = tidyName(text).split(' ');
  const last = words.length > 1 ? words.at(-1) : undefined;
  return last ? `${words[0]} ${[...last][0]}.` : (words[0] ?? '');
}
