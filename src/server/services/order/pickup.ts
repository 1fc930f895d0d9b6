import { and, eq } from 'drizzle-orm';
import type { Pickup } from '#contract/order/after-purchase.ts';
import type { Hub } from '#contract/place.ts';
import { ApiProblem } from '#contract/problem.ts';
import { hasOrderTag, isFetched } from '#domain/order/order-states.ts';
import type { Tx } from '#server/db/database.ts';
import { hub } from '#server/db/schema/shop/hub.ts';
import type { Core } from '#server/platform/core.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { history } from './order-history.ts';
import type { OrderReadService } from './order-reads.ts';
import { partReply } from './order-reply.ts';
import { pickupCodes } from './pickup-codes.ts';

const DAY = 86_400_000;

async function pointOf(tx: Tx, tenantId: string, id: string | null): Promise<Hub | null> {
  if (id === null) return null;
  const [row] = await tx
    .select()
    .from(hub)
    .where(and(eq(hub.tenantId, tenantId), eq(hub.id, id)));
  // Written by the importer in the contract's shape
  return row ? { ...(row.body as unknown as Hub), id: row.id } : null;
}

/** Fetching an order at its point. Source: screen ClickAndCollect; D85, D86. */
export function pickupService(core: Core, { reads }: { reads: OrderReadService }) {
  const codesOf = pickupCodes(core);
  return {
    /** @throws ApiProblem NOT_FOUND, for one that is brought as well */
    read: (tenantId: string, buyer: Buyer, id: string): Promise<Pickup> =>
      core.db.tenant(tenantId, async (tx) => {
        const found = await reads.ownPart(tx, tenantId, buyer, { id });
        const { row, child } = found;
        if (!isFetched(row)) throw new ApiProblem('NOT_FOUND');
        const { id: own, code, state, items, userName, properties } = await partReply(tx, found);
        const { recipient, shippingName, window } = properties;
        const point = await pointOf(tx, tenantId, child?.hubId ?? row.hubId);
        const pickup: Pickup = {
          id: own,
          orderCode: code,
          state,
          who: recipient?.self === false ? recipient.name : userName,
          items: items.map(({ item: { name, unit, image, tint }, quantity }) => ({
            name,
            quantity,
            ...(unit ? { unit } : {}),
            ...(image ? { image } : {}),
            ...(tint ? { tint } : {}),
          })),
          ...(shippingName ? { place: shippingName } : {}),
          ...(window ? { window } : {}),
          ...(point ? { point } : {}),
        };
        if (!hasOrderTag(state, 'collectable')) return pickup;
        const ready = (await history(tx, row, child)).findLast((one) => one.state === state);
        const until = ready && point && Date.parse(ready.at) + point.pickup.holdDays * DAY;
        return {
          ...pickup,
          code: codesOf(tenantId, own)[0],
          ...(until ? { until: new Date(until).toISOString() } : {}),
        };
      }),
  };
}
