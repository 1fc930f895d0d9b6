import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { OrderState } from '#contract/order/order.ts';
import { order, orderEvent } from '#server/db/schema/order.ts';
import { type Called, type Who, credentials, see, send } from '../buyers.ts';
import type { TestServer } from '../store/server.ts';

/** What becomes of an order that was placed: what its buyer asks for, what the shop says, what the clock does. */

export const readOrder = (server: Called, who: Who, code: string) =>
  see(server, who, `/api/operation/orders/code/${code}`);
export const stateOf = async (server: Called, who: Who, code: string): Promise<string> =>
  (await readOrder(server, who, code)).json.state;
export const ask = (server: Called, who: Who, id: string, body: object) =>
  server.call('POST', `/api/operation/orders/order/${id}/events`, { ...credentials(who), body });
export const cancel = (server: Called, who: Who, id: string, query = '') =>
  server.call('DELETE', `/api/operation/orders/cancel/${id}${query}`, credentials(who));
/** The shop says these, one after the other, and each is taken. */
export async function tell(server: Called, code: string, ...types: string[]): Promise<void> {
  for (const type of types) expect([type, (await send(server, code, type)).status]).toEqual([type, 200]);
}
/** An hour later, when the bank of the sandbox has sent back what it was asked for before. */
export async function hourLater(server: TestServer): Promise<void> {
  await server.drain();
  await server.shift(3_700);
  await server.sweep();
  await server.drain();
}
/** Signs somebody in who was away for longer than a sign-in lasts. */
export const again = async (server: TestServer, { userId }: { userId: string }) => ({
  bearer: (await server.services.session.open('client', userId, true)).access_token,
});

/** An order as it is stored. @throws Error when there is none */
export async function rowOf(server: TestServer, code: string): Promise<typeof order.$inferSelect> {
  const [row] = await server.core.db.read('client', (tx) =>
    tx
      .select()
      .from(order)
      .where(and(eq(order.tenantId, 'client'), eq(order.code, code))),
  );
  if (!row) throw new Error(`no order ${code}`);
  return row;
}
export const historyOf = (server: TestServer, id: string) =>
  server.core.db.read('client', (tx) =>
    tx
      .select()
      .from(orderEvent)
      .where(and(eq(orderEvent.tenantId, 'client'), eq(orderEvent.orderId, id)))
      .orderBy(orderEvent.sequence),
  );
export const keepsGoods = (state: OrderState): boolean => state !== 'PAYMENT_EXPIRED' && state !== 'CANCELED';
