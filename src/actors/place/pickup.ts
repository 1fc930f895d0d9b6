import type { Client } from '#api/client.ts';
import { type Pickup, getPickup } from '#contract/order/after-purchase.ts';
import { listOpenOrders } from '#contract/order/order-calls.ts';
import { hasOrderTag, isFetched } from '#domain/order/order-states.ts';
import type { PickupChoice } from '#machines/orders/pickup.machine.ts';
import { fromPromise } from 'xstate';

/** Ports of the chart of fetching an order. */
export const pickupActors = (api: () => Promise<Client>) => ({
  loadPickup: fromPromise<Pickup, { id: string }>(async ({ input: { id }, signal }) =>
    (await api()).call(getPickup, { params: { id }, signal }),
  ),
  /** Those that are paid and not fetched yet. */
  loadPickups: fromPromise<PickupChoice[], Record<string, never>>(async ({ signal }) =>
    (await (await api()).call(listOpenOrders, { signal }))
      .filter((order) => isFetched(order) && hasOrderTag(order.state, 'paid'))
      .filter(({ state }) => !hasOrderTag(state, 'delivered'))
      .map(({ id, code, state, properties: { shippingName } }) => ({
        id,
        orderCode: code,
        state,
        ...(shippingName ? { place: shippingName } : {}),
      })),
  ),
});
