import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { isRetryable } from './faults.ts';

/**
 * A transaction, or the handle for global tables. The same on both engines; `.transaction()` makes a
 * savepoint.
 */
export type Tx = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/**
 * What an engine must give. Everything runs as the role `app`, which owns nothing and is subject to row-level
 * security.
 */
export interface Driver {
  readonly engine: 'pglite' | 'postgres';
  readonly global: Tx;
  /**
   * One transaction that begins with `opening` (SQL without parameters).
   * @throws when called inside another one: PGlite has a single connection, a pool can run dry the same way
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, mode: 'read' | 'write', opening: string): Promise<T>;
  /** Runs outside any transaction of ours; for the job queue. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  listen(channel: string, heard: (payload: string) => void, reconnected: () => void): Promise<void>;
  /** Connections of this process by what they do. A server's only. */
  connections?(): Record<'busy' | 'idle' | 'waiting', number>;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  /**
   * All files of an embedded database as a tar, as they are at one moment. A server has tools of its own for
   * that.
   */
  dump?(): Promise<Blob>;
  close(): Promise<void>;
}

/** Why a transaction failed: what was left and failed made everything after it fail as well. */
export const faultOf = (tx: Tx, error: unknown): Promise<unknown> =>
  settled(tx).then(
    () => error,
    (first: unknown) => first,
  );

/** The way to the rows. */
export interface Database extends Omit<Driver, 'transaction'> {
  /**
   * One transaction that sees and writes the rows of one tenant.
   * Run again (at most 3 times) when the database asks for it after a deadlock, so `work` must have no effect
   * outside.
   * @throws DiskFull while an embedded database has no room
   */
  tenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for reading only. */
  read<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * To be asked before something that cannot be taken back and is only then written down.
   * @throws DiskFull
   */
  assertWritable(): Promise<void>;
}

const TRIES = 4;

/**
 * Whose rows a transaction sees. Both settings end with it. The role is set again because a session might
 * have been left without it.
 */
const wallsOf = (tenantId: string) =>
  `select set_config('role', 'app', true), set_config('app.tenant', ${pg.escapeLiteral(tenantId)}, true)`;

/** Statements of a transaction that nobody waits for; see {@link deferToCommit}. */
const left = new WeakMap<Tx, Promise<unknown>[]>();

/**
 * Leaves a statement to the end of the transaction: it is sent now and its fault ends the transaction, but
 * its answer is not waited for.
 * For the last writes of `work`, so that they travel together with the commit.
 */
export function deferToCommit(tx: Tx, statement: PromiseLike<unknown>): void {
  // At once, and not one turn later: nothing may overtake it.
  const sent = new Promise<unknown>((resolve, reject) => void statement.then(resolve, reject));
  // Told by `settled`; a fault that comes before it is looked at must not end the process.
  sent.catch(() => undefined);
  left.set(tx, [...(left.get(tx) ?? []), sent]);
}

/** All that was left to the end. @throws the first fault */
export async function settled(tx: Tx): Promise<void> {
  const statements = left.get(tx) ?? [];
  left.delete(tx);
  // One after the other: the first that was sent tells why.
  for (const statement of statements) await statement;
}

/** What is to be told once a transaction has committed; see {@link afterCommit}. */
const after = new WeakMap<Tx, (() => void)[]>();

/**
 * Tells this process of something once the transaction has committed, and never where it has not. The database tells
 * all others, and this one once more, a moment later.
 */
export function afterCommit(tx: Tx, tell: () => void): void {
  after.set(tx, [...(after.get(tx) ?? []), tell]);
}

/** Puts the tenant's walls around a driver. */
export function databaseOf(driver: Driver): Database {
  const run = async <T>(
    tenantId: string,
    mode: 'read' | 'write',
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> => {
    for (let tried = 1; ; tried++) {
      try {
        let told: (() => void)[] | undefined;
        const result = await driver.transaction(
          async (tx) => {
            const done = await work(tx);
            told = after.get(tx);
            return done;
          },
          mode,
          wallsOf(tenantId),
        );
        for (const tell of told ?? []) tell();
        return result;
      } catch (error) {
        if (tried >= TRIES || !isRetryable(error)) throw error;
      }
    }
  };
  return {
    engine: driver.engine,
    global: driver.global,
    executeSql: (text, values) => driver.executeSql(text, values),
    listen: (channel, heard, reconnected) => driver.listen(channel, heard, reconnected),
    ping: () => driver.ping(),
    assertWritable: () => Promise.resolve(),
    close: () => driver.close(),
    ...(driver.dump ? { dump: driver.dump } : {}),
    ...(driver.connections ? { connections: driver.connections } : {}),
    tenant: (tenantId, work) => run(tenantId, 'write', work),
    read: (tenantId, work) => run(tenantId, 'read', work),
  };
}
