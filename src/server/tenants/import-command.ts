/** `npm run tenant:import -- <folder>`: loads a tenant into the database that the environment names. */
import { openDatabase } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { createLog } from '../log.ts';
import { openCore } from '../main.ts';
import { importFolder } from './import.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Uso: npm run tenant:import -- <pasta>');
  process.exit(2);
}
const env = readEnv(process.env);
const log = createLog('warn');
const db = await openDatabase(env, log);
try {
  const client = await importFolder(await openCore(env, db, log), folder);
  console.log(`Loja "${client}" carregada.`);
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
} finally {
  await db.close();
}
