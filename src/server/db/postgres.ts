import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { NodePgSession, NodePgTransaction, drizzle } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from '#server/platform/log.ts';
import { type Driver, type Tx, faultOf, settled } from './database.ts';
import { faultCode, isDatabaseGone } from './faults.ts';
import { Heartbeat } from './heartbeat.ts';
import { refuseInside, withinTransaction } from './inside.ts';

/** Connections per process. More than the cores of a database server only queue there instead of here. */
const POOL = 16;
/**
 * How long a call may wait for a connection, in ms: a rush is waited out. A database that is gone is noticed
 * by the heartbeat, long before.
 */
const QUEUE = 10_000;
const LONGEST_BACK_OFF = 2_000;
/**
 * Texts that the database prepares once per connection: far more than the shop has. Rare ones beyond it, and
 * long ones (imports), are sent whole.
 */
const MOST_PREPARED = 500;
const LONGEST_PREPARED = 4_000;
const dialect = new PgDialect();
/** SQLSTATE of statements behind one that failed. */
const ABORTED = '25P02';

/**
 * Lets the statements of one turn leave in one write (most of a statement's cost is its system call) and has
 * the database prepare what it hears often.
 * `pipeline` of the connection makes them travel without waiting for each other; they are still done in
 * order.
 * @param causes what failed last on a connection: everything sent behind it fails only because of that
 */
function gather(
  client: pg.PoolClient,
  names: Map<string, string>,
  causes: WeakMap<pg.PoolClient, unknown>,
): void {
  // Pg's own, not in its types
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const query = client.query.bind(client) as (...given: unknown[]) => unknown; // one of its many overloads
  const prepared = (asked: unknown) => {
    if (
      typeof asked !== 'object' ||
      asked === null ||
      !('text' in asked) ||
      typeof asked.text !== 'string' ||
      asked.text.length > LONGEST_PREPARED
    )
      return asked;
    if (!names.has(asked.text) && names.size < MOST_PREPARED) names.set(asked.text, `v${names.size}`);
    const name = names.get(asked.text);
    return name === undefined ? asked : { ...asked, name };
  };
  let isGathering = false;
  client.query = ((asked: unknown, ...rest: unknown[]) => {
    if (!isGathering) {
      isGathering = true;
      stream.cork();
      process.nextTick(() => {
        isGathering = false;
        stream.uncork();
      });
    }
    const sent = query(prepared(asked), ...rest);
    if (sent instanceof Promise)
      sent.catch((error: unknown) => faultCode(error) !== ABORTED && causes.set(client, error));
    return sent;
  }) as typeof client.query;
}

/** A PostgreSQL server. `url` is the login role of the shop: no owner, no BYPASSRLS, a member of `app`. */
export function postgresDriver(url: string, log: Logger): Driver {
  const session = {
    connectionString: url,
    application_name: 'vitrine',
    options: '-c role=app -c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000',
  };
  const pool = new pg.Pool({
    ...session,
    max: POOL,
    connectionTimeoutMillis: QUEUE,
    keepAlive: true,
    pipeline: true,
  });
  const heartbeat = new Heartbeat(pool, session);
  const names = new Map<string, string>();
  const causes = new WeakMap<pg.PoolClient, unknown>();
  // An idle connection that the server closed: the pool makes a new one, nobody lost anything.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection ended'));
  // One in use: its query fails and says so. Without a listener the event would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    gather(client, names, causes);
  });
  const guarded = new Proxy(pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        refuseInside(`pool.${String(name)}`);
        const done: unknown = Reflect.apply(value, target, given);
        return name === 'query' && done instanceof Promise ? heartbeat.guard(done) : done;
      };
    },
  });
  const global: Tx = drizzle({ client: guarded });
  const handles = new WeakMap<pg.PoolClient, Tx>();
  const handle = (client: pg.PoolClient): Tx => {
    const made =
      handles.get(client) ??
      new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined);
    handles.set(client, made);
    return made;
  };
  const connect = () => {
    const made = pool.connect();
    return heartbeat.guard(made).catch((error: unknown) => {
      // Nobody waits for it any more.
      made.then(
        (client) => client.release(),
        () => undefined,
      );
      throw error;
    });
  };
  const listeners: { stop(): Promise<void> }[] = [];
  return {
    engine: 'postgres',
    global,
    async transaction(work, mode, opening) {
      refuseInside('db.tenant');
      const client = await connect();
      const tx = handle(client);
      let isBroken = false;
      try {
        // Not waited for: it leaves together with the first statement. When it fails, what follows sees no
        // tenant, or no connection.
        const begun = client.query(`begin${mode === 'read' ? ' read only' : ''}; ${opening}`);
        begun.catch(() => undefined);
        const done = await withinTransaction(() => work(tx));
        // After a statement that failed, a commit is a rollback and that statement's fault is told here.
        const ended = client.query('commit');
        ended.catch(() => undefined);
        await begun;
        await settled(tx);
        // Nothing was written: whoever reads need not wait for the end.
        if (mode === 'read') return done;
        await ended;
        return done;
      } catch (error) {
        await client.query('rollback').catch(() => (isBroken = true));
        const cause = await faultOf(tx, error);
        // Answers come in order, but what waits for them need not hear of them in order.
        const fault = faultCode(cause) === ABORTED ? (causes.get(client) ?? cause) : cause;
        isBroken ||= isDatabaseGone(fault);
        throw fault;
      } finally {
        client.release(isBroken);
      }
    },
    async executeSql(text, values) {
      const result: unknown = await pool.query(text, values);
      // pg answers a list when the text held several statements.
      // The two shapes pg documents
      const last = (Array.isArray(result) ? result.at(-1) : result) as pg.QueryResult;
      return { rows: last.rows };
    },
    async listen(channel, heard, reconnected) {
      listeners.push(
        await listenForever(
          { ...session, keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
          channel,
          heard,
          reconnected,
          log,
        ),
      );
    },
    ping: async () => void (await heartbeat.guard(pool.query('select 1'))),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await Promise.all(listeners.map((listener) => listener.stop()));
      await heartbeat.stop();
      await pool.end();
    },
  };
}

/** Keeps one connection listening, through restarts of the database. */
async function listenForever(
  config: pg.ClientConfig,
  channel: string,
  heard: (payload: string) => void,
  reconnected: () => void,
  log: Logger,
) {
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
