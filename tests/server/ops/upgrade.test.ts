import { fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { backupsOf, restoreBackup } from '#server/backup/backup.ts';
import { openDatabase } from '#server/backup/before-migration.ts';
import { readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { openSecrets } from '#server/platform/secrets.ts';
import { FILL, journal, oldMigrations } from '#tests/support/store/old-revision.ts';
import { compiled, quickly } from '#tests/support/store/processes.ts';
import { freshDatabase, startPostgres, wholePostgres } from '#tests/support/store/postgres.ts';

const scratch = mkdtempSync(join(tmpdir(), 'vitrine-upgrade-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const KEYS = 'a:0123456789abcdef0123456789abcdef';
const script = resolve(import.meta.dirname, '../../support/store/upgrade-fixture.ts');
/** Where the upgrades begin. */
const OLD = 3;
const KILLS = 6;
/** Messages of a start before it changes anything. */
const OPENING = 60;

type Query = (text: string) => Promise<{ rows: unknown[] }>;
const revisionOf = async (query: Query) =>
  ((await query('select count(*)::int as n from drizzle.__drizzle_migrations')).rows as { n: number }[])[0]
    ?.n;
/** The rows of every table that the old revision had, in the columns that it had. */
async function rowsOf(query: Query, columns: Record<string, string>): Promise<string> {
  const all: unknown[] = [];
  for (const [table, list] of Object.entries(columns))
    all.push([table, (await query(`select ${list} from public."${table}" order by 1`)).rows]);
  return JSON.stringify(all);
}
async function columnsOf(query: Query): Promise<Record<string, string>> {
  const { rows } = await query(
    `select table_name as name, string_agg(format('%I::text', column_name), ', ' order by ordinal_position) as list from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
  );
  return Object.fromEntries((rows as { name: string; list: string }[]).map(({ name, list }) => [name, list]));
}

describe('an embedded database with data', () => {
  const made = join(scratch, 'made');
  let columns: Record<string, string> = {};
  let before = '';
  const copyOf = (name: string) => {
    const DATA_DIR = join(scratch, name);
    mkdirSync(DATA_DIR, { mode: 0o700 });
    cpSync(made, join(DATA_DIR, 'database'), { recursive: true });
    return DATA_DIR;
  };
  const envOf = (DATA_DIR: string) => readEnv({ SANDBOX: '1', DATA_DIR, SECRET_KEYS: KEYS });
  async function look(DATA_DIR: string): Promise<{ revision: number | undefined; rows: string }> {
    const pglite = await PGlite.create(join(DATA_DIR, 'database'));
    const query: Query = (text) => pglite.query(text);
    const seen = { revision: await revisionOf(query), rows: await rowsOf(query, columns) };
    await pglite.close();
    return seen;
  }
  /** Its upgrade in a process of its own. @param at number of the message before which it is killed */
  const upgrade = (DATA_DIR: string, at: number) =>
    new Promise<{ ended: number | NodeJS.Signals | null; messages: number }>((done) => {
      const child = fork(script, [DATA_DIR, String(at), 'messages'], {
        env: { ...process.env, ...compiled },
        execArgv: quickly,
      });
      let messages = 0;
      // What upgraded.ts says
      child.once('message', (told) => (messages = (told as { steps: number }).steps));
      child.once('exit', (code, signal) => done({ ended: code ?? signal, messages }));
    });
  beforeAll(async () => {
    const pglite = await PGlite.create(made);
    await migratePglite(drizzlePglite({ client: pglite }), { migrationsFolder: oldMigrations(scratch, OLD) });
    await pglite.exec(FILL);
    columns = await columnsOf((text) => pglite.query(text));
    before = await rowsOf((text) => pglite.query(text), columns);
    await pglite.close();
  });

  it('OPS-06 is copied before it is migrated, once, and the copy leads back', async () => {
    const DATA_DIR = copyOf('copied');
    for (let start = 0; start < 2; start++) {
      await (await openDatabase(envOf(DATA_DIR), createLog('silent'))).close();
      expect(readdirSync(backupsOf(DATA_DIR))).toHaveLength(1);
    }
    expect(await look(DATA_DIR)).toEqual({ revision: journal.entries.length, rows: before });
    await restoreBackup(DATA_DIR, openSecrets(envOf(DATA_DIR), join(DATA_DIR, 'keys')));
    expect(await look(DATA_DIR)).toEqual({ revision: OLD, rows: before });
  });

  it('OPS-06 is not migrated when it cannot be copied', async () => {
    const DATA_DIR = copyOf('uncopied');
    writeFileSync(backupsOf(DATA_DIR), 'a file where the folder should be');
    await expect(openDatabase(envOf(DATA_DIR), createLog('silent'))).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(await look(DATA_DIR)).toEqual({ revision: OLD, rows: before });
  });

  it(`OPS-07 is killed at ${KILLS} places of its upgrade, and the next start finishes it with every row; the copy was whole before the first change`, async () => {
    const begun = performance.now();
    const { ended, messages } = await upgrade(copyOf('counted'), 0);
    expect([ended, messages > 200]).toEqual([0, true]);
    const outcomes: unknown[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      // The last of them falls into the queue's own tables, which come after the shop's.
      const at = Math.round(OPENING + ((kill + 0.5) * (messages - OPENING)) / KILLS);
      const DATA_DIR = copyOf(`killed-${kill}`);
      expect([at, (await upgrade(DATA_DIR, at)).ended]).toEqual([at, 'SIGKILL']);
      const copies = readdirSync(DATA_DIR).includes('backups')
        ? readdirSync(backupsOf(DATA_DIR)).filter((name) => name.endsWith('.backup')).length
        : 0;
      const db = await openDatabase(envOf(DATA_DIR), createLog('silent'));
      await db.executeSql('reset role');
      const query: Query = (text) => db.executeSql(text);
      const [revision, rows] = [await revisionOf(query), await rowsOf(query, columns)];
      await db.close();
      outcomes.push([
        at,
        copies,
        revision,
        rows === before,
        readdirSync(DATA_DIR).filter((name) => name.includes('unfit')),
      ]);
      rmSync(DATA_DIR, { recursive: true });
    }
    // The copy is whole before the first change.
    expect(outcomes).toEqual(
      outcomes.map((outcome) => [(outcome as unknown[])[0], 1, journal.entries.length, true, []]),
    );
    console.log(
      `OPS-07 an embedded database killed at ${KILLS} of ${messages} messages of its upgrade: ${outcomes.length} opened with every row, in ${Math.round(performance.now() - begun)} ms`,
    );
  });
});

describe('a PostgreSQL database with data', () => {
  const programs = wholePostgres();
  /** At an old revision, with rows. */
  async function old(host: string): Promise<{ url: string; drop(): Promise<void> }> {
    const { url, drop } = await freshDatabase(host);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await migratePg(drizzlePg({ client }), { migrationsFolder: oldMigrations(scratch, OLD) });
    await client.query(FILL);
    await client.end();
    return { url, drop };
  }
  async function start(url: string, name: string): Promise<{ lines: string[]; copies: string[] }> {
    const lines: string[] = [];
    const DATA_DIR = join(scratch, name);
    const env = readEnv({ SANDBOX: '1', DATA_DIR, SECRET_KEYS: KEYS, DATABASE_URL: url });
    await (
      await openDatabase(env, createLog('info', { write: (line: string) => void lines.push(line) }))
    ).close();
    return { lines, copies: readdirSync(backupsOf(DATA_DIR)) };
  }

  it('OPS-06 is migrated without a copy where there is no pg_dump, and the log says so', async () => {
    const { url, drop } = await old(inject('postgres').host);
    vi.stubEnv('PATH', scratch);
    const { lines, copies } = await start(url, 'without').finally(() => vi.unstubAllEnvs());
    expect(copies).toEqual([]);
    expect(
      lines.filter(
        (line) => line.includes('no copy of the database') && line.includes('pg_dump was not found'),
      ),
    ).toHaveLength(1);
    await drop();
  });

  it.each(programs ? [programs] : [])('OPS-06 is copied before it is migrated, once (%s)', async (own) => {
    const server = await startPostgres({}, own);
    const { url } = await old(server.host);
    vi.stubEnv('PATH', own);
    for (let again = 0; again < 2; again++) expect((await start(url, 'with')).copies).toHaveLength(1);
    vi.unstubAllEnvs();
    await server.stop();
  });
});
