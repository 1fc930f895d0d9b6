/**
 * `npm run ops:invite -- <client> <name> <e-mail or phone>`: lets an owner into the operator's side of a store; one
 * who is there already gets a new second factor.
 */
import './require-node.mjs';
import * as v from 'valibot';
import { StaffContact } from '#contract/ops/session.ts';
import { createServices } from '#server/services/services.ts';
import { endWithUsage, runWithStore } from './command.ts';

const USAGE = 'npm run ops:invite -- <loja> <nome> <e-mail ou celular>';
const [client, name, contact, more] = process.argv.slice(2);
const parsed = v.safeParse(StaffContact, contact);
if (client === undefined || name === undefined || !parsed.success || more !== undefined) endWithUsage(USAGE);
await runWithStore(process.env, async (core) => {
  const tenant = core.tenants.byId(client);
  if (!tenant) throw new Error(`Não há loja "${client}".`);
  await createServices(core).staff.inviteOwner(tenant, name, parsed.output);
  return `${name} é responsável por ${tenant.name}: entra em /ops com ${parsed.output}.`;
});
