import { once } from 'node:events';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import type { Core } from '#server/platform/core.ts';
import { lockDirectory } from '#server/db/lock.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/** A file: key id and a line break, nonce, gzipped tar under AES-256-GCM, tag at the end. */
const [NONCE, TAG] = [12, 16];
const SUFFIX = '.backup';
/** Its time as ISO with dashes for colons, and whose it is. */
const NAME = /^(?:[\d-]{10}T[\d-]{8}\.\d{3}Z)(\.[a-z.]+)$/;
/** Copies kept: the newest of them, and the last one of each of the last days. */
const [NEWEST, DAYS] = [8, 7];

/** The copy cannot be used; nothing was changed. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
}

/** Where the copies lie. */
export const backupsOf = (dataDir: string): string => join(dataDir, 'backups');

/**
 * Writes an encrypted copy of the whole database while it is in use. It has its name only once it is whole.
 * @param dump what {@link PGlite.dumpDataDir} gives
 * @param at   its name; epoch ms
 * @returns the file
 */
export const writeBackup = (dump: Blob, dataDir: string, secrets: Secrets, at: number): Promise<string> =>
  sealCopy(Readable.fromWeb(dump.stream() as ReadableStream), dataDir, secrets, at, SUFFIX);

/** Seals whatever a copy is made of. @param suffix tells copies of one engine from those of the other */
export async function sealCopy(
  plain: Readable,
  dataDir: string,
  secrets: Secrets,
  at: number,
  suffix: string,
): Promise<string> {
  const dir = backupsOf(dataDir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, `${new Date(at).toISOString().replaceAll(':', '-')}${suffix}`);
  const [newest] = secrets.keys('backup');
  if (!newest) throw new BackupFault('There is no key to write a copy with.');
  try {
    await writeWhole(plain, file, newest);
  } finally {
    // Of one that failed; it would take the room that is missing.
    rmSync(`${file}.making`, { force: true });
  }
  rotate(dir, at, suffix);
  return file;
}

async function writeWhole(
  plain: Readable,
  file: string,
  newest: { id: string; key: Uint8Array },
): Promise<void> {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', newest.key, nonce);
  const draft = createWriteStream(`${file}.making`, { mode: 0o600 });
  draft.write(`${newest.id}\n`);
  draft.write(nonce);
  try {
    await pipeline(plain, createGzip({ level: 1 }), cipher, draft, { end: false });
  } catch (error) {
    // Its file may be on its way into being: only once it is closed can it be taken away.
    draft.destroy();
    if (!draft.closed) await once(draft, 'close');
    throw error;
  }
  draft.end(cipher.getAuthTag());
  await new Promise<void>((done, failed) => draft.once('close', done).once('error', failed));
  const handle = await open(`${file}.making`);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  renameSync(`${file}.making`, file);
}

/**
 * Age of the newest copy at which the next is due, and how often that is looked at, in ms: together with the
 * making below the 15 minutes of OPS-06.
 */
const [DUE, LOOK] = [13.5 * 60_000, 60_000];

/**
 * Real time, which no shift of the shop's clock moves: copies are of the real world. A test brings its own.
 */
export interface Pace {
  now(): number;
  /** @returns ends it */
  every(ms: number, work: () => Promise<void>): () => void;
}
const realPace: Pace = {
  now: () => Date.now(),
  every(ms, work) {
    const timer = setInterval(() => void work(), ms).unref();
    return () => clearInterval(timer);
  },
};

/**
 * Copies of an embedded database while the store runs, as long as it is written to.
 * @returns ends it, after the copy that is being made
 */
export function keepBackups(
  { db, env, secrets, log }: Pick<Core, 'db' | 'env' | 'secrets' | 'log'>,
  pace: Pace = realPace,
): () => Promise<void> {
  const { dump } = db;
  if (!dump) return () => Promise.resolve();
  // A store that is started often is copied no less.
  let newest = newestCopy(env.DATA_DIR)?.at ?? pace.now();
  let written: unknown;
  let making: Promise<void> | null = null;
  const make = async () => {
    // The place in the write-ahead log moves with every write and with nothing else.
    const [{ place } = {}] = (await db.executeSql('select pg_current_wal_insert_lsn()::text as place'))
      .rows as { place: string }[];
    const [begun, at] = [performance.now(), pace.now()];
    if (place !== written) {
      const file = await writeBackup(await dump(), env.DATA_DIR, secrets, at);
      log.info(
        { file: basename(file), ms: Math.round(performance.now() - begun) },
        'copy of the database made',
      );
    }
    [written, newest] = [place, at];
  };
  const stop = pace.every(LOOK, async () => {
    if (pace.now() - newest < DUE) return;
    // One that failed is tried again at the next look.
    await (making ??= make()
      .catch((error: unknown) => log.error({ err: error }, 'no copy of the database'))
      .finally(() => (making = null)));
  });
  return async () => {
    stop();
    await making;
  };
}

