import { once } from 'node:events';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import type { Core } from './core.ts';
import { lockDirectory } from './db/lock.ts';
import type { Secrets } from './secrets.ts';

/** A file: key id and a line break, nonce, gzipped tar under AES-256-GCM, tag at the end. */
const [NONCE, TAG] = [12, 16];
const SUFFIX = '.backup';
/** Copies kept: the newest of them, and the last one of each of the last days. */
const [NEWEST, DAYS] = [8, 7];

/** The copy cannot be used; nothing was changed. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
}

/** Where the copies of an embedded database lie. */
export const backupsOf = (dataDir: string): string => join(dataDir, 'backups');

/**
 * Writes an encrypted copy of the whole database while it is in use. It has its name only once it is whole.
 * @param dump what {@link PGlite.dumpDataDir} gives
 * @param at   its name; epoch ms
 * @returns the file
 */
export async function writeBackup(dump: Blob, dataDir: string, secrets: Secrets, at: number): Promise<string> {
  const dir = backupsOf(dataDir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, `${new Date(at).toISOString().replaceAll(':', '-')}${SUFFIX}`);
  const [newest] = secrets.keys('backup');
  if (!newest) throw new BackupFault('There is no key to write a copy with.');
  try {
    return await writeWhole(dump, dir, file, newest, at);
  } finally {
    // Of one that failed; it would take the room that is missing.
    rmSync(`${file}.making`, { force: true });
  }
}

async function writeWhole(dump: Blob, dir: string, file: string, newest: { id: string; key: Uint8Array }, at: number): Promise<string> {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', newest.key, nonce);
  const draft = createWriteStream(`${file}.making`, { mode: 0o600 });
  draft.write(`${newest.id}\n`);
  draft.write(nonce);
  try {
    await pipeline(Readable.fromWeb(dump.stream() as ReadableStream), createGzip({ level: 1 }), cipher, draft, { end: false });
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
  rotate(dir, at);
  return file;
}

/** How often a copy is made of a database that was written to since the last one, in ms. Source: OPS-06. */
const EVERY = 15 * 60_000;

/** Copies of an embedded database while the store runs. @returns ends it, after the copy that is being made */
export function keepBackups({ db, env, secrets, log }: Core): () => Promise<void> {
  const { dump } = db;
  if (!dump) return () => Promise.resolve();
  let written: unknown;
  let making = Promise.resolve();
  const make = async () => {
    // The place in the write-ahead log moves with every write and with nothing else.
    const [{ place } = {}] = (await db.executeSql('select pg_current_wal_insert_lsn()::text as place')).rows as { place: string }[];
    if (place === written) return;
    const begun = performance.now();
    const file = await writeBackup(await dump(), env.DATA_DIR, secrets, Date.now());
    written = place;
    log.info({ file: basename(file), ms: Math.round(performance.now() - begun) }, 'copy of the database made');
  };
  const timer = setInterval(() => {
    making = making.then(make).catch((error: unknown) => log.error({ err: error }, 'no copy of the database'));
  }, EVERY).unref();
  return async () => {
    clearInterval(timer);
    await making;
  };
}

/** Names of the copies, newest first. */
const copiesIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith(SUFFIX))
    .sort()
    .reverse();

function rotate(dir: string, now: number): void {
  const copies = copiesIn(dir);
  const oldest = new Date(now - DAYS * 86_400_000).toISOString();
  const lastOfDay = new Set(copies.filter((name, at) => name > oldest && name.slice(0, 10) !== copies[at - 1]?.slice(0, 10)));
  for (const name of copies.slice(NEWEST)) if (!lastOfDay.has(name)) rmSync(join(dir, name));
}

/**
 * Puts a copy in the place of the embedded database. What was there is set aside, never deleted.
 * @param file a copy; without it the newest one
 * @throws BackupFault for a copy that was altered, cut or sealed with a key that is gone; DirectoryBusy while the store runs
 */
export async function restoreBackup(dataDir: string, secrets: Secrets, file?: string): Promise<{ file: string; aside: string | null }> {
  const unlock = lockDirectory(join(dataDir, 'database.lock'));
  try {
    const newest = existsSync(backupsOf(dataDir)) ? copiesIn(backupsOf(dataDir))[0] : undefined;
    const chosen = file ?? (newest === undefined ? undefined : join(backupsOf(dataDir), newest));
    if (chosen === undefined) throw new BackupFault(`There is no copy in ${backupsOf(dataDir)}.`);
    const dump = await readBackup(chosen, secrets);
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

async function readBackup(file: string, secrets: Secrets): Promise<Blob> {
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
  if (begin === 0 || !found || size < begin + NONCE + TAG) throw new BackupFault(`${file} is no copy, or was made with a key that is not in SECRET_KEYS.`);
  const decipher = createDecipheriv('aes-256-gcm', found.key, head.subarray(begin, begin + NONCE)).setAuthTag(tag);
  const sealed = createReadStream(file, { start: begin + NONCE, end: size - TAG - 1 });
  try {
    const plain = createGunzip();
    // Nothing of it is used before the tag was found right.
    const [bytes] = await Promise.all([buffer(plain), pipeline(sealed, decipher, plain)]);
    return new Blob([new Uint8Array(bytes)]);
  } catch (cause) {
    throw new BackupFault(`${file} was altered or cut short.`, { cause });
  }
}
