import { and, asc, desc, eq } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Order, sendOrderEvent } from '#contract/order.ts';
import { reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { returnAmount, returnDeadline } from '#domain/order-change.ts';
import type { Core } from '../core.ts';
import { order, orderEvent, orderItem } from '../db/schema/order.ts';
import type { Buyer } from '../principal.ts';
import { type OrderLife, allowedOf } from './order-life.ts';
import type { OrderReadService } from './order-reads.ts';
import { orderReply } from './order-reply.ts';

type Request = Pick<v.InferOutput<typeof sendOrderEvent.body>, 'kind' | 'reason' | 'items' | 'wish' | 'wanted'>;
const refuse = (field: string, message: string) => new ApiProblem('MALFORMED', { fields: [{ field, message }] });

/** Giving goods back, for the money or for other goods. Source: D52, screen Trade; consumer code art. 18, 26, 49. */
export function orderReturnService({ db, clock }: Core, { reads, life }: { reads: OrderReadService; life: OrderLife }) {
  return {
    /**
     * For no reason within seven days of the delivery, for a fault within thirty, or ninety where everything that is given back lasts.
     * @throws ApiProblem ILLEGAL_EVENT, RETURN_LATE, MALFORMED for goods that were not bought or an exchange without an account
     */
    request: (tenantId: string, buyer: Buyer, id: string, { kind, reason, items, wish, wanted }: Request): Promise<Order> =>
      db.tenant(tenantId, async (tx) => {
        const row = await reads.own(tx, tenantId, buyer, { id });
        if (!allowedOf(row).includes('return.requested')) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: allowedOf(row) });
        if (wish === 'EXCHANGE' && row.accountId === null) throw refuse('wish', 'Entre na sua conta para trocar.');
        const lines = await tx.select().from(orderItem).where(and(eq(orderItem.tenantId, tenantId), eq(orderItem.orderId, row.id))).orderBy(asc(orderItem.position));
        const chosen = items ?? lines.map(({ quantity }, line) => ({ line, quantity }));
        for (const [index, { line, quantity }] of chosen.entries())
          if (quantity > (lines[line]?.quantity ?? 0) || chosen.findIndex((one) => one.line === line) !== index) throw refuse(`items.${index}`, 'Confira o que você quer devolver.');
        const lasts = chosen.every(({ line }) => lines[line]?.body['durable'] === true);
        const [delivered] = await tx.select({ at: orderEvent.at }).from(orderEvent).where(and(eq(orderEvent.tenantId, tenantId), eq(orderEvent.orderId, row.id), eq(orderEvent.type, 'order.delivered'))).orderBy(desc(orderEvent.sequence)).limit(1);
        if (clock.now() >= returnDeadline(delivered?.at.getTime() ?? row.updatedAt.getTime(), kind, lasts)) throw new ApiProblem('RETURN_LATE');
        const amount = reaisOf(returnAmount({ total: row.total, shippingTotal: row.shippingTotal, lines }, chosen));
        const asked = await life.apply(tx, row, 'return.requested', buyer.kind, { reason: reason ?? kind });
        const returnRequest = { kind, ...(reason ? { reason } : {}), ...(items ? { items } : {}), wish, ...(wish === 'EXCHANGE' && wanted ? { wanted } : {}), amount, at: clock.date().toISOString() };
        const properties = { ...asked.properties, returnRequest };
        await tx.update(order).set({ properties }).where(and(eq(order.tenantId, tenantId), eq(order.id, row.id)));
        return orderReply(tx, { ...asked, properties });
      }),
  };
}
export type OrderReturnService = ReturnType<typeof orderReturnService>;
