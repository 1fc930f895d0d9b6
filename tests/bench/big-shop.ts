import type { TenantCampaign } from '#contract/tenant/tenant-catalog.ts';
import { openCore } from '#server/commands/main.ts';
import { openDatabase } from '#server/backup/before-migration.ts';
import { readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { generateCampaign } from '#server/tenants/generate.ts';
import { makeKeys } from '#server/tenants/keys.ts';
import { importTenant, shippedTenants } from '#server/tenants/import.ts';
import { readTenant } from '#server/tenants/read.ts';

/** X-App of the tenant that is measured. */
export const BIG = 'grande';
/** X-App of a tenant with 500 campaigns. */
export const MANY = 'muitas';
/** What everybody wants when a campaign opens, and how much of it there is. */
export const SCARCE = 'Cesta da estreia';
export const SCARCE_UNITS = 500;
/** A run must not end because a shelf or a window is full. */
const PLENTY = 100_000;

export interface BigShop {
  /** Short name of the campaign of 900 items. */
  slug: string;
  /** Access keys of the tenant with 500 campaigns. */
  keys: string[];
}
/**
 * What one of many campaigns waits for: every second one for nothing, the others for a time, for an order in
 * the one before, or for people who were invited.
 */
const needOf = (index: number): Partial<TenantCampaign> =>
  index % 2 === 0
    ? { depends: [] }
    : index % 6 === 1
      ? { depends: [{ type: 'time', opensIn: index % 12 === 1 ? '-PT1M' : 'P1D' }] }
      : index % 6 === 3
        ? {
            depends: [
              { type: 'campaign', campaignId: `feira-${index - 1}`, reason: 'Peça antes na anterior.' },
            ],
          }
        : { depends: [{ type: 'invites' }], invite: { invites: 3 } };

/** Loads a market with a campaign of 900 items beside the usual ones, and one with 500 campaigns. */
export async function makeBigShop(env: Record<string, string>): Promise<BigShop> {
  const read = readEnv(env);
  const log = createLog('error');
  const db = await openDatabase(read, log);
  const core = await openCore(read, db, log);
  const [folder] = shippedTenants().filter((one) => one.endsWith('feira'));
  if (!folder) throw new Error('the demo market is gone');
  const data = await readTenant(folder);
  const { campaign, items } = generateCampaign(data, 900);
  const many = [...data.items, [campaign.slug, items] as const].map(
    ([slug, list]) => [slug, list.map((item) => ({ ...item, quantity: PLENTY }))] as const,
  );
  // The last of the main shelf, so that whoever buys plenty of the first ones never meets it.
  const [main] = many;
  const last = main?.[1].at(-1);
  if (last)
    Object.assign(last, {
      name: SCARCE,
      price: 60,
      listPrice: undefined,
      packages: [],
      quantity: SCARCE_UNITS,
    });
  const shipping = data.shipping.map((method) => ({
    ...method,
    windows: method.windows.map((window) => ({ ...window, capacity: PLENTY })),
  }));
  // A tenant of its own: the sandbox loads the demo ones anew at each start.
  const tenant = { ...data.tenant, client: BIG, hosts: [`${BIG}.localhost`], default: false };
  await importTenant(
    core,
    { ...data, tenant, shipping, campaigns: [...data.campaigns, campaign], items: new Map(many) },
    'loaded',
  );
  const [model] = data.campaigns;
  if (!model) throw new Error('the demo market has no campaign');
  const lots = Array.from({ length: 500 }, (_, index) => ({
    ...model,
    slug: `feira-${index}`,
    name: `Feira ${index}`,
    default: index === 0,
    ...needOf(index),
    priority: index,
  }));
  const empty = new Map(lots.map(({ slug }) => [slug, (data.items.get(model.slug) ?? []).slice(0, 1)]));
  await importTenant(
    core,
    {
      ...data,
      tenant: { ...tenant, client: MANY, hosts: [`${MANY}.localhost`] },
      shipping,
      campaigns: lots,
      items: empty,
    },
    'loaded',
  );
  const keys = await makeKeys(core, {
    client: MANY,
    opens: lots.filter((_, index) => index % 50 === 7).map(({ slug }) => slug),
    count: 5,
  });
  await core.events.close();
  await db.close();
  return { slug: campaign.slug, keys };
}
