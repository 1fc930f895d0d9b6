import type { Client } from '#api/client.ts';
import {
  cancelOrder,
  followOrder,
  listOpenOrders,
  orderByCode,
  pageOrders,
  sendOrderEvent,
} from '#contract/order/order-calls.ts';
import { listOrderChildren, setOrderUser } from '#contract/order/order-change.ts';
import { type Follow, type Order } from '#contract/order/order.ts';
import { isDivided } from '#domain/order/order-family.ts';
import { fromPromise } from 'xstate';
import { knownPerson } from '../person/known-person.ts';

interface Followed {
  order: Order;
  follow: Follow | null;
}
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
  /** Timeline and parts are worth having, the order is what was asked for. */
  loadOrder: fromPromise<Followed & { parts?: Followed[] }, { code: string }>(
    async ({ input: { code }, system, signal }) => {
      await knownPerson(system);
      const followed = async (order: Order): Promise<Followed> => ({
        order,
        follow: await api.call(followOrder, { params: { id: order.id }, signal }).catch(() => null),
      });
      const order = await api.call(orderByCode, { params: { code }, signal });
      const [whole, parts] = await Promise.all([
        followed(order),
        isDivided(order)
          ? api
              .call(listOrderChildren, { params: { code }, signal })
              .then((children) => Promise.all(children.map(followed)))
              .catch(() => [])
          : [],
      ]);
      return { ...whole, parts };
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
