import { and, asc, eq, inArray } from 'drizzle-orm';
import type * as v from 'valibot';
import type { findHandover } from '#contract/ops/orders.ts';
import { ApiProblem } from '#contract/problem.ts';
import { statesIn } from '#domain/ops/board.ts';
import { pickupCodeIn } from '#domain/order/pickup-code.ts';
import type { Core } from '#server/platform/core.ts';
import { order, orderChild, orderItem } from '#server/db/schema/order.ts';
import type { Staff } from '#server/platform/principal.ts';
import { pickupCodes } from '#server/services/order/pickup-codes.ts';
import type { OpsOrderReads } from './ops-order.ts';
import { ofStaff, reached } from './reach.ts';

/** Codes of nobody that one person may type in an hour. */
const MISSES = { points: 60, seconds: 3_600 };

/** Finding what waits for whoever shows a code. Source: operator study, §1. */
export function handoverService(core: Core, { reads }: { reads: OpsOrderReads }) {
  const { db, limits } = core;
  const codesOf = pickupCodes(core);
  return {
    /** @throws ApiProblem HANDOVER_CODE, TOO_MANY_REQUESTS */
    async find(
      tenantId: string,
      staff: Staff,
      text: string,
    ): Promise<v.InferInput<typeof findHandover.response>> {
      const key = `handover:${tenantId}:${staff.staffId}`;
      if ((await limits.left(key, MISSES)) === 0)
        throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: MISSES.seconds });
      const shown = pickupCodeIn(text);
      const found =
        shown === null
          ? null
          : await db.read(tenantId, async (tx) => {
              const ready = await tx
                .select({ id: orderChild.id, orderId: orderChild.orderId, code: order.code })
                .from(orderChild)
                .innerJoin(
                  order,
                  and(eq(order.tenantId, orderChild.tenantId), eq(order.id, orderChild.orderId)),
                )
                .where(and(ofStaff(tenantId, staff), inArray(orderChild.state, statesIn('ready'))))
                .orderBy(asc(orderChild.createdAt), asc(orderChild.id));
              const waiting = ready.filter(
                ({ id, orderId, code }) =>
                  (shown.orderCode ?? code) === code &&
                  [id, orderId].some((one) => codesOf(tenantId, one).includes(shown.code)),
              );
              const [first] = waiting;
              // Two orders with the same six characters are told apart by what the picture says.
              if (!first || waiting.some(({ orderId }) => orderId !== first.orderId)) return null;
              const childIds = waiting.map(({ id }) => id);
              const lines = await tx
                .select({ quantity: orderItem.quantity })
                .from(orderItem)
                .where(
                  and(
                    eq(orderItem.tenantId, tenantId),
                    eq(orderItem.orderId, first.orderId),
                    inArray(orderItem.orderChildId, childIds),
                  ),
                );
              return {
                order: await reads.reply(
                  tx,
                  tenantId,
                  staff,
                  await reached(tx, tenantId, staff, first.orderId),
                ),
                childIds,
                parcels: lines.reduce((all, { quantity }) => all + quantity, 0),
              };
            });
      if (found) return found;
      await limits.take(key, MISSES);
      throw new ApiProblem('HANDOVER_CODE');
    },
  };
}
