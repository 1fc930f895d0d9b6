import type * as v from 'valibot';
import type { sendOrderEvent } from '#contract/order/order-calls.ts';
import type { Order } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { Core } from '#server/platform/core.ts';
import type { Buyer } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { RequestPayment } from '#server/services/payment/payment-retry.ts';
import { aheadOf } from './order-family.ts';
import type { OrderLife } from './life/order-life.ts';
import type { OrderReadService } from './order-reads.ts';
import { allowedOfPart, allowedOfWhole, orderReply, partReply } from './order-reply.ts';
import { illegalIn, stateOf } from './order-row.ts';

type Asked = Pick<v.InferOutput<typeof sendOrderEvent.body>, 'reason' | 'paymentMethod'>;

/** What a buyer may ask of an order that is placed. Source: specification §7; D45, D51, D57. */
export function orderCommandService(
  { db }: Pick<Core, 'db'>,
  {
    life,
    reads: { ownPart },
    requestPayment,
  }: { life: OrderLife; reads: OrderReadService; requestPayment: RequestPayment },
) {
  return {
    /** @throws ApiProblem NOT_CANCELABLE once preparation began */
    cancel: (tenantId: string, buyer: Buyer, id: string, reason: string | undefined): Promise<void> =>
      db.tenant(tenantId, async (tx) => {
        const { row, child } = await ownPart(tx, tenantId, buyer, { id });
        const legal = child
          ? allowedOfPart(row, child)
          : allowedOfWhole(row, (await aheadOf(tx, [row])).has(row.id));
        if (!legal.includes('order.canceled') || !hasOrderTag(stateOf(child ?? row), 'cancelable'))
          throw new ApiProblem('NOT_CANCELABLE', { allowedEvents: legal });
        await life.apply(tx, row, 'order.canceled', buyer.kind, {
          reason: reason ?? 'BUYER',
          childId: child?.id,
        });
      }),

    /**
     * Another try to pay, or a cancellation that the shop must accept.
     * @throws ApiProblem ILLEGAL_EVENT, STOCK, PIX_LIMIT, PAYMENT_METHOD
     */
    ask: (
      tenant: TenantRecord,
      buyer: Buyer,
      id: string,
      type: 'payment.requested' | 'cancellation.requested',
      { reason, paymentMethod }: Asked,
    ): Promise<Order> =>
      db.tenant(tenant.id, async (tx) => {
        const { row, child } = await ownPart(tx, tenant.id, buyer, { id });
        if (child && !allowedOfPart(row, child).includes(type))
          throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: allowedOfPart(row, child) });
        if (type === 'cancellation.requested' && !hasOrderTag(stateOf(child ?? row), 'contestable'))
          throw illegalIn(row);
        if (type === 'payment.requested')
          return orderReply(tx, await requestPayment(tx, tenant, row, buyer.kind, paymentMethod));
        await life.apply(tx, row, type, buyer.kind, { reason, childId: child?.id });
        return partReply(tx, await ownPart(tx, tenant.id, buyer, { id }));
      }),
  };
}
