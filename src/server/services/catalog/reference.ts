import { asc, eq } from 'drizzle-orm';
import type { FormField } from '#contract/place.ts';
import type { Pause } from '#contract/scalars.ts';
import type { PaymentTerms } from '#contract/tenant/tenant.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { hub } from '#server/db/schema/shop/hub.ts';
import { shippingMethod } from '#server/db/schema/shop/shipping-method.ts';
import { DATA_TOPIC } from '#server/platform/events.ts';
import { addressFieldsOf } from '#server/services/people/address-form.ts';
import { pausesOf } from './pause.ts';
import { TENANTS_TOPIC } from '#server/platform/tenant-directory.ts';

export type CampaignRow = typeof campaign.$inferSelect;
/** A hub, with the pause that the shop made of it, which may be over. */
export type HubRow = typeof hub.$inferSelect & { paused: Pause | undefined };
export type MethodRow = typeof shippingMethod.$inferSelect;

/** Hubs inside the company that the orders of a campaign are routed to, and no others (D28). */
export const internalHubsOf = (row: Pick<CampaignRow, 'body'>): string[] =>
  (row.body['internalHubRoutingIds'] ?? []) as string[]; // written by the importer in the contract's shape

/**
 * What the shop sets and buyers only read: campaigns (ended and inactive ones too) by id, hubs, ways of
 * delivery in their order.
 */
export interface Reference {
  campaigns: readonly CampaignRow[];
  hubs: readonly HubRow[];
  methods: readonly MethodRow[];
  /** of the ways of paying, as they are now */
  terms: PaymentTerms | undefined;
  /** of an address, as they are now */
  addressFields: readonly FormField[];
}
export type ReferenceOf = (tx: Tx, tenantId: string) => Promise<Reference>;

/** Longest age in ms of what nobody said had changed; the net below a lost notification. */
const LIFE = 3_000;

/**
 * Reference data of each tenant, in memory until some process says that it changed. Prices of items, stock
 * and orders are never kept: they are read in the transaction that uses them.
 */
export function referenceReader({ events, tenants }: Pick<Core, 'events' | 'tenants'>): ReferenceOf {
  const kept = new Map<string, { reference: Reference; until: number }>();
  // Counted, so that what was read before a change is not kept after it.
  let changes = 0;
  const forget = () => {
    changes++;
    kept.clear();
  };
  events.subscribe('*', DATA_TOPIC, forget);
  events.subscribe('*', TENANTS_TOPIC, forget);
  events.onReconnect(forget);
  return async (tx, tenantId) => {
    const known = kept.get(tenantId);
    if (known && performance.now() < known.until) return known.reference;
    const mark = changes;
    const until = performance.now() + LIFE;
    const [pausedOf, campaigns, hubs, methods] = await Promise.all([
      pausesOf(tx, tenantId, 'hub'),
      tx.select().from(campaign).where(eq(campaign.tenantId, tenantId)).orderBy(asc(campaign.id)),
      tx.select().from(hub).where(eq(hub.tenantId, tenantId)).orderBy(asc(hub.id)),
      tx
        .select()
        .from(shippingMethod)
        .where(eq(shippingMethod.tenantId, tenantId))
        .orderBy(asc(shippingMethod.position)),
    ]);
    const reference: Reference = {
      campaigns,
      hubs: hubs.map((row) => ({ ...row, paused: pausedOf(row.id) })),
      methods,
      get terms() {
        return tenants.byId(tenantId)?.settings.payment.terms;
      },
      get addressFields() {
        return addressFieldsOf(tenants, tenantId);
      },
    };
    if (mark === changes) kept.set(tenantId, { reference, until });
    return reference;
  };
}
