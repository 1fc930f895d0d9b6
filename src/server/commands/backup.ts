/**
 * `npm run db:backup`: an encrypted copy of the database. `npm run db:restore [-- file]`: puts a copy, else
 * the newest, in its place.
 * An embedded one must not be open for either; a PostgreSQL one may be in use while it is copied.
 */
import './require-node.mjs';
import { join } from 'node:path';
import { copyBeforeMigration } from '#server/backup/before-migration.ts';
import { backupServer, restoreServer } from '#server/backup/backup-server.ts';
import { restoreBackup, writeBackup } from '#server/backup/backup.ts';
import { runCommand } from './command.ts';
import { openEmbedded, privateDirectory } from '#server/db/open.ts';
import { type Env, readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { type Secrets, openSecrets } from '#server/platform/secrets.ts';

const [order, file] = process.argv.slice(2);

async function backup(env: Env, secrets: Secrets, owner: string | undefined): Promise<string> {
  if (owner !== undefined) return backupServer(owner, env.DATA_DIR, secrets, Date.now());
  const log = createLog('warn');
  const db = await openEmbedded(
    env.DATA_DIR,
    log,
    copyBeforeMigration(env.DATA_DIR, log, () => secrets),
  );
  try {
    if (!db.dump) throw new Error('this database has no files of its own');
    return await writeBackup(await db.dump(), env.DATA_DIR, secrets, Date.now());
  } finally {
    await db.close();
  }
}

await runCommand(async () => {
  const env = readEnv(process.env);
  const owner = env.DATABASE_URL === undefined ? undefined : (env.DATABASE_ADMIN_URL ?? env.DATABASE_URL);
  privateDirectory(env.DATA_DIR);
  const secrets = openSecrets(env, join(env.DATA_DIR, 'keys'));
  if (order !== 'restore') return `Copy made: ${await backup(env, secrets, owner)}`;
  const done = await (owner === undefined
    ? restoreBackup(env.DATA_DIR, secrets, file)
    : restoreServer(owner, env.DATA_DIR, secrets, file));
  return `${done.file} is in place.${done.aside === null ? '' : ` What was there is kept as ${done.aside}.`}`;
});
