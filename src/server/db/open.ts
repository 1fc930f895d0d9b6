import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { writeBackup } from '#server/backup/backup.ts';
import { ToolFault, backupServer } from '#server/backup/backup-server.ts';
import type { Env } from '#server/platform/env.ts';
import type { Logger } from '#server/platform/log.ts';
import { type Secrets, openSecrets } from '#server/platform/secrets.ts';
import { type Database, databaseOf } from './database.ts';
import { DiskFull, hasSpace, spaceGuard } from './disk.ts';
import { lockDirectory } from './lock.ts';
import { assertHumbleRole, migrateEmbedded, migrateServer } from './migrate.ts';
import { pgliteDriver } from './pglite.ts';
import { postgresDriver } from './postgres.ts';

/**
 * Opens the database that the environment names, migrated: PostgreSQL by `DATABASE_URL`, else the embedded
 * one in `DATA_DIR`.
 */
export async function openDatabase(env: Env, log: Logger): Promise<Database> {
  const secretsOf = () => openSecrets(env, join(env.DATA_DIR, 'keys'));
  if (env.DATABASE_URL === undefined) return openEmbedded(env.DATA_DIR, log, secretsOf);
  const owner = env.DATABASE_ADMIN_URL ?? env.DATABASE_URL;
  await migrateServer(owner, env.DATABASE_URL, async () => {
    try {
      log.info(
        { file: basename(await backupServer(owner, env.DATA_DIR, secretsOf(), Date.now())) },
        'copy of the database made before it is migrated',
      );
    } catch (error) {
      if (!(error instanceof ToolFault)) throw error;
      // Many servers are copied by whoever runs them, with tools that are not here.
      log.warn({ err: error }, 'no copy of the database is made before it is migrated');
    }
  });
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
 * @param secretsOf keys for the copy that is made before one with data is migrated
 * @throws DirectoryBusy, DirectoryFault, DiskFull, MigrationFault
 */
export async function openEmbedded(
  dataDir: string,
  log: Logger,
  secretsOf: () => Secrets,
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
    await migrateEmbedded(pglite, async () => {
      log.info(
        {
          file: basename(
            await writeBackup(await pglite.dumpDataDir('none'), dataDir, secretsOf(), Date.now()),
          ),
        },
        'copy of the database made before it is migrated',
      );
    });
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
