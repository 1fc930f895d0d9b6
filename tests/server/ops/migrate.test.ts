import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrateEmbedded, migrateServer } from '#server/db/migrate.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { type Engine, engines } from '#tests/support/server.ts';

const folder = join(import.meta.dirname, '../../../src/server/db/migrations');
const scratch = mkdtempSync(join(tmpdir(), 'vitrine-migrate-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] };
const revisions = journal.entries.map(({ tag }, at) => [at + 1, tag] as const);

/** The migrations as they were when only the first so many existed. */
function folderOf(count: number): string {
  const copy = join(scratch, `first-${count}`);
  cpSync(folder, copy, { recursive: true });
  writeFileSync(join(copy, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return copy;
}

interface Peer {
  url: string;
  query(text: string): Promise<Record<string, unknown>[]>;
  /** As an older release did it. */
  migrateTo(count: number): Promise<void>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}

async function open(engine: Engine): Promise<Peer> {
  if (engine === 'pglite') {
    const pglite = await PGlite.create();
    return {
      url: '',
      query: async (text) => (await pglite.exec(text)).at(-1)?.rows ?? [],
      migrateTo: (count) => migratePglite(drizzlePglite({ client: pglite }), { migrationsFolder: folderOf(count) }),
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
const tablesOf = async (peer: Peer) => (await peer.query(`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`)).map(({ name }) => String(name));

/** A row in every table, whatever its columns; foreign keys off. */
const FILL = `set session_replication_role = replica;
do $$ declare t record; begin
  for t in select table_name as name, string_agg(format('%I', column_name), ',' order by ordinal_position) as columns,
    string_agg(case when udt_name = 'uuid' then 'gen_random_uuid()' when udt_name = 'timestamptz' then '''2026-01-01''' when udt_name = 'jsonb' then '''{"a":1}''' when udt_name = 'bool' then 'true' when udt_name like '\\_%' then '''{}'''
      when udt_name like 'int%' or udt_name like 'float%' then '1' else '''x''' end, ',' order by ordinal_position) as cells
    from information_schema.columns where table_schema = 'public' group by table_name
  loop execute format('insert into public.%I (%s) values (%s)', t.name, t.columns, t.cells); end loop;
end $$; set session_replication_role = default`;

describe.each(engines)('migrations on %s', (engine) => {
  let peer: Peer;
  beforeEach(async () => {
    peer = await open(engine);
  });
  afterEach(() => peer.close());

  it.each(revisions)('OPS-07 lead from revision %i (%s) with data to the newest, and every row stays', async (count) => {
    await peer.migrateTo(count);
    await peer.query(FILL);
    const tables = await tablesOf(peer);
    const contents = async () => Promise.all(tables.map(async (name) => [name, (await peer.query(`select to_jsonb(t) as row from public."${name}" t`)).map(({ row }) => row)] as const));
    const before = await contents();
    expect(before.length).toBeGreaterThan(20);
    await peer.migrate();
    for (const [at, [name, rows]] of (await contents()).entries()) expect([name, rows]).toMatchObject([name, before[at]?.[1] ?? []]);
    const fresh = await open(engine);
    await fresh.migrate();
    expect(await peer.query(COLUMNS)).toEqual(await fresh.query(COLUMNS));
    await fresh.close();
  });

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
    await peer.query(`insert into ${log} (hash, created_at) select 'x', created_at + 1 from ${log} where id = 1`);
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
    // The connection that migrates kills itself at its nth change of the schema. A sequence counts on when everything else is undone.
    await peer.query(`create schema killer; create sequence killer.seen; create table killer.plan (at int); insert into killer.plan values (0);
      create function killer.count() returns event_trigger language plpgsql as $$ begin if nextval('killer.seen') = (select at from killer.plan) then perform pg_terminate_backend(pg_backend_pid()); end if; end $$;
      create event trigger killer on ddl_command_end execute function killer.count()`);
    const kill = async (at: number) => {
      await peer.query(`drop schema if exists public cascade; create schema public; drop schema if exists drizzle cascade; drop schema if exists pgboss cascade; update killer.plan set at = ${at}; alter sequence killer.seen restart`);
      await peer.query(`select setval('killer.seen', 1, false)`);
      return peer.migrate().then(() => 'done', () => 'killed');
    };
    expect(await kill(100_000)).toBe('done');
    const statements = Number((await peer.query('select last_value as n from killer.seen'))[0]?.['n']);
    const whole = await peer.query(COLUMNS);
    expect(statements).toBeGreaterThan(100);
    for (let at = 2; at <= statements; at += Math.ceil(statements / 14)) {
      expect([at, await kill(at)]).toEqual([at, 'killed']);
      const tables = await tablesOf(peer);
      // All of the shop's tables or none.
      expect([at, tables.length === 0 || (await peer.query(COLUMNS)).length === whole.length]).toEqual([at, true]);
      await peer.query('update killer.plan set at = 100000');
      await peer.migrate();
      expect(await peer.query(COLUMNS)).toEqual(whole);
    }
  });

  it('OPS-07 have one runner at a time, however many servers start at once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => peer.migrate()));
    expect(Number((await peer.query('select count(*) as n from drizzle.__drizzle_migrations'))[0]?.['n'])).toBe(journal.entries.length);
  });
});
