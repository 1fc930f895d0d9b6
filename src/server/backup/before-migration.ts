import { basename, join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { type CopyBeforeMigration, openMigrated } from '#server/db/open.ts';
import type { Env } from '#server/platform/env.ts';
import type { Logger } from '#server/platform/log.ts';
import { type Secrets, openSecrets } from '#server/platform/secrets.ts';
import { writeBackup } from './backup.ts';
import { ToolFault, backupServer } from './backup-server.ts';

/** @param secretsOf keys for the copy; asked for only when one is made */
export function copyBeforeMigration(
  dataDir: string,
  log: Logger,
  secretsOf: () => Secrets,
): CopyBeforeMigration {
  const note = (file: string) =>
    log.info({ file: basename(file) }, 'copy of the database made before it is migrated');
  return {
    embedded: async (dump) => note(await writeBackup(dump, dataDir, secretsOf(), Date.now())),
    async server(owner) {
      try {
        note(await backupServer(owner, dataDir, secretsOf(), Date.now()));
      } catch (error) {
        if (!(error instanceof ToolFault)) throw error;
        // Many servers are copied by whoever runs them, with tools that are not here.
        log.warn({ err: error }, 'no copy of the database is made before it is migrated');
      }
    },
  };
}

/** Opens the database that the environment names, migrated, with a copy of it made before. */
export const openDatabase = (env: Env, log: Logger): Promise<Database> =>
  openMigrated(
    env,
    log,
    copyBeforeMigration(env.DATA_DIR, log, () => openSecrets(env, join(env.DATA_DIR, 'keys'))),
  );
