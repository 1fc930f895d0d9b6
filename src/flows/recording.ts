import type { ToldStep } from '#machines/book/telling.ts';
import { isObject, parsed } from './given.ts';
import { saveAs } from './save.ts';

const isNames = (given: unknown): given is string[] =>
  Array.isArray(given) && given.every((one) => typeof one === 'string');
const isRunning = (given: unknown): boolean =>
  isObject(given) &&
  typeof given['id'] === 'string' &&
  typeof given['chart'] === 'string' &&
  isNames(given['active']);

function isStep(given: unknown): given is ToldStep {
  if (!isObject(given)) return false;
  const { at, id, chart, event, fields, from, to, running } = given;
  return (
    typeof at === 'number' &&
    [id, chart, event].every((one) => typeof one === 'string') &&
    [fields, from, to].every(isNames) &&
    Array.isArray(running) &&
    running.every(isRunning)
  );
}

/** The steps of a recording. @returns null for what is none */
export function stepsIn(text: string): ToldStep[] | null {
  const given = parsed(text);
  return Array.isArray(given) && given.every(isStep) ? given : null;
}
/** What an event carries, as JSON; nothing for nothing. @returns null for what is no object */
export function payloadIn(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {};
  const given = parsed(text);
  return isObject(given) ? given : null;
}

/** An object of JSON, for a form that reads it. @returns null for what is none */
export function objectIn(text: string): { value: Record<string, unknown> } | null {
  const value = payloadIn(text);
  return value && { value };
}

/** Any value of JSON; undefined for nothing. @returns null for what is no JSON */
export function valueIn(text: string): { value: unknown } | null {
  if (text.trim() === '') return { value: undefined };
  const value = parsed(text);
  return value === undefined ? null : { value };
}

export const openRecording = async (file: File): Promise<ToldStep[] | null> => stepsIn(await file.text());
/** Puts the steps among the downloads: names of charts, states and events, and no data of anybody. */
export const saveRecording = (steps: readonly ToldStep[]): void =>
  saveAs('gravacao.json', new Blob([JSON.stringify(steps, null, 1)], { type: 'application/json' }));
