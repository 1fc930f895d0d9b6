/**
 * `npm run tenant:export -- <folder> [client]`: writes a tenant as a folder that `tenant:import` takes;
 * without a name the default one.
 */
import './require-node.mjs';
import { resolve } from 'node:path';
import { endWithUsage, runWithStore } from './command.ts';
import { exportTenant } from '#server/tenants/export.ts';

const [folder, name] = process.argv.slice(2);
if (folder === undefined) endWithUsage('npm run tenant:export -- <pasta> [loja]');
await runWithStore(process.env, async (core) => {
  const client = name ?? core.tenants.fallback().client;
  await exportTenant(core, client, resolve(folder));
  return `Loja "${client}" gravada em ${resolve(folder)}.`;
});
