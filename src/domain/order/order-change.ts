import { type Cents, cents } from '#contract/money.ts';
import type { Order, ShippingAddress } from '#contract/order/order.ts';
import type { Goods } from '#domain/money/cart-totals.ts';
import { ZERO } from '#domain/money/money.ts';
import { allocate } from '#domain/money/shares.ts';
import { hasOrderTag } from './order-states.ts';

/** A wish to cancel is answered within this, in ms. Source: D51. */
export const ANSWER_WITHIN = 48 * 3_600_000;
/** Changes of the window that one order may have. Source: screen RescheduleOrder. */
export const RESCHEDULES = 2;
/** How many of them are left. */
export const changesLeft = ({ properties }: Pick<Order, 'properties'>): number =>
  Math.max(0, RESCHEDULES - (properties.reschedules ?? 0));
/** Whether its buyer may ask for another window, or that what failed is tried again. */
export const isMovable = (order: Pick<Order, 'state' | 'allowedEvents' | 'properties'>): boolean =>
  hasOrderTag(order.state, 'reschedulable') &&
  changesLeft(order) > 0 &&
  (order.properties.window !== undefined || order.allowedEvents.includes('delivery.rescheduled'));
/**
 * Days after delivery in which goods may go back: for no reason at all, for a fault, or because they were not
 * there. Source: D52; consumer code art. 49 and 26.
 */
export const RETURN_DAYS = { REGRET: 7, DEFECT: 30, MISSING: 30 } as const;
/** The same for a fault of goods that last. Source: consumer code art. 26, II. */
export const DURABLE_DAYS = 90;
export type ReturnKind = keyof typeof RETURN_DAYS;

/** What decides where a delivery goes and what it costs. */
const placeOf = ({ cep, street_number, latitude, longitude }: ShippingAddress) =>
  JSON.stringify([cep.replace(/\D/g, ''), street_number.trim().toLowerCase(), latitude, longitude]);

/**
 * The address with new hints for the door, or null when it is another place: that would be another delivery
 * at another price.
 */
export function sameDoor(stored: ShippingAddress, sent: ShippingAddress): ShippingAddress | null {
  if (placeOf(stored) !== placeOf(sent)) return null;
  const { complement: _complement, reference: _reference, ...place } = stored;
  return {
    ...place,
    ...(sent.complement ? { complement: sent.complement } : {}),
    ...(sent.reference ? { reference: sent.reference } : {}),
  };
}

/**
 * The last instant (epoch ms, exclusive) at which a return may be asked for.
 * @param lasts of durable goods only
 */
export const returnDeadline = (deliveredAt: number, kind: ReturnKind, lasts = false): number =>
  deliveredAt + (lasts && kind === 'DEFECT' ? DURABLE_DAYS : RETURN_DAYS[kind]) * 86_400_000;

/** A line with what was really paid for it, after every discount. */
export type BoughtLine = { quantity: number; paid: Cents };
export type Parts = readonly { /** place in the lines, from 0 */ line: number; quantity: number }[];

/**
 * What was paid for each line: the goods of its campaign after every discount, shared by price. The lines
 * always sum to the goods.
 * @param goods what was paid for the goods of each campaign
 */
export function paidPerLine(
  lines: readonly { campaignId: string; total: Cents }[],
  goods: readonly Goods[],
): Cents[] {
  const paid = lines.map(() => ZERO);
  for (const { campaignId, net } of goods) {
    const own = lines.flatMap((line, index) => (line.campaignId === campaignId ? [index] : []));
    for (const [place, share] of allocate(
      net,
      own.map((index) => lines[index]?.total ?? 0),
    ).entries())
      paid[own[place] ?? -1] = share;
  }
  return paid;
}

const unitsIn = (parts: Parts, line: number): number =>
  parts.reduce((units, one) => units + (one.line === line ? one.quantity : 0), 0);
/** What the first `units` of a line cost, rounded so that all of them cost what was paid. */
const costOf = ({ quantity, paid }: BoughtLine, units: number): number =>
  units === 0 ? 0 : Number((BigInt(paid) * BigInt(units)) / BigInt(quantity));

/**
 * What goods that are given back are worth: everything that was paid when all of them come at once, delivery
 * included; else what was paid for them.
 * However an order is divided, its parts are never worth more than was paid for goods, and all of them
 * exactly that.
 * @param chosen quantities that the lines still have  @param before parts that came back already
 */
export function returnAmount(
  { lines, shippingTotal }: { lines: readonly BoughtLine[]; shippingTotal: Cents },
  chosen: Parts,
  before: Parts = [],
): Cents {
  const worth = lines.reduce((all, line, index) => {
    const first = unitsIn(before, index);
    return all + costOf(line, first + unitsIn(chosen, index)) - costOf(line, first);
  }, 0);
  const isWhole =
    before.length === 0 && lines.every(({ quantity }, line) => unitsIn(chosen, line) === quantity);
  return cents(worth + (isWhole ? shippingTotal : 0));
}

/** What is left of an order's lines after parts of it came back. */
export const partsLeft = (lines: readonly { quantity: number }[], before: Parts): Parts =>
  lines
    .map(({ quantity }, line) => ({ line, quantity: quantity - unitsIn(before, line) }))
    .filter(({ quantity }) => quantity > 0);
