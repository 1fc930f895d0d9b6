import type { Leaving } from '#contract/measurement.ts';
import type { FunnelState } from '#contract/ops/funnel.ts';
import { timeWords } from '../simulation/words.ts';
import { eventWords } from '../words/event-words.ts';

const leavings: Readonly<Record<Leaving, string>> = {
  'page.left': 'fecha ou recarrega a página',
  'flow.left': 'vai para outra parte da loja',
};
/** What a state was left by, in a person's words. */
export const causeWords = (event: string): string =>
  event in leavings ? leavings[event as Leaving] : eventWords(event);

/** So often, as people write it. */
export const countWords = (count: number): string => count.toLocaleString('pt-BR');

/** The step in which the middle of all times lies: `8 a 15 s`, `30 s a 1 min`. */
export function medianWords(median: FunnelState['median']): string | null {
  if (!median) return null;
  const from = timeWords(median.from * 1_000);
  if (median.to === null) return `mais de ${from}`;
  const to = timeWords(median.to * 1_000);
  if (median.from === 0) return `até ${to}`;
  const [[count, unit], [, other]] = [from.split(' '), to.split(' ')];
  return `${unit === other ? count : from} a ${to}`;
}

/** What was counted of a state, for its place in the drawing. @param state null where nothing was */
export function countedLines(state: FunnelState | null): string[] {
  if (!state) return ['nada foi contado aqui'];
  const [first, second] = state.causes.map(
    ({ event, count }) => `${countWords(count)} × ${causeWords(event)}`,
  );
  const median = medianWords(state.median);
  return [
    `entram ${countWords(state.entries)} · saem ${countWords(state.exits)}`,
    ...(median === null ? [] : [`mediana ${median}`]),
    ...(first === undefined ? [] : [first]),
    ...(second === undefined ? [] : [second]),
  ];
}
