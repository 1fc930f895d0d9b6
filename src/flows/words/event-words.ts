import { deskScreens } from '#machines/ops/screens.ts';
import { screens } from '#machines/navigation/screens.ts';
import { calls, delays } from './calls.ts';
import { facts } from './facts.ts';
import { people } from './people.ts';

/** An event by a short name where XState has only one of its own: `loadCart falhou`. */
export function eventName(event: string): string {
  const [, kind, name = ''] =
    /^xstate\.(done\.actor|error\.actor|snapshot|after|init|stop)\.?(.*)$/.exec(event) ?? [];
  if (kind === 'done.actor') return `${name} respondeu`;
  if (kind === 'error.actor') return `${name} falhou`;
  if (kind === 'snapshot') return `${name} mudou`;
  // Without the state that waits.
  if (kind === 'after') return `depois de ${name.replace(/\..*$/, '')}`;
  return kind === 'init' ? 'começou' : event;
}

const titles = new Map<string, string>(
  [...Object.entries(screens), ...Object.entries(deskScreens)].map(([id, { title }]) => [id, title]),
);
/** What is asked for: a screen by its title, or any of a chart's. */
function requestWords(asked: string): string | null {
  if (asked.endsWith('*')) return 'quer ver uma tela';
  const title = titles.get(asked);
  return title === undefined ? null : `quer ver a tela ${title}`;
}

/** What is called, with its article: `a leitura do carrinho`; by its name where it has no words. */
export const callWords = (call: string): string => calls[call] ?? call;

/**
 * What happens, in a person's words, by an event's name or its short name.
 * @returns null for what has no words: a name of the tests, a time in figures
 */
export function saidOf(event: string): string | null {
  const name = eventName(event);
  const [, what = '', came] = /^(\w+) (respondeu|falhou|mudou)$/.exec(name) ?? [];
  const [, delay = ''] = /^depois de ([A-Za-z_]+)/.exec(name) ?? [];
  if (came !== undefined)
    return calls[what] === undefined ? null : `${calls[what]} ${came === 'respondeu' ? 'deu certo' : came}`;
  if (delay !== '') return delays[delay] ?? null;
  if (name.startsWith('asked.')) return requestWords(name.slice('asked.'.length));
  return people[name] ?? facts[name] ?? null;
}
/** What happens in words, or by its short name. */
export const eventWords = (event: string): string => saidOf(event) ?? eventName(event);
/** A line of an arrow in words: what happens, and the name of the condition. */
export const lineWords = (line: string): string => {
  const [, event = line, guard] = /^(.*?)(?: \[(.*)\])?$/.exec(line) ?? [];
  return guard === undefined ? eventWords(event) : `${eventWords(event)}, se ${guard}`;
};