/** Names of the copies of one engine, newest first. */
const copiesIn = (dir: string, suffix: string): string[] =>
  readdirSync(dir)
    .filter((name) => NAME.exec(name)?.[1] === suffix)
    .sort()
    .reverse();

/** The newest copy and its time in epoch ms. @param suffix of the engine */
export function newestCopy(dataDir: string, suffix = SUFFIX): { file: string; at: number } | null {
  const dir = backupsOf(dataDir);
  const name = existsSync(dir) ? copiesIn(dir, suffix)[0] : undefined;
  return name === undefined
    ? null
    : { file: join(dir, name), at: Date.parse(name.slice(0, 10) + name.slice(10, 24).replaceAll('-', ':')) };
}

function rotate(dir: string, now: number, suffix: string): void {
  const copies = copiesIn(dir, suffix);
  const oldest = new Date(now - DAYS * 86_400_000).toISOString();
  const lastOfDay = new Set(
    copies.filter((name, at) => name > oldest && name.slice(0, 10) !== copies[at - 1]?.slice(0, 10)),
  );
  for (const name of copies.slice(NEWEST)) if (!lastOfDay.has(name)) rmSync(join(dir, name));
}

/**
 * Puts a copy in the place of the embedded database. What was there is set aside, never deleted.
 * @param file a copy; without it the newest one
 * @throws BackupFault for a copy that was altered, cut or sealed with a key that is gone; DirectoryBusy while
 * the store runs
 */
export async function restoreBackup(
  dataDir: string,
  secrets: Secrets,
  file?: string,
): Promise<{ file: string; aside: string | null }> {
  const unlock = lockDirectory(join(dataDir, 'database.lock'));
  try {
    const chosen = chosenCopy(dataDir, file);
    const dump = new Blob([new Uint8Array(await buffer(await openCopy(chosen, secrets)))]);
    const dir = join(dataDir, 'database');
    const making = `${dir}.making`;
    rmSync(making, { recursive: true, force: true });
    const made = await PGlite.create(making, { loadDataDir: dump });
    await made.query('select 1');
    await made.close();
    const aside = existsSync(dir) ? `${dir}.before-${new Date().toISOString().replaceAll(':', '-')}` : null;
    if (aside !== null) renameSync(dir, aside);
    renameSync(making, dir);
    return { file: chosen, aside };
  } finally {
    unlock();
  }
}

/** The copy that was named, else the newest. @throws BackupFault when there is none, or a folder was named */
export function chosenCopy(dataDir: string, file: string | undefined, suffix = SUFFIX): string {
  const chosen = file ?? newestCopy(dataDir, suffix)?.file;
  if (chosen === undefined) throw new BackupFault(`There is no copy in ${backupsOf(dataDir)}.`);
  if (existsSync(chosen) && statSync(chosen).isDirectory())
    throw new BackupFault(
      `${chosen} is a folder. Name one copy, a file that ends in ${suffix}; those of this store lie in ${backupsOf(dataDir)}.`,
    );
  return chosen;
}

/**
 * What {@link sealCopy} sealed. It is read once for its tag before anything of it is given out.
 * @throws BackupFault when it was altered, cut, or its key is gone
 */
export async function openCopy(file: string, secrets: Secrets): Promise<Readable> {
  if (!existsSync(file)) throw new BackupFault(`There is no copy ${file}.`);
  const { size } = await stat(file);
  const handle = await open(file);
  const head = Buffer.alloc(64);
  const tag = Buffer.alloc(TAG);
  try {
    await handle.read(head, 0, head.length, 0);
    await handle.read(tag, 0, TAG, Math.max(0, size - TAG));
  } finally {
    await handle.close();
  }
  const begin = head.indexOf('\n') + 1;
  const found = secrets.keys('backup').find(({ id }) => id === head.toString('latin1', 0, begin - 1));
  if (begin === 0 || !found || size < begin + NONCE + TAG)
    throw new BackupFault(`${file} is no copy, or was made with a key that is not in SECRET_KEYS.`);
  const opened = () => {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      found.key,
      head.subarray(begin, begin + NONCE),
    ).setAuthTag(tag);
    return [createReadStream(file, { start: begin + NONCE, end: size - TAG - 1 }), decipher] as const;
  };
  try {
    await pipeline(...opened(), new Writable({ write: (_, __, done) => done() }));
  } catch (cause) {
    throw new BackupFault(
      `${file} was altered or cut short, or was made with another secret than SECRET_KEYS has for "${found.id}".`,
      { cause },
    );
  }
  const plain = createGunzip();
  // Whoever reads it is told of a fault by itself.
  pipeline(...opened(), plain).catch(() => undefined);
  return plain;
}
