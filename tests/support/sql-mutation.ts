import pg from 'pg';

/** One change of a statement: what is taken out of the guard, and what stands there instead. */
export interface Weakening {
  from: RegExp;
  to: string;
}

let active: Weakening[] = [];
let changed = 0;

type Query = (this: pg.Client, ...given: unknown[]) => unknown;
// oxlint-disable-next-line typescript/unbound-method -- called with the client it belongs to
const original = pg.Client.prototype.query as Query; // one of its many overloads

// In place from the start: the pool keeps the method that a connection had when it was made.
const query: Query = function (first, ...rest) {
  const isObject = typeof first === 'object' && first !== null;
  const text: unknown = isObject ? Reflect.get(first, 'text') : first;
  const next =
    typeof text === 'string' ? active.reduce((now, { from, to }) => now.replace(from, to), text) : text;
  if (next === text) return original.call(this, first, ...rest);
  changed++;
  // Without the name: the database has prepared the whole statement under it.
  return original.call(this, isObject ? { ...first, text: next, name: undefined } : next, ...rest);
};
pg.Client.prototype.query = query as typeof pg.Client.prototype.query; // the overloads of the driver

/**
 * Takes a guard out of every statement that goes to PostgreSQL, so that a race test can be seen red (SEC-34).
 * The code under test knows nothing of it.
 * Connections made before this module was imported are not reached.
 * @returns how many statements were changed so far, and the way back
 */
export function weaken(...changes: Weakening[]): { changed: () => number; restore: () => void } {
  active = changes;
  changed = 0;
  return { changed: () => changed, restore: () => void (active = []) };
}
