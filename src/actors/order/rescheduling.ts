import type { Client } from '#api/client.ts';
import { type QuoteOption, type ShippingChoice, getQuote } from '#contract/cart.ts';
import { getOrder, listOpenOrders, sendOrderEvent } from '#contract/order/order-calls.ts';
import { updateOrder } from '#contract/order/order-change.ts';
import type { Order } from '#contract/order/order.ts';
import { isMovable } from '#domain/order/order-change.ts';
import { fromPromise } from 'xstate';

/** Ports of the rescheduling's chart. */
export const reschedulingActors = (api: () => Promise<Client>) => ({
  loadCandidates: fromPromise<Order[], Record<string, never>>(async ({ signal }) =>
    (await (await api()).call(listOpenOrders, { signal })).filter(isMovable),
  ),
  loadWindows: fromPromise<{ order: Order; option: QuoteOption | null }, { id: string }>(
    async ({ input: { id }, signal }) => {
      const client = await api();
      // A quote is for anybody, and is not held back until it is known who asks: the order is.
      const order = await client.call(getOrder, { params: { id }, signal });
      const quote = await client.call(getQuote, { params: { id }, query: {}, signal });
      return { order, option: quote.options[0] ?? null };
    },
  ),
  /** The version is compared, so that what was asked twice is done once. */
  reschedule: fromPromise<Order, { id: string; version: number; choice: ShippingChoice | null }>(
    async ({ input: { id, version, choice }, signal }) => {
      const client = await api();
      return choice
        ? client.call(updateOrder, {
            params: { id },
            body: { version, properties: { shippingMethod: choice } },
            signal,
          })
        : client.call(sendOrderEvent, { params: { id }, body: { type: 'delivery.rescheduled' }, signal });
    },
  ),
});
