import type { Client } from '#api/client.ts';
import {
  cancelOrder,
  followOrder,
  listOpenOrders,
  orderByCode,
  pageOrders,
  sendOrderEvent,
} from '#contract/order-calls.ts';
import { setOrderUser } from '#contract/order-change.ts';
import { type Follow, type Order } from '#contract/order.ts';
import { fromPromise } from 'xstate';
import { knownPerson } from './known-person.ts';

interface Page {
  orders: Order[];
  page: number;
  totalPages: number;
}

/** Ports of the orders chart. */
export const ordersActors = (api: Client) => ({
  loadOrders: fromPromise<Page, { page: number }>(async ({ input, signal }) => {
    const { content, page, totalPages } = await api.call(pageOrders, {
      query: { page: String(input.page) },
      signal,
    });
    return { orders: content, page, totalPages };
  }),
  loadOpenOrders: fromPromise<Order[], Record<string, never>>(({ signal }) =>
    api.call(listOpenOrders, { signal }),
  ),
  /** The timeline is worth having, the order is what was asked for. */
  loadOrder: fromPromise<{ order: Order; follow: Follow | null }, { code: string }>(
    async ({ input, system, signal }) => {
      await knownPerson(system);
      const order = await api.call(orderByCode, { params: { code: input.code }, signal });
      return {
        order,
        follow: await api.call(followOrder, { params: { id: order.id }, signal }).catch(() => null),
      };
    },
  ),
  /** What was ordered without an account, with a contact that whoever is signed in has proved (D50). */
  claimOrder: fromPromise<unknown, { code: string }>(({ input: { code }, signal }) =>
    api.call(setOrderUser, { params: { code }, body: { claim: true }, signal }),
  ),
  /** Only 204 is a success (§7), and 200 for what the shop is asked; anything else has thrown. */
  cancelOrder: fromPromise<void, { id: string; reason?: string; asks: boolean }>(
    async ({ input: { id, reason, asks }, signal }) => {
      const why = reason ? { reason } : {};
      if (asks)
        await api.call(sendOrderEvent, {
          params: { id },
          body: { type: 'cancellation.requested', ...why },
          signal,
        });
      else await api.call(cancelOrder, { params: { id }, query: why, signal });
    },
  ),
});
