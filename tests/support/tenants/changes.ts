import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { DATA_TOPIC } from '#server/platform/events.ts';
import { TENANTS_TOPIC } from '#server/platform/tenant-directory.ts';
import type { TenantData } from '#server/tenants/data.ts';
import { importTenant } from '#server/tenants/import.ts';
import { campaignId } from '../buyers.ts';
import type { TestServer } from '../store/server.ts';

/** What changes under buyers: stores that are loaded, campaigns that an operator alters. */

/** Does something that is told to every process, and waits until this one has heard of it. */
async function untilHeard(
  server: TestServer,
  [tenant, topic]: [tenant: string, topic: string],
  work: () => Promise<unknown>,
): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const stop = server.core.events.subscribe(tenant, topic, () => heard.resolve());
  await work();
  await heard.promise;
  stop();
}
/** Writes what buyers only read (campaigns, hubs …). */
export const alter = (server: TestServer, tenant: string, write: (tx: Tx) => Promise<unknown>) =>
  untilHeard(server, [tenant, DATA_TOPIC], () =>
    server.core.db.tenant(tenant, async (tx) => {
      await write(tx);
      await server.core.events.changed(tx, tenant);
    }),
  );
/**
 * Loads a tenant, with its stock. What changed is told to this process at once, who is signed out by it only by the
 * database, which tells of the tenant last.
 */
export const load = (server: TestServer, data: TenantData): Promise<void> =>
  untilHeard(server, ['*', TENANTS_TOPIC], () => importTenant(server.core, data, 'loaded'));
/** Changes what a campaign says, as an operator would; returns the way back. */
export async function alterCampaign(
  server: TestServer,
  change: { body?: object; row?: Partial<typeof campaign.$inferInsert> },
  slug = 'semana',
  tenant = 'client',
): Promise<() => Promise<void>> {
  const where = and(eq(campaign.tenantId, tenant), eq(campaign.id, campaignId(slug, tenant)));
  const [before] = await server.core.db.read(tenant, (tx) => tx.select().from(campaign).where(where));
  if (!before) throw new Error(`there is no campaign ${slug}`);
  await alter(server, tenant, (tx) =>
    tx
      .update(campaign)
      .set({ ...change.row, body: { ...before.body, ...change.body } })
      .where(where),
  );
  return () => alter(server, tenant, (tx) => tx.update(campaign).set(before).where(where));
}

/** Lets the open campaign ask these questions with an order; returns the way back. */
export function alterQuestions(server: TestServer, ...names: string[]): Promise<() => Promise<void>> {
  const asked = { type: 'text', required: false, editable: true, hidden: false };
  const fields = names.map((name) => ({ name, label: name, ...asked }));
  const submit = { text: 'Salvar', waitingText: 'Salvar' };
  return alterCampaign(server, { body: { properties: { extraForm: { fields, submit } } } });
}
