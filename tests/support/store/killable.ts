/**
 * The whole server, for tests that end it in the middle. Told over IPC where to die; the code that serves
 * knows nothing of it:
 * what goes to the database is looked at on its way, on PostgreSQL and on the embedded engine.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { KillPoint } from './kill-points.ts';

let point: KillPoint | null = null;
/** Connections on which the statement before the point was seen. */
const armed = new WeakSet<object>();
const die = () => process.kill(process.pid, 'SIGKILL');
const never = () => new Promise<never>(() => undefined);

/** @returns when to die, for a statement that is about to go out on a connection */
function fateOf(connection: object, text: string): 'before' | 'after' | null {
  if (!point) return null;
  if (new RegExp(point.armedBy, 'i').test(text)) armed.add(connection);
  if (!armed.has(connection) || !new RegExp(point.at, 'i').test(text)) return null;
  return point.when;
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown;
// oxlint-disable-next-line typescript/unbound-method -- called with the client it belongs to
const query = pg.Client.prototype.query as Query; // one of its many overloads
const watched: Query = function (first, ...rest) {
  const text: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, 'text') : first;
  const fate = typeof text === 'string' ? fateOf(this, text) : null;
  if (fate === null) return query.call(this, first, ...rest);
  // What was written before in the same turn is still on its way: it is to arrive.
  if (fate === 'before') return pause(60).then(die).then(never);
  return Promise.resolve(query.call(this, first, ...rest))
    .then(die)
    .then(never);
};
pg.Client.prototype.query = watched as typeof pg.Client.prototype.query; // the overloads of the driver

// oxlint-disable-next-line typescript/unbound-method -- called with the instance it belongs to
const protocol = PGlite.prototype.execProtocolRaw;
PGlite.prototype.execProtocolRaw = async function (message, options) {
  const fate = fateOf(this, Buffer.from(message).toString('latin1'));
  if (fate === 'before') die();
  const done = await protocol.call(this, message, options);
  if (fate === 'after') die();
  return done;
};

process.on('message', (next: KillPoint) => {
  point = next;
  process.send?.({ armed: true });
});
// After the watchers: connections keep the methods that they were made with.
const { main } = await import('#server/commands/main.ts');
const store = await main();
process.send?.({ url: store.url });
process.on('disconnect', () => process.exit(0));
