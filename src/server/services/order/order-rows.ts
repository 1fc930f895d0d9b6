import { inCents } from '#contract/money.ts';
import { goodsPaid } from '#domain/money/coupon.ts';
import { ZERO } from '#domain/money/money.ts';
import { goodsIn, partSums } from '#domain/money/statement.ts';
import type { orderItem } from '#server/db/schema/order.ts';
import { orderCode, uuidv4 } from '#server/platform/ids.ts';
import type { Locked } from '#server/services/cart/reservation.ts';
import type { ChildRow } from './order-family.ts';
import type { OrderRow } from './order-row.ts';

/** The parts of a new order: one per campaign; delivery is charged on the first. Source: D49. */
export function childRowsOf(made: OrderRow, locked: Locked): ChildRow[] {
  const goods = goodsIn(locked.lines);
  const nets = goodsPaid(
    goods,
    { coupon: inCents(locked.totals.coupon), paymentDiscount: inCents(locked.totals.paymentDiscount) },
    locked.coupon?.campaignIds,
  );
  return nets.map(({ campaignId, net }, index) => {
    const subTotal = goods[index]?.gross ?? net;
    const shippingTotal = index === 0 ? inCents(locked.totals.shipping) : ZERO;
    return {
      tenantId: made.tenantId,
      id: uuidv4(),
      orderId: made.id,
      code: orderCode(),
      campaignId,
      hubId: locked.hubs?.[campaignId] ?? locked.hubId,
      state: made.state,
      version: made.version,
      subTotal,
      shippingTotal,
      ...partSums({ subTotal, shippingTotal }, net),
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
      ...(line.ifMissing ? { ifMissing: line.ifMissing } : {}),
    },
  }));
}
