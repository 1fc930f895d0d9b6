import { type ScreenDef } from '#machines/navigation/screen-def.ts';
import { type ScreenId, screens } from '#machines/navigation/screens.ts';
import { refusalText } from './refusals.ts';
import type { ChartFacts, StateFacts } from './facts.ts';
import { callWords, saidOf } from './words/event-words.ts';

/** The row of the screen table for a state that is a screen. */
export function screenOf(chart: string, path: string): (ScreenDef & { id: string }) | null {
  const id = `${chart}.${path}`;
  return id in screens ? { id, ...screens[id as ScreenId] } : null;
}

export interface Found {
  chart: string;
  state: StateFacts;
}
/** As words are compared: without accents and capitals. */
export const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function textOf(
  chart: string,
  { path, description, tags = [], calls = [], transitions }: StateFacts,
): string {
  const screen = screenOf(chart, path);
  const steps = transitions.flatMap(({ on, if: guard, description: said, refuses }) => [
    on,
    saidOf(on) ?? '',
    guard ?? '',
    said ?? '',
    refuses === undefined ? '' : refusalText(refuses),
  ]);
  return plain(
    [
      chart,
      path,
      description,
      ...tags,
      ...calls.flatMap((one) => [one, callWords(one)]),
      ...steps,
      screen?.path ?? '',
      screen?.title ?? '',
    ].join(' '),
  );
}

/** States whose words, events, screen or address hold every word that is looked for; accents do not matter. */
export function found(charts: readonly ChartFacts[], search: string): Found[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return charts.flatMap(({ id, states }) =>
    states
      .filter((state) => words.every((word) => textOf(id, state).includes(word)))
      .map((state) => ({ chart: id, state })),
  );
}
