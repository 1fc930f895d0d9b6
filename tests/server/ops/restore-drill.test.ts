import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/backup/before-migration.ts';
import { readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { main } from '#server/commands/main.ts';
import {
  addressOf,
  freshDatabase,
  type PostgresServer,
  startPostgres,
  wholePostgres,
} from '#tests/support/store/postgres.ts';
import { compiled, quickly } from '#tests/support/store/processes.ts';
import { engines } from '#tests/support/store/server.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'vitrine-drill-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const KEYS = 'a:0123456789abcdef0123456789abcdef';
const programs = wholePostgres();
const command = path.resolve(import.meta.dirname, '../../../src/server/commands/backup.ts');

/** `npm run db:backup` or `db:restore`. */
function run(
  order: 'backup' | 'restore',
  env: Record<string, string>,
  ...more: string[]
): Promise<{ code: number | null; text: string; ms: number }> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...quickly, command, order, ...more], {
    env: {
      PATH: [programs, process.env['PATH']].filter(Boolean).join(path.delimiter),
      ...compiled,
      ...env,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, text, ms: performance.now() - begun })),
  );
}

/** Rows and a checksum of every table of the shop, as the owner sees them. */
async function contents(
  query: (text: string) => Promise<{ rows: unknown[] }>,
): Promise<Record<string, string>> {
  const { rows } = await query(
    `select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables where table_schema in ('public', 'drizzle') order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of rows as { name: string }[])
    found[name] = JSON.stringify(
      (
        await query(
          `select count(*)::int as count, md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as sum from ${name} t`,
        )
      ).rows[0],
    );
  return found;
}
async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// Where the machine has no PostgreSQL of its own, its drill cannot be done; what is told instead is tried
// below.
describe.each(engines.filter((engine) => engine === 'pglite' || programs))(
  'the restore drill on %s',
  (engine) => {
    let server: PostgresServer | undefined;
    let source: Record<string, string>;
    let url = '';
    beforeAll(async () => {
      source = {
        PORT: '0',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'silent',
        SANDBOX: '1',
        SECRET_KEYS: KEYS,
        DATA_DIR: path.join(scratch, engine),
      };
      if (engine === 'pglite' || !programs) return;
      server = await startPostgres({}, programs);
      ({ url } = await freshDatabase(server.host));
      source = { ...source, DATABASE_URL: url };
    });
    afterAll(() => server?.stop());
    async function contentsOf(db: Database) {
      if (engine === 'postgres') return asOwner(url, (client) => contents((text) => client.query(text)));
      await db.executeSql('reset role');
      const found = await contents((text) => db.executeSql(text));
      await db.executeSql('set role app');
      return found;
    }

    it('OPS-06 brings back every row of every table, and keeps what was there', async () => {
      const store = await main(source);
      const lead = await fetch(`${store.url}/api/users/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ properties: { type: 'CLIENT' } }),
      });
      expect(lead.status).toBe(201);
      let before = await contentsOf(store.core.db);
      expect(Object.keys(before).length).toBeGreaterThan(40);
      expect([before['public.lead'], before['public.item']].map((sum) => sum?.includes('"count":0'))).toEqual(
        [false, false],
      );
      if (engine === 'postgres') {
        // A server's is copied while it is in use, and put back only when nobody uses it.
        expect((await run('backup', source)).code).toBe(0);
        before = await contentsOf(store.core.db);
        const busy = await run('restore', source);
        expect([busy.code, busy.text]).toEqual([1, expect.stringContaining('Stop the store first')]);
      }
      await store.close();
      const copied = await run('backup', source);
      expect([copied.code, copied.text]).toEqual([0, expect.stringContaining('Copy made')]);
      const broken = await main(source);
      await broken.core.db.tenant('client', async (tx) => void (await tx.execute('delete from stock')));
      await broken.core.db.tenant('feira', async (tx) => void (await tx.execute('delete from stock')));
      const damaged = await contentsOf(broken.core.db);
      await broken.close();
      expect(damaged['public.stock']).not.toBe(before['public.stock']);

      const begun = performance.now();
      const restored = await run('restore', source);
      expect([restored.code, restored.text]).toEqual([
        0,
        expect.stringContaining('is in place. What was there is kept as'),
      ]);
      const again = await main(source);
      const outage = performance.now() - begun;
      expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
      await again.close();
      // A sandbox tells its demo stores anew at each start: once more, and looked at before anybody opens it.
      expect((await run('restore', source)).code).toBe(0);
      const db = await openDatabase(readEnv(source), createLog('silent'));
      const after = await contentsOf(db);
      await db.close();
      expect(Object.keys(after)).toEqual(Object.keys(before));
      expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([]);
      expect(outage).toBeLessThan(300_000);
      console.log(
        `OPS-06 ${engine}: ${Object.keys(after).length} tables equal in count and checksum; copied in ${Math.round(copied.ms)} ms, restored in ${Math.round(restored.ms)} ms, served again after ${Math.round(outage)} ms`,
      );
    });

    it('OPS-06 refuses a copy that was altered and a key that is gone, and changes nothing', async () => {
      const dir = path.join(source['DATA_DIR'] ?? '', 'backups');
      const newest = readdirSync(dir).sort().at(-1) ?? '';
      const bytes = readFileSync(path.join(dir, newest));
      expect([
        statSync(dir).mode & 0o777,
        statSync(path.join(dir, newest)).mode & 0o777,
        bytes.includes('Feira'),
      ]).toEqual([0o700, 0o600, false]);
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
      const altered = path.join(scratch, `${engine}.backup`);
      writeFileSync(altered, bytes);
      expect(await run('restore', source, altered)).toMatchObject({
        code: 1,
        text: expect.stringContaining('altered or cut short'),
      });
      expect(
        await run('restore', { ...source, SECRET_KEYS: 'b:0123456789abcdef0123456789abcdef' }),
      ).toMatchObject({ code: 1, text: expect.stringContaining('not in SECRET_KEYS') });
      const store = await main(source);
      expect((await fetch(`${store.url}/api/operation/campaigns/public`)).status).toBe(200);
      await store.close();
    });
  },
);

