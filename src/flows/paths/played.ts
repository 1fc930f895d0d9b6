import { beside, isObject } from '../given.ts';

/** A tour's step as a browser had it. */
export interface PlayedStep {
  /** in a person's words; '' where the tour begins */
  happens: string;
  /** what the chart hears of it, in words */
  hears: readonly string[];
  /** the innermost states after it; none where the chart is over */
  states: readonly string[];
  /** of the page, as the browser has them */
  path: string;
  title: string;
  /** what the server's database said, in words */
  server: readonly string[];
  /** beside the book; '' without one */
  picture: string;
}
export interface PlayedTour {
  steps: readonly PlayedStep[];
  /** as a link to the simulation carries it; '' for one that is too long */
  run: string;
  /** what did not agree at its last step; '' where all did */
  fault: string;
}
/** A chart's tours in the newest replay of it. */
export interface PlayedChart {
  chart: string;
  /** ISO 8601 */
  at: string;
  /** transitions of the chart, and how many of them the tours take */
  all: number;
  taken: number;
  /** what nobody can bring about, and why */
  never: readonly { what: string; why: string }[];
  tours: readonly PlayedTour[];
}

/** Where the replays' tours stand, beside the book; its pictures in a folder of the name before the dot. */
export const PLAYED = 'played.json';

const isText = (given: unknown): given is string => typeof given === 'string';
const isCount = (given: unknown): given is number => Number.isInteger(given);
const areAll = <One>(given: unknown, is: (one: unknown) => one is One): given is One[] =>
  Array.isArray(given) && given.every(is);
const hasTexts = (given: unknown, ...names: string[]): given is Record<string, unknown> =>
  isObject(given) && names.every((name) => isText(given[name]));

const isStep = (given: unknown): given is PlayedStep =>
  hasTexts(given, 'happens', 'path', 'title') &&
  areAll(given['hears'], isText) &&
  areAll(given['states'], isText) &&
  areAll(given['server'], isText) &&
  isText(given['picture']) &&
  /^(?:(?:played|before)\/[\w.-]+)?$/.test(given['picture']);
const isTour = (given: unknown): given is PlayedTour =>
  hasTexts(given, 'run', 'fault') && areAll(given['steps'], isStep) && given['steps'].length > 0;
const isReason = (given: unknown): given is PlayedChart['never'][number] => hasTexts(given, 'what', 'why');
const isChart = (given: unknown): given is PlayedChart =>
  hasTexts(given, 'chart', 'at') &&
  isCount(given['all']) &&
  isCount(given['taken']) &&
  areAll(given['never'], isReason) &&
  areAll(given['tours'], isTour);

/** @returns null for what is no list of replayed charts */
export const playedIn = (given: unknown): PlayedChart[] | null => (areAll(given, isChart) ? given : null);

/** The replayed charts that a build put beside the book. @returns none where it was made without them */
export const playedOf = async (base: string): Promise<readonly PlayedChart[]> =>
  playedIn(await beside(base, PLAYED)) ?? [];
