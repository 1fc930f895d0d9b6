import type { ChartFacts } from './facts.ts';
import { beside, isObject, parsed } from './given.ts';

/** The charts of another revision. @param since what it is called: a revision, a date, the name of a file */
export interface Former {
  since: string;
  charts: readonly ChartFacts[];
}

const isTransition = (given: unknown): boolean =>
  isObject(given) &&
  typeof given['on'] === 'string' &&
  ['to', 'does'].every((name) => given[name] === undefined || Array.isArray(given[name]));
const isState = (given: unknown): boolean =>
  isObject(given) &&
  typeof given['path'] === 'string' &&
  typeof given['description'] === 'string' &&
  Array.isArray(given['transitions']) &&
  given['transitions'].every(isTransition);
const isChart = (given: unknown): given is ChartFacts =>
  isObject(given) &&
  typeof given['id'] === 'string' &&
  Array.isArray(given['states']) &&
  given['states'].every(isState);

const chartsOf = (given: unknown): ChartFacts[] | null =>
  Array.isArray(given) && given.length > 0 && given.every(isChart) ? given : null;
/** The charts in a file like docs/charts/charts.json. @returns null for what is none */
export const chartsIn = (text: string): ChartFacts[] | null => chartsOf(parsed(text));

/** Where `npm run flows:build -- --since` puts the revision that it was told, beside the book. */
export const FORMER = 'before.json';
/** The revision that was built into the book. @returns null where there is none */
export async function builtFormer(base: string): Promise<Former | null> {
  const given = await beside(base, FORMER);
  if (!isObject(given) || typeof given['since'] !== 'string') return null;
  const charts = chartsOf(given['charts']);
  return charts && { since: given['since'], charts };
}
