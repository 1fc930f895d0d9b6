import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Env } from '#server/platform/env.ts';
import type { Logger } from '#server/platform/log.ts';
import { type Database, databaseOf } from './database.ts';
import { DiskFull, hasSpace, spaceGuard } from './disk.ts';
import { lockDirectory } from './lock.ts';
import { assertHumbleRole, migrateEmbedded, migrateServer } from './migrate.ts';
import { pgliteDriver } from './pglite.ts';
import { postgresDriver } from './postgres.ts';

/**
 * Copies a database before it is migrated. Made by the backup room, which knows the database and not the
 * other way round.
 */
export interface CopyBeforeMigration {
  /** @param dump a whole embedded database */
  embedded(dump: Blob): Promise<void>;
  /** @param owner address of a PostgreSQL server's database, as the owner of its tables */
  server(owner: string): Promise<void>;
}

/**
 * Opens the database that the environment names, migrated: PostgreSQL by `DATABASE_URL`, else the embedded
 * one in `DATA_DIR`.
 */
export async function openMigrated(env: Env, log: Logger, copy: CopyBeforeMigration): Promise<Database> {
  if (env.DATABASE_URL === undefined) return openEmbedded(env.DATA_DIR, log, copy);
  const owner = env.DATABASE_ADMIN_URL ?? env.DATABASE_URL;
  await migrateServer(owner, env.DATABASE_URL, () => copy.server(owner));
  if (env.production) await assertHumbleRole(env.DATABASE_URL);
  return databaseOf(postgresDriver(env.DATABASE_URL, log));
}

/**
 * Makes the directory for the person who runs the server alone; PGlite's own files are readable by all (mode
 * 666).
 */
export function privateDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if ((statSync(dir).mode & 0o077) !== 0) chmodSync(dir, 0o700);
}

/** The directory holds no database that can be opened. It has been set aside, whole. */
export class DirectoryFault extends Error {
  override readonly name = 'DirectoryFault';
}

/** Sets an unfit directory aside and never deletes it: somebody may still read orders out of it (OPS-03). */
function unfit(dir: string, cause: unknown): DirectoryFault {
  const aside = `${dir}.unfit-${new Date().toISOString().replaceAll(':', '-')}`;
  renameSync(dir, aside);
  return new DirectoryFault(
    `The database in ${dir} cannot be opened. It was set aside as ${aside}; nothing in it was changed. Put a copy that is whole in its place, or start again for an empty store.`,
    { cause },
  );
}

/**
 * The embedded database below `dataDir`, for this process alone. First made beside and renamed when whole, so
 * a kill leaves nothing half-made.
 * @param copy made before a database with data is migrated
 * @throws DirectoryBusy, DirectoryFault, DiskFull, MigrationFault
 */
export async function openEmbedded(
  dataDir: string,
  log: Logger,
  copy: Pick<CopyBeforeMigration, 'embedded'>,
): Promise<Database> {
  privateDirectory(dataDir);
  const unlock = lockDirectory(join(dataDir, 'database.lock'));
  const dir = join(dataDir, 'database');
  const making = `${dir}.making`;
  try {
    // On a full disk even a sound directory does not open, and would be taken for an unfit one.
    if (!(await hasSpace(dataDir)))
      throw new DiskFull(
        `There is too little space for the database in ${dataDir}. Make room; nothing was changed.`,
      );
    if (!existsSync(dir)) {
      rmSync(making, { recursive: true, force: true });
      const fresh = await PGlite.create(making);
      await migrateEmbedded(fresh);
      await fresh.close();
      renameSync(making, dir);
      log.info('embedded database made');
    }
    // Into a directory without one PGlite would put a new database.
    if (!existsSync(join(dir, 'PG_VERSION'))) throw unfit(dir, new Error('PG_VERSION is missing'));
    const pglite = await PGlite.create(dir).catch((error: unknown) => {
      throw unfit(dir, error);
    });
    await migrateEmbedded(pglite, async () => copy.embedded(await pglite.dumpDataDir('none')));
    const database = databaseOf(await pgliteDriver(pglite));
    const assertWritable = spaceGuard(dataDir);
    return {
      ...database,
      assertWritable,
      tenant: async (tenantId, work) => {
        await assertWritable();
        return database.tenant(tenantId, work);
      },
      close: async () => {
        await database.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
