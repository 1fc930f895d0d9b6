import { cents, inCents } from '#contract/money.ts';
import { goodsPaid } from '#domain/money/coupon.ts';
import { sum } from '#domain/money/money.ts';
import type { orderItem } from '#server/db/schema/order.ts';
import { orderCode, uuidv4 } from '#server/platform/ids.ts';
import { goodsIn } from '#server/services/cart/coupon.ts';
import type { Locked } from '#server/services/cart/reservation.ts';
import type { ChildRow } from './order-family.ts';
import type { OrderRow } from './order-row.ts';

/** The parts of a new order: one per campaign; delivery is charged on the first. Source: D49. */
export function childRowsOf(made: OrderRow, locked: Locked): ChildRow[] {
  const nets = goodsPaid(
    goodsIn(locked.lines),
    { coupon: inCents(locked.totals.coupon), paymentDiscount: inCents(locked.totals.paymentDiscount) },
    locked.coupon?.campaignIds,
  );
  return nets.map(({ campaignId, net }, index) => {
    const gross = sum(
      locked.lines
        .filter((line) => line.campaignId === campaignId)
        .map((line) => cents(inCents(line.total) + inCents(line.discount))),
    );
    const shipping = index === 0 ? inCents(locked.totals.shipping) : cents(0);
    return {
      tenantId: made.tenantId,
      id: uuidv4(),
      orderId: made.id,
      code: orderCode(),
      campaignId,
      hubId: locked.hubs?.[campaignId] ?? locked.hubId,
      state: made.state,
      version: made.version,
      subTotal: gross,
      discount: cents(gross - net),
      shippingTotal: shipping,
      total: cents(net + shipping),
      cancelReason: null,
      createdAt: made.createdAt,
      updatedAt: made.updatedAt,
    };
  });
}

/** The lines of a new order as they were priced by its reservation. */
export function itemRowsOf(
  made: OrderRow,
  children: readonly ChildRow[],
  locked: Locked,
): (typeof orderItem.$inferSelect)[] {
  return locked.lines.map((line, position) => ({
    tenantId: made.tenantId,
    orderId: made.id,
    position,
    orderChildId: children.find((child) => child.campaignId === line.campaignId)?.id ?? made.id,
    campaignId: line.campaignId,
    itemId: line.id,
    packageId: line.packageId ?? null,
    name: line.name,
    quantity: line.quantity,
    unitPrice: inCents(line.unitPrice),
    discount: inCents(line.discount),
    total: inCents(line.total),
    body: {
      ...(line.listPrice === undefined ? {} : { listPrice: line.listPrice }),
      ...(line.percent === undefined ? {} : { percent: line.percent }),
      ...(line.image ? { image: line.image } : {}),
      ...(line.unit ? { unit: line.unit } : {}),
      ...(line.tint ? { tint: line.tint } : {}),
      ...(line.durable ? { durable: true } : {}),
      ...(line.selection ? { selection: line.selection } : {}),
      ...(line.choices ? { choices: line.choices } : {}),
    },
  }));
}
