import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrateEmbedded, migrateServer } from '#server/db/migrate.ts';
import { jobNames } from '#server/jobs/queue.ts';
import { FILL, journal, oldMigrations } from '#tests/support/store/old-revision.ts';
import { freshDatabase } from '#tests/support/store/postgres.ts';
import { type Engine, engines } from '#tests/support/store/server.ts';

const scratch = mkdtempSync(join(tmpdir(), 'vitrine-migrate-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const folderOf = (count: number) => oldMigrations(scratch, count);
const revisions = journal.entries.map(({ tag }, at) => [at + 1, tag] as const);

interface Peer {
  url: string;
  query(text: string): Promise<Record<string, unknown>[]>;
  /** As an older release did it. */
  migrateTo(count: number): Promise<void>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** An embedded database that holds nothing: made once, a copy of it is open in a quarter of the time. */
const empty = Promise.withResolvers<Blob>();
beforeAll(async () => {
  const pglite = await PGlite.create();
  empty.resolve(await pglite.dumpDataDir('none'));
  await pglite.close();
});

async function open(engine: Engine): Promise<Peer> {
  if (engine === 'pglite') {
    const pglite = await PGlite.create({ loadDataDir: await empty.promise });
    return {
      url: '',
      query: async (text) => (await pglite.exec(text)).at(-1)?.rows ?? [],
      migrateTo: (count) =>
        migratePglite(drizzlePglite({ client: pglite }), { migrationsFolder: folderOf(count) }),
      migrate: () => migrateEmbedded(pglite),
      close: () => pglite.close(),
    };
  }
  const { url, drop } = await freshDatabase(inject('postgres').host);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    url,
    query: async (text) => {
      const result: unknown = await client.query(text);
      return (Array.isArray(result) ? result.at(-1) : (result as pg.QueryResult)).rows;
    },
    migrateTo: (count) => migratePg(drizzlePg({ client }), { migrationsFolder: folderOf(count) }),
    migrate: () => migrateServer(url, url),
    async close() {
      await client.end();
      await drop();
    },
  };
}

const COLUMNS = `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line from information_schema.columns where table_schema = 'public' order by 1`;
const tablesOf = async (peer: Peer) =>
  (
    await peer.query(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    )
  ).map(({ name }) => String(name));

describe.each(engines)('migrations on %s', (engine) => {
  let peer: Peer;
  /** What a new database has, whatever revision another one comes from. */
  let newest: Record<string, unknown>[];
  beforeAll(async () => {
    const fresh = await open(engine);
    await fresh.migrate();
    newest = await fresh.query(COLUMNS);
    await fresh.close();
  });
  beforeEach(async () => {
    peer = await open(engine);
  });
  afterEach(() => peer.close());

  it.each(revisions)(
    'OPS-07 lead from revision %i (%s) with data to the newest, and every row stays',
    async (count) => {
      await peer.migrateTo(count);
      await peer.query(FILL);
      const tables = await tablesOf(peer);
      const contents = async () =>
        Promise.all(
          tables.map(
            async (name) =>
              [
                name,
                (await peer.query(`select to_jsonb(t) as row from public."${name}" t`)).map(({ row }) => row),
              ] as const,
          ),
        );
      const before = await contents();
      expect(before.length).toBeGreaterThan(20);
      await peer.migrate();
      for (const [at, [name, rows]] of (await contents()).entries())
        expect([name, rows]).toMatchObject([name, before[at]?.[1] ?? []]);
      expect(newest.length).toBeGreaterThan(100);
      expect(await peer.query(COLUMNS)).toEqual(newest);
    },
  );

  it('OPS-07 notice a file that was changed after it was done, one that slipped in, and one that is gone', async () => {
    await peer.migrate();
    await peer.migrate();
    const log = 'drizzle.__drizzle_migrations';
    await peer.query(`update ${log} set hash = reverse(hash) where id = 2`);
    await expect(peer.migrate()).rejects.toThrow(`Migration ${journal.entries[1]?.tag} was changed`);
    await peer.query(`update ${log} set hash = reverse(hash) where id = 2`);
    await peer.migrate();
    await peer.query(`update ${log} set created_at = created_at - 1 where id = 2`);
    await expect(peer.migrate()).rejects.toThrow(`Migration ${journal.entries[1]?.tag} is older`);
    await peer.query(`update ${log} set created_at = created_at + 1 where id = 2`);
    await peer.query(
      `insert into ${log} (hash, created_at) select 'x', created_at + 1 from ${log} where id = 1`,
    );
    await expect(peer.migrate()).rejects.toThrow('not among the files');
    await peer.query(`delete from ${log} where hash = 'x'`);
    // A newer server's: this one goes on working.
    await peer.query(`insert into ${log} (hash, created_at) select 'newer', max(created_at) + 1 from ${log}`);
    await peer.migrate();
  });
});

describe('migrations of a PostgreSQL server', () => {
  let peer: Peer;
  beforeEach(async () => {
    peer = await open('postgres');
  });
  afterEach(() => peer.close());

  it('OPS-07 are killed at any statement and leave nothing half-done; the next start does them all', async () => {
    // The connection that migrates kills itself at its nth change of the schema. A sequence counts on when
    // everything else is undone.
    await peer.query(`create schema killer; create sequence killer.seen; create table killer.plan (at int); insert into killer.plan values (0);
      create function killer.count() returns event_trigger language plpgsql as $$ begin if nextval('killer.seen') = (select at from killer.plan) then perform pg_terminate_backend(pg_backend_pid()); end if; end $$;
      create event trigger killer on ddl_command_end execute function killer.count()`);
    const begun = performance.now();
    const kill = async (at: number) => {
      await peer.query(`update killer.plan set at = ${at}; select setval('killer.seen', 1, false)`);
      return peer.migrate().then(
        () => 'done',
        () => 'killed',
      );
    };
    const seen = async () => Number((await peer.query('select last_value as n from killer.seen'))[0]?.['n']);
    /** What a start would find: tables, and what is written down as done. */
    const stateOf = async () => {
      const known = (
        await peer.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as known`)
      )[0]?.['known'];
      return JSON.stringify([
        await peer.query(COLUMNS),
        known ? await peer.query('select hash from drizzle.__drizzle_migrations order by id') : [],
      ]);
    };
    const clear =
      'drop schema if exists public cascade; create schema public; drop schema if exists drizzle cascade; drop schema if exists pgboss cascade';
    const empty = await stateOf();
    expect(await kill(100_000)).toBe('done');
    const [statements, whole] = [await seen(), await stateOf()];
    expect(statements).toBeGreaterThan(100);
    await peer.query(clear);
    // Killed in the tables, a start leaves what it found, so that the next begins where this one did. From
    // where the tables are whole it is the queue's turn.
    // Every third, beginning elsewhere in each run.
    const STEP = 3;
    const begin = 1 + Math.floor(Math.random() * STEP);
    let at = begin;
    for (; at <= statements; at += STEP) {
      expect([at, await kill(at)]).toEqual([at, 'killed']);
      const state = await stateOf();
      if (state === whole) break;
      expect([at, state]).toEqual([at, empty]);
    }
    const tables = at - 1;
    expect(tables).toBeGreaterThan(100);
    for (; at <= statements; at += STEP) {
      await peer.query('drop schema if exists pgboss cascade');
      expect([at, await kill(at - tables)]).toEqual([at, 'killed']);
      expect([at, await stateOf()]).toEqual([at, whole]);
      expect([at, await kill(100_000)]).toEqual([at, 'done']);
      expect((await peer.query('select name from pgboss.queue')).length).toBe(jobNames.length);
    }
    console.log(
      `OPS-07 killed at every third of ${statements} statements from the ${begin}. (${tables} of the tables) in ${Math.round(performance.now() - begun)} ms`,
    );
  });

  it('OPS-07 have one runner at a time, however many servers start at once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => peer.migrate()));
    expect(
      Number((await peer.query('select count(*) as n from drizzle.__drizzle_migrations'))[0]?.['n']),
    ).toBe(journal.entries.length);
  });
});
