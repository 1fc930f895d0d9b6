import type { Client } from '#api/client.ts';
import { publicOrder } from '#contract/order/order-calls.ts';
import type { PublicOrder } from '#contract/order/order.ts';
import type { TrackingInput } from '#machines/orders/tracking.machine.ts';
import { fromPromise } from 'xstate';

/** Ports of the chart that follows an order by its code. */
export const trackingActors = (api: () => Promise<Client>) => ({
  loadTracked: fromPromise<PublicOrder, TrackingInput>(async ({ input: { code }, signal }) =>
    (await api()).call(publicOrder, { params: { code }, signal }),
  ),
});
