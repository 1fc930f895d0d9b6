/**
 * `npm run tenant:check -- <folder>`: names every fault of a tenant's folder, file by file and field by
 * field. It needs no database.
 */
import './require-node.mjs';
import { resolve } from 'node:path';
import { endWithUsage } from './command.ts';
import { checkMedia } from '#server/tenants/icons.ts';
import { TenantError, readTenant } from '#server/tenants/read.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) endWithUsage('npm run tenant:check -- <pasta>');
try {
  const data = await readTenant(resolve(folder));
  await checkMedia(data);
  const { tenant, campaigns, items, media } = data;
  const sold = [...items.values()].reduce((count, shelf) => count + shelf.length, 0);
  console.log(
    `Loja "${tenant.client}" sem erros: ${campaigns.length} campanhas, ${sold} itens, ${media.length} imagens.`,
  );
} catch (fault) {
  if (!(fault instanceof TenantError)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}
