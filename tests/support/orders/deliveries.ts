import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { QuoteOption } from '#contract/cart.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import { type Lead, type Who, home, line, lockCart, newCart, orderBody, place, see } from '../buyers.ts';
import { deliveryId } from '../tenants/delivery-tenant.ts';
import type { Answer, TestServer } from '../store/server.ts';

export const banana = [line('banana', 1)];
/** A delivery that has no windows. */
export const expressly = { id: deliveryId('shipping', 'expressa'), type: 'EXPRESS' };
export const slotOf = (windowId: string) => windowId.slice(windowId.lastIndexOf('.') + 1);

/** What is asked of the delivery tenant's shop, by its visitor unless somebody else is named. */
export function deliveries(of: () => { server: TestServer; lead: Lead }) {
  const quoteOf = async (id: string, who: Who = of().lead): Promise<Answer['json']> =>
    (await see(of().server, who, `/api/operation/orders/quote/${id}`)).json;
  const quote = async (draft: object = { location: home }) =>
    quoteOf((await newCart(of().server, of().lead, banana, draft)).uuid);
  const windowIn = async (slug: string, slot: string, hubId?: string): Promise<string> =>
    (await quote()).options
      .find((one: QuoteOption) => one.id === deliveryId('shipping', slug) && (!hubId || one.hubId === hubId))
      ?.windows.find(({ id }: { id: string }) => slotOf(id) === slot).id;
  return {
    quoteOf,
    quote,
    windowIn,
    /** The scheduled delivery in the first window of a slot. */
    chosen: async (slot: string) => ({
      id: deliveryId('shipping', 'entrega'),
      type: 'SCHEDULED',
      windowId: await windowIn('entrega', slot),
    }),
    async bought(shippingMethod: object, type = 'SHIPPING', draft: object = {}): Promise<Answer['json']> {
      const { server, lead } = of();
      const { uuid } = await newCart(server, lead, banana, { location: home, shippingMethod, ...draft });
      const lock = await lockCart(server, lead, uuid);
      expect([lock.status, lock.json.detail]).toEqual([200, undefined]);
      const body = orderBody(uuid, banana, { fence: lock.json.fence });
      const { status, json } = await place(server, lead, body, { type });
      expect([status, json.code?.length]).toEqual([201, 16]);
      return json;
    },
    /** Sends an event to an order, as its buyer does. */
    ask: (id: string, type: string, who: Who = of().lead) =>
      of().server.call('POST', `/api/operation/orders/order/${id}/events`, { ...who, body: { type } }),
    /** Places of a window that are taken. */
    taken: async (id: string): Promise<number> =>
      (
        await of().server.core.db.read('client', (tx) =>
          tx
            .select()
            .from(deliveryWindow)
            .where(and(eq(deliveryWindow.tenantId, 'client'), eq(deliveryWindow.id, id))),
        )
      )[0]?.taken ?? 0,
  };
}
