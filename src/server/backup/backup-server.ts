import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { BackupFault, chosenCopy, openCopy, sealCopy } from './backup.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/** Copies of a PostgreSQL server's database, beside those of an embedded one. */
export const SERVER_SUFFIX = '.postgres.backup';

/** A program of PostgreSQL's own is missing or does not suit the server; nothing was changed. */
export class ToolFault extends BackupFault {}

interface Tool {
  input: NodeJS.WritableStream;
  output: AsyncIterable<Buffer>;
  /** @throws BackupFault with what it said when it ended with a fault */
  done: Promise<void>;
  /** Ends it, whatever it does. */
  end(): void;
}

/**
 * Runs a program of PostgreSQL's on a database. Its password goes by a file that only it and we can read:
 * arguments are seen by everybody on the machine.
 */
function runTool(program: 'pg_dump' | 'pg_restore', options: string[], databaseUrl: string): Tool {
  const address = new URL(databaseUrl);
  const secret = mkdtempSync(join(tmpdir(), 'vitrine-pass-'));
  if (address.password !== '') {
    writeFileSync(
      join(secret, 'pass'),
      `*:*:*:*:${decodeURIComponent(address.password).replace(/[\\:]/g, '\\$&')}\n`,
      { mode: 0o600 },
    );
    address.password = '';
    address.searchParams.set('passfile', join(secret, 'pass'));
  }
  const child = spawn(program, [...options, '--no-password', `--dbname=${address.href}`], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
  // What it was still to be told, when it has gone.
  child.stdin.on('error', () => undefined);
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', () =>
      reject(
        new ToolFault(
          `${program} was not found. Install PostgreSQL's client programs, of the server's version or newer, and put them on the PATH.`,
        ),
      ),
    );
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const Fault = /version mismatch|unsupported version|row-level security/.test(said)
        ? ToolFault
        : BackupFault;
      reject(new Fault(`${program} ended with ${code}: ${said.trim().replace(/\s*\n\s*/g, '; ')}`));
    });
  }).finally(() => rmSync(secret, { recursive: true, force: true }));
  done.catch(() => undefined);
  return { input: child.stdin, output: child.stdout, done, end: () => void child.kill() };
}

/**
 * An encrypted copy of a PostgreSQL database by `pg_dump`, as it is at one moment and while it is in use.
 * @param adminUrl the owner of the tables; must see every row (a superuser, or BYPASSRLS)
 * @throws ToolFault when there is no `pg_dump` that suits, or the role does not see every row
 */
export async function backupServer(
  adminUrl: string,
  dataDir: string,
  secrets: Secrets,
  at: number,
): Promise<string> {
  const tool = runTool('pg_dump', ['--format=custom', '--compress=0', '--no-owner'], adminUrl);
  let refusal: unknown;
  async function* dump() {
    yield* tool.output;
    // A copy is whole only when the program says so.
    await tool.done.catch((error: unknown) => {
      throw (refusal = error);
    });
  }
  try {
    return await sealCopy(Readable.from(dump()), dataDir, secrets, at, SERVER_SUFFIX);
  } catch (error) {
    tool.end();
    throw refusal ?? error;
  }
}

/** Roles belong to the whole server and are in no copy; what `app` may do is. As in migration 0001. */
const APP_ROLE =
  'do $$ begin create role app nologin nosuperuser nobypassrls; exception when duplicate_object or unique_violation then null; end $$';

const databaseOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));
function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Puts a copy in the place of a PostgreSQL database that nobody is connected to. It is read into a new one,
 * whole, before the names are exchanged; what was there keeps all it
 * had under another name. An empty database takes the copy itself.
 * @param adminUrl the owner; needs CREATEDB unless the database is empty
 * @param file     a copy; without it the newest one
 * @throws BackupFault, ToolFault; nothing was changed
 */
export async function restoreServer(
  adminUrl: string,
  dataDir: string,
  secrets: Secrets,
  file?: string,
): Promise<{ file: string; aside: string | null }> {
  const chosen = chosenCopy(dataDir, file, SERVER_SUFFIX);
  const plain = await openCopy(chosen, secrets);
  const name = databaseOf(adminUrl);
  const isEmpty = await withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ tables: number; others: number }>(
      `select (select count(*)::int from pg_tables where schemaname in ('public', 'drizzle', 'pgboss')) as tables, (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as others`,
    );
    if (rows[0]?.others !== 0)
      throw new BackupFault(`${rows[0]?.others} connections use the database ${name}. Stop the store first.`);
    await client.query(APP_ROLE);
    return rows[0].tables === 0;
  });
  const stamp = new Date().toISOString().replace(/\W/g, '').toLowerCase();
  const fresh = isEmpty ? name : `${name}_restored_${stamp}`;
  await withClient(withDatabase(adminUrl, 'postgres'), async (client) => {
    if (!isEmpty) await client.query(`create database ${pg.escapeIdentifier(fresh)}`);
    try {
      const tool = runTool(
        'pg_restore',
        ['--format=custom', '--no-owner', '--exit-on-error', '--single-transaction'],
        withDatabase(adminUrl, fresh),
      );
      await Promise.all([
        pipeline(plain, tool.input).catch((error: unknown) => tool.done.then(() => Promise.reject(error))),
        tool.done,
      ]);
    } catch (error) {
      if (!isEmpty) await client.query(`drop database ${pg.escapeIdentifier(fresh)}`);
      throw error;
    }
  });
  if (isEmpty) return { file: chosen, aside: null };
  const aside = `${name}_before_${stamp}`;
  await withClient(withDatabase(adminUrl, 'postgres'), async (client) => {
    await client.query(`alter database ${pg.escapeIdentifier(name)} rename to ${pg.escapeIdentifier(aside)}`);
    await client.query(`alter database ${pg.escapeIdentifier(fresh)} rename to ${pg.escapeIdentifier(name)}`);
  });
  return { file: chosen, aside };
}
