import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { reaisOf } from '#contract/money.ts';
import type { DeliveryUpdate } from '#contract/order/delivery-update.ts';
import type { Follow, Order } from '#contract/order/order.ts';
import { tellsBuyer } from '#domain/order/shop-answers.ts';
import type { RefundLine } from '#contract/order/refund-line.ts';
import type { Tx } from '#server/db/database.ts';
import { orderEvent } from '#server/db/schema/order.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import { document } from '#server/db/schema/shop/document.ts';
import { shippingMethod } from '#server/db/schema/shop/shipping-method.ts';
import { type ChildRow, aheadOf } from './order-family.ts';
import { allowedOfPart, allowedOfWhole } from './order-reply.ts';
import { type OrderRow, stateOf, walletsIn } from './order-row.ts';
import type { Found } from './own-order.ts';

/** Lines of the history that changed the state; the others are about contact and windows. */
const isMove = sql`${orderEvent.fromState} is distinct from ${orderEvent.toState}`;
/** Why the shop did it, where that is meant for the buyer. */
function answerOf({ actor, type, data }: Pick<typeof orderEvent.$inferSelect, 'actor' | 'type' | 'data'>) {
  const { reason } = data as { reason?: string }; // written by the move
  return actor.startsWith('operator:') && tellsBuyer(type) ? reason : undefined;
}
/** Who brings it, in the words of the tenant's document `shippingCompanies` (§7, D47). */
async function carrierOf(
  tx: Tx,
  tenantId: string,
  methodId: string,
  companies: (typeof document.$inferSelect)[],
): Promise<Follow['carrier'] | null> {
  const [method] = await tx
    .select({ body: shippingMethod.body })
    .from(shippingMethod)
    .where(and(eq(shippingMethod.tenantId, tenantId), eq(shippingMethod.id, methodId)));
  const company = companies.find(({ id }) => id === method?.body['companyId']);
  // Validated by the importer
  const { name, trackingUrl } = (company?.body ?? {}) as { name?: string; trackingUrl?: string };
  return company && name !== undefined
    ? { id: company.id, name, ...(trackingUrl === undefined ? {} : { url: trackingUrl }) }
    : null;
}

/** The states that an order, or one part of it, went through, with what was told along. */
export async function history(tx: Tx, row: OrderRow, child: ChildRow | null) {
  const isPart = sql`${orderEvent.part} is null and ${isMove} or ${orderEvent.part} -> 'children' @> to_jsonb(${child?.id ?? ''}::text)`;
  const events = await tx
    .select()
    .from(orderEvent)
    .where(
      and(
        eq(orderEvent.tenantId, row.tenantId),
        eq(orderEvent.orderId, row.id),
        child ? sql`(${isPart})` : isMove,
      ),
    )
    .orderBy(asc(orderEvent.sequence));
  return events.map((event) => ({
    // Only the chart's states are ever written
    state: child && event.part ? event.part.to : (event.toState as Order['state']),
    at: event.at.toISOString(),
    // A part has its own number, invoice and answers.
    news: (event.part && !child ? {} : event.data) as DeliveryUpdate,
    reason: event.part && !child ? undefined : answerOf(event),
  }));
}

/** What of an order's money is on its way back or back, the oldest first. */
async function refundsOf(tx: Tx, row: OrderRow): Promise<RefundLine[]> {
  const found = await tx
    .select({ refund, type: payment.type, properties: payment.properties })
    .from(refund)
    .innerJoin(payment, and(eq(payment.tenantId, refund.tenantId), eq(payment.id, refund.paymentId)))
    .where(and(eq(refund.tenantId, row.tenantId), eq(refund.orderId, row.id)))
    .orderBy(asc(refund.requestedAt), asc(refund.id));
  return found.flatMap(({ refund: { amount, state, requestedAt, settledAt }, type, properties }) => {
    if (type === 'FREE') return [];
    const wallet = walletsIn(row).find(({ uuid }) => uuid === properties['walletUuid'])?.name;
    return {
      amount: reaisOf(amount),
      to: type,
      ...(type === 'WALLET' && wallet !== undefined ? { wallet } : {}),
      state,
      at: (settledAt ?? requestedAt).toISOString(),
    };
  });
}

/** Where an order, or one part of it, is, in the words of its tenant. Source: specification §7; D46, D47. */
export async function followOf(tx: Tx, tenantId: string, { row, child }: Found): Promise<Follow> {
  const documents = await tx
    .select()
    .from(document)
    .where(
      and(eq(document.tenantId, tenantId), inArray(document.collection, ['status', 'shippingCompanies'])),
    );
  const labels = documents.filter(({ collection }) => collection === 'status');
  const textOf = (state: string) =>
    (labels.find((one) => one.id === state)?.body as { delivered?: string } | undefined)?.delivered ??
    'Em processamento'; // StatusLabel in the contract
  // Validated when written.
  const { window, shippingMethod: choice } = row.properties as unknown as Order['properties'];
  const carrier = choice
    ? await carrierOf(
        tx,
        tenantId,
        choice.id,
        documents.filter(({ collection }) => collection === 'shippingCompanies'),
      )
    : null;
  const events = await history(tx, row, child);
  const refunds = child ? [] : await refundsOf(tx, row);
  // The newest of each
  const { trackingCode, invoiceUrl } = Object.assign({}, ...events.map(({ news }) => news)) as DeliveryUpdate;
  return {
    orderCode: (child ?? row).code,
    state: stateOf(child ?? row),
    ...(window ? { eta: window } : {}),
    ...(carrier || trackingCode !== undefined
      ? { carrier: { ...carrier, ...(trackingCode === undefined ? {} : { trackingCode }) } }
      : {}),
    events: events.map(({ state, at, news: { place }, reason }) => ({
      state,
      at,
      text: textOf(state),
      ...(place === undefined ? {} : { place }),
      ...(reason === undefined ? {} : { reason }),
    })),
    ...(invoiceUrl === undefined ? {} : { invoiceUrl }),
    ...(refunds.length > 0 ? { refunds } : {}),
    allowedEvents: child
      ? allowedOfPart(row, child)
      : allowedOfWhole(row, (await aheadOf(tx, [row])).has(row.id)),
  };
}