describe.each(programs ? [programs] : [])('a copy of a PostgreSQL server (%s)', (own) => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({}, own);
  });
  afterAll(() => server.stop());

  it('OPS-06 is refused by a role that would see only some rows', async () => {
    const { url } = await freshDatabase(server.host);
    const source = {
      SANDBOX: '1',
      SECRET_KEYS: KEYS,
      DATA_DIR: path.join(scratch, 'walled'),
      DATABASE_URL: url,
    };
    await (await openDatabase(readEnv(source), createLog('silent'))).close();
    await asOwner(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select schemaname || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'drizzle', 'pgboss')`,
      );
      await client.query(
        `create role owner login; grant all on schema public, drizzle, pgboss to owner; ${rows.map(({ name }) => `alter table ${name} owner to owner`).join('; ')}`,
      );
    });
    const walled = await run('backup', {
      ...source,
      DATABASE_URL: addressOf(server.host, new URL(url).pathname.slice(1), 'owner'),
    });
    expect(walled).toMatchObject({ code: 1, text: expect.stringContaining('row-level security') });
    expect(readdirSync(path.join(source.DATA_DIR, 'backups'))).toEqual([]);
    await asOwner(url, (client) => client.query('alter role owner bypassrls'));
    expect(
      await run('backup', {
        ...source,
        DATABASE_URL: addressOf(server.host, new URL(url).pathname.slice(1), 'owner'),
      }),
    ).toMatchObject({ code: 0 });
  });

  it('OPS-06 goes into an empty database of another server, with a password that is in no argument', async () => {
    const { url } = await freshDatabase(server.host);
    await asOwner(url, (client) => client.query(`create role mover login superuser password 'a:b\\c d'`));
    const rules = path.join(server.host, 'data/pg_hba.conf');
    writeFileSync(rules, `local all mover scram-sha-256\n${readFileSync(rules, 'utf8')}`);
    await asOwner(url, (client) => client.query('select pg_reload_conf()'));
    const target = new URL(addressOf(server.host, new URL(url).pathname.slice(1), 'mover'));
    target.password = encodeURIComponent('a:b\\c d');
    const source = {
      SANDBOX: '1',
      SECRET_KEYS: KEYS,
      DATA_DIR: path.join(scratch, 'walled'),
      DATABASE_URL: target.href,
    };
    const restored = await run('restore', source);
    expect(restored).toMatchObject({ code: 0, text: expect.stringMatching(/is in place\.\n$/) });
    await asOwner(url, async (client) =>
      expect(
        (await client.query('select count(*)::int as n from drizzle.__drizzle_migrations')).rows[0]?.n,
      ).toBeGreaterThan(5),
    );
  });
});

describe('a machine without the programs of PostgreSQL', () => {
  it('OPS-06 says so plainly, and leaves no half of a copy', async () => {
    const empty = path.join(scratch, 'empty');
    mkdirSync(empty);
    chmodSync(empty, 0o700);
    const DATA_DIR = path.join(scratch, 'bare');
    const told = await run('backup', {
      PATH: empty,
      SANDBOX: '1',
      SECRET_KEYS: KEYS,
      DATA_DIR,
      DATABASE_URL: addressOf(inject('postgres').host, 'postgres'),
    });
    expect(told).toMatchObject({
      code: 1,
      text: "pg_dump was not found. Install PostgreSQL's client programs, of the server's version or newer, and put them on the PATH.\n",
    });
    expect(readdirSync(path.join(DATA_DIR, 'backups'))).toEqual([]);
  });
});
