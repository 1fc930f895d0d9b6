import type { ChartFacts } from './facts.ts';

/** The charts of another revision. @param since what it is called: a revision, a date, the name of a file */
export interface Former {
  since: string;
  charts: readonly ChartFacts[];
}

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
/** The charts in a file like docs/charts/charts.json. @returns null for what is none */
export function chartsIn(text: string): ChartFacts[] | null {
  const given = parsed(text);
  return Array.isArray(given) && given.length > 0 && given.every(isChart) ? given : null;
}

/** Where `npm run flows:build -- --since` puts the revision that it was told, beside the book. */
export const FORMER = 'before.json';
/** The revision that was built into the book. @returns null where there is none */
export async function builtFormer(base: string): Promise<Former | null> {
  const answer = await fetch(base + FORMER);
  const given = parsed(await answer.text());
  if (!isObject(given) || typeof given['since'] !== 'string') return null;
  const charts = chartsIn(JSON.stringify(given['charts']));
  return charts && { since: given['since'], charts };
}
