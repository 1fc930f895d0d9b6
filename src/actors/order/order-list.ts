import type { Client } from '#api/client.ts';
import { pageOrders } from '#contract/order/order-calls.ts';
import { firstDay, statesOfKind } from '#domain/order/order-filter.ts';
import type { OrdersFound, OrdersRequest } from '#machines/orders/order-list.machine.ts';
import { fromPromise } from 'xstate';
import { knownPerson } from '../person/known-person.ts';

/** Ports of the chart of the orders that are looked for. @param system that knows who is here @param now epoch ms */
export const orderListActors = (
  api: () => Promise<Client>,
  system: Parameters<typeof knownPerson>[0],
  now: () => number,
) => ({
  loadFound: fromPromise<OrdersFound, OrdersRequest>(async ({ input: { filter, page }, signal }) => {
    await knownPerson(system);
    const client = await api();
    const { status, campaign, days, q } = filter;
    const [found, every] = await Promise.all([
      client.call(pageOrders, {
        query: {
          page: String(page),
          ...(status === undefined ? {} : { status: statesOfKind(status) }),
          ...(campaign === undefined ? {} : { campaignIds: [campaign] }),
          ...(days === undefined ? {} : { created_after: firstDay(days, now()) }),
          ...(q === undefined ? {} : { searchText: q }),
        },
        signal,
      }),
      client.call(pageOrders, { query: { size: '1' }, signal }),
    ]);
    return { orders: found.content, total: found.totalElements, all: every.totalElements };
  }),
});
