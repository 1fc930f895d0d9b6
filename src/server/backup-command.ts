/** `npm run db:backup`: an encrypted copy of an embedded database that nobody has open. `npm run db:restore [-- file]`: puts a copy, else the newest, in its place. */
import './require-node.mjs';
import { join } from 'node:path';
import { restoreBackup, writeBackup } from './backup.ts';
import { openEmbedded } from './db/open.ts';
import { type Env, readEnv } from './env.ts';
import { createLog } from './log.ts';
import { openSecrets } from './secrets.ts';

const [order, file] = process.argv.slice(2);

async function backup(env: Env): Promise<string> {
  const db = await openEmbedded(env.DATA_DIR, createLog('warn'));
  try {
    if (!db.dump) throw new Error('this database has no files of its own');
    return `Copy made: ${await writeBackup(await db.dump(), env.DATA_DIR, openSecrets(env, join(env.DATA_DIR, 'keys')), Date.now())}`;
  } finally {
    await db.close();
  }
}

async function restore(env: Env): Promise<string> {
  const done = await restoreBackup(env.DATA_DIR, openSecrets(env, join(env.DATA_DIR, 'keys')), file);
  return `${done.file} is in place.${done.aside === null ? '' : ` What was there lies in ${done.aside}.`}`;
}

try {
  const env = readEnv(process.env);
  if (env.DATABASE_URL !== undefined) throw new Error('DATABASE_URL names a PostgreSQL server: use its own pg_dump and pg_restore (docs/operations.md).');
  console.log(await (order === 'restore' ? restore(env) : backup(env)));
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
}
