/** `npm run tenant:export -- <folder> [client]`: writes a tenant as a folder that `tenant:import` takes; without a name the default one. */
import '../require-node.mjs';
import { resolve } from 'node:path';
import { openDatabase } from '../db/open.ts';
import { readEnv } from '../env.ts';
import { createLog } from '../log.ts';
import { openCore } from '../main.ts';
import { exportTenant } from './export.ts';

const [folder, name] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Uso: npm run tenant:export -- <pasta> [loja]');
  process.exit(2);
}
const env = readEnv(process.env);
const log = createLog('warn');
const db = await openDatabase(env, log);
try {
  const core = await openCore(env, db, log);
  const client = name ?? core.tenants.fallback().client;
  await exportTenant(core, client, resolve(folder));
  console.log(`Loja "${client}" gravada em ${resolve(folder)}.`);
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
} finally {
  await db.close();
}
