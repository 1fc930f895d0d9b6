import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { type Follow, type Order, OrderState, type PublicOrder } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { maskName } from '#domain/person/name.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderItem } from '#server/db/schema/order.ts';
import { networkOf } from '#server/platform/limits.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { childrenOf } from './order-family.ts';
import { followOf, history } from './order-history.ts';
import type { OrderLife } from './life/order-life.ts';
import { type OrderFilter, pageOf } from './order-page.ts';
import { childReplies, orderReplies, partReply } from './order-reply.ts';
import { stateOf } from './order-row.ts';
import { ownOrders, ownedBy, withCode } from './own-order.ts';

const openStates = OrderState.options.filter((state) => !hasOrderTag(state, 'final'));
/**
 * Reading orders. Other people's orders and missing ones look alike. Source:
 * specification §7; D43, D45–D51; SEC-12, SEC-13.
 */
export function orderReadService({ db, limits, env }: Core, { life }: { life: OrderLife }) {
  /** Codes that do not exist, per address: nobody walks through them (SEC-12). */
  const misses = { points: 300 * (env.sandbox ? 1_000 : 1), seconds: 3_600 };

  const { own, ownLocked, ownPart } = ownOrders({ life });
  const newest = (tx: Tx, tenantId: string, buyer: Buyer, states?: Order['state'][]) =>
    tx
      .select()
      .from(order)
      .where(and(eq(order.tenantId, tenantId), ownedBy(buyer), states && inArray(order.state, states)))
      .orderBy(desc(order.createdAt), desc(order.id))
      .limit(50);

  return {
    own,
    ownLocked,
    ownPart,
    withCode,
    byId: (tenantId: string, buyer: Buyer, id: string): Promise<Order> =>
      db.tenant(tenantId, async (tx) => partReply(tx, await ownPart(tx, tenantId, buyer, { id }))),
    byCode: (tenantId: string, buyer: Buyer, code: string): Promise<Order> =>
      db.tenant(tenantId, async (tx) => partReply(tx, await ownPart(tx, tenantId, buyer, { code }))),
    /** Each part as an order of its own; a part has none. */
    children: (tenantId: string, buyer: Buyer, code: string): Promise<Order[]> =>
      db.tenant(tenantId, async (tx) => {
        const { row, child } = await ownPart(tx, tenantId, buyer, { code });
        return child ? [] : childReplies(tx, row, await childrenOf(tx, row));
      }),
    list: (tenantId: string, buyer: Buyer): Promise<Order[]> =>
      db.read(tenantId, async (tx) => orderReplies(tx, await newest(tx, tenantId, buyer))),
    listOpen: (tenantId: string, buyer: Buyer): Promise<Order[]> =>
      db.read(tenantId, async (tx) => orderReplies(tx, await newest(tx, tenantId, buyer, openStates))),

    page: (tenantId: string, buyer: Buyer, filter: OrderFilter) =>
      db.read(tenantId, (tx) => pageOf(tx, tenantId, buyer, filter)),

    /** What anybody with the code may see, and nothing more. */
    async public(tenantId: string, code: string, ip: string): Promise<PublicOrder> {
      const key = `code:miss:${networkOf(ip)}`;
      if ((await limits.left(key, misses)) === 0)
        throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: misses.seconds });
      const found = await db.read(tenantId, async (tx) => {
        const found = await withCode(tx, tenantId, code);
        if (!found) return null;
        const { row, child } = found;
        const items = await tx
          .select({ name: orderItem.name, quantity: orderItem.quantity })
          .from(orderItem)
          .where(
            and(
              eq(orderItem.tenantId, tenantId),
              eq(orderItem.orderId, row.id),
              child ? eq(orderItem.orderChildId, child.id) : undefined,
            ),
          )
          .orderBy(asc(orderItem.position));
        const address = row.shippingAddress as { city?: string } | null; // validated when written
        return {
          code: (child ?? row).code,
          state: stateOf(child ?? row),
          type: row.type,
          creationDate: row.createdAt.toISOString(),
          name: maskName(row.userName ?? ''),
          ...(address?.city ? { city: address.city } : {}),
          items,
          events: (await history(tx, row, child)).map(({ state, at }) => ({ state, at })),
        };
      });
      if (found) return found;
      await limits.take(key, misses);
      throw new ApiProblem('NOT_FOUND');
    },

    follow: (tenantId: string, buyer: Buyer, id: string): Promise<Follow> =>
      db.tenant(tenantId, async (tx) => followOf(tx, tenantId, await ownPart(tx, tenantId, buyer, { id }))),
  };
}

export type OrderReadService = ReturnType<typeof orderReadService>;
