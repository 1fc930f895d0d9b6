import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from '../log.ts';
import type { Driver, Tx } from './database.ts';
import { isDatabaseGone } from './faults.ts';
import { refuseInside, withinTransaction } from './inside.ts';

/** Connections per process. More than the cores of a database server only queue there instead of here. */
const POOL = 16;
const LONGEST_BACK_OFF = 2_000;

/** A PostgreSQL server. `url` is the login role of the shop: no owner, no BYPASSRLS, a member of `app`. */
export function postgresDriver(url: string, log: Logger): Driver {
  const session = { connectionString: url, application_name: 'vitrine', options: '-c role=app -c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000' };
  const pool = new pg.Pool({ ...session, max: POOL, connectionTimeoutMillis: 2_000, keepAlive: true });
  // An idle connection that the server closed: the pool makes a new one, nobody lost anything.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection ended'));
  // One in use: its query fails and says so. Without a listener the event would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const guarded = new Proxy(pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        refuseInside(`pool.${String(name)}`);
        return Reflect.apply(value, target, given);
      };
    },
  });
  const global: Tx = drizzle({ client: guarded });
  const handles = new WeakMap<pg.PoolClient, ReturnType<typeof handleOf>>();
  const handleOf = (client: pg.PoolClient) => drizzle({ client });
  const handle = (client: pg.PoolClient) => {
    const made = handles.get(client) ?? handleOf(client);
    handles.set(client, made);
    return made;
  };
  const listeners: { stop(): Promise<void> }[] = [];
  return {
    engine: 'postgres',
    global,
    async transaction(work, mode) {
      refuseInside('db.tenant');
      // Taken from the pool here: Drizzle, given the pool, never gives a connection back whose BEGIN failed.
      const client = await pool.connect();
      let isBroken = false;
      try {
        return await withinTransaction(() => handle(client).transaction(work, mode === 'read' ? { accessMode: 'read only' } : undefined));
      } catch (error) {
        isBroken = isDatabaseGone(error);
        throw error;
      } finally {
        client.release(isBroken);
      }
    },
    async executeSql(text, values) {
      const result: unknown = await pool.query(text, values);
      // pg answers a list when the text held several statements.
      const last = (Array.isArray(result) ? result.at(-1) : result) as pg.QueryResult; // the two shapes pg documents
      return { rows: last.rows };
    },
    async listen(channel, heard, reconnected) {
      listeners.push(await listenForever({ ...session, keepAlive: true }, channel, heard, reconnected, log));
    },
    ping: async () => void (await pool.query('select 1')),
    async close() {
      await Promise.all(listeners.map((listener) => listener.stop()));
      await pool.end();
    },
  };
}

/** Keeps one connection listening, through restarts of the database. */
async function listenForever(config: pg.ClientConfig, channel: string, heard: (payload: string) => void, reconnected: () => void, log: Logger) {
  const stopping = new AbortController();
  let client = await connect();
  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({ ...config, connectionTimeoutMillis: 2_000 });
    made.on('notification', ({ payload }) => heard(payload ?? ''));
    // What follows an error is the end of the connection, and that is acted on.
    made.on('error', () => undefined);
    await made.connect();
    await made.query(`listen ${pg.escapeIdentifier(channel)}`);
    made.once('end', () => void reconnect());
    return made;
  }
  async function reconnect(): Promise<void> {
    for (let wait = 100; !stopping.signal.aborted; wait = Math.min(wait * 2, LONGEST_BACK_OFF)) {
      try {
        client = await connect();
        reconnected();
        return;
      } catch (error) {
        log.warn({ err: error }, 'not listening to the database');
        await pause(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  }
  return {
    async stop() {
      stopping.abort();
      await client.end().catch(() => undefined);
    },
  };
}
