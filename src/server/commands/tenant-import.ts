/** `npm run tenant:import -- <folder>`: loads a tenant into the database that the environment names. */
import './require-node.mjs';
import { endWithUsage, runWithStore } from './command.ts';
import { importFolder } from '#server/tenants/import.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) endWithUsage('npm run tenant:import -- <pasta>');
await runWithStore(process.env, async (core) => `Loja "${await importFolder(core, folder)}" carregada.`);
