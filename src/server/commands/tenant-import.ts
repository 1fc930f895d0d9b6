/** `npm run tenant:import -- <folder>`: loads a tenant into the database that the environment names. */
import './require-node.mjs';
import { endWithUsage, runWithStore } from './command.ts';
import { importFolder } from '#server/tenants/import.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) endWithUsage('npm run tenant:import -- <pasta>');
// Said while it goes: a photograph takes a second or more, and a folder may have hundreds.
const say = (name: string) => console.error(`  imagem preparada: ${name}`);
await runWithStore(process.env, async (core) => `Loja "${await importFolder(core, folder, say)}" carregada.`);
