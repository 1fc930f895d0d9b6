import type { Run, RunStep } from '#machines/book/run.ts';
import { isObject } from '../given.ts';
import { MOST_RUN_STEPS } from '#machines/book/simulation.machine.ts';

/** A run as a link carries it. @param end the innermost states in which it ended */
export interface Linked {
  run: Run;
  end: readonly string[];
}

/** What begins a run in the fragment of an address, which no server is sent. */
const MARK = '#run=';
/** As long as a run in a link may be, letters; and as what it unfolds to, bytes. */
export const MOST_LETTERS = 8_000;
const MOST_BYTES = 400_000;

const isText = (given: unknown): given is string => typeof given === 'string';
function isStep(given: unknown): given is RunStep {
  if (!isObject(given)) return false;
  const { do: what, event, call, fault, problem, ms } = given;
  if (what === 'send') return isObject(event) && isText(event['type']);
  if (what === 'answer') return isText(call);
  if (what === 'fail') return isText(call) && isText(fault) && (problem === undefined || isObject(problem));
  return what === 'wait' && typeof ms === 'number' && ms >= 0 && Number.isFinite(ms);
}
const isEnd = (given: unknown): given is string[] => Array.isArray(given) && given.every(isText);

async function through(bytes: Uint8Array<ArrayBuffer>, way: GenericTransformStream): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough<Uint8Array>(way).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError('more than a run has');
    }
    parts.push(part.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
const lettersOf = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const bytesOf = (letters: string) =>
  Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** @returns null for a run that is too long for a link */
export async function packed({ run: { input, steps }, end }: Linked): Promise<string | null> {
  const bytes = new TextEncoder().encode(JSON.stringify({ input, steps, end }));
  if (bytes.length > MOST_BYTES) return null;
  const letters = lettersOf(await through(bytes, new CompressionStream('deflate-raw')));
  return letters.length <= MOST_LETTERS ? letters : null;
}

/** @returns null for what is no run */
export async function unpacked(letters: string): Promise<Linked | null> {
  if (letters.length > MOST_LETTERS) return null;
  try {
    const bytes = await through(bytesOf(letters), new DecompressionStream('deflate-raw'));
    const given: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isObject(given)) return null;
    const { input, steps, end } = given;
    if (!Array.isArray(steps) || steps.length > MOST_RUN_STEPS || !steps.every(isStep) || !isEnd(end))
      return null;
    return { run: { input, steps }, end };
  } catch {
    return null;
  }
}

/** The run in an address, as text; null where there is none. */
export const runIn = (hash: string): string | null =>
  hash.startsWith(MARK) ? hash.slice(MARK.length) : null;
/** The address of a run of a chart. */
export const addressOfRun = (chart: string, letters: string): string =>
  `/flows/${encodeURIComponent(chart)}${MARK}${letters}`;
