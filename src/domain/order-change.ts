import { type Cents, cents } from '#contract/money.ts';
import type { OrderState, ShippingAddress } from '#contract/order.ts';

/** Changes of the window that one order may have. Source: screen RescheduleOrder. */
export const RESCHEDULES = 2;
/** Days after delivery in which goods may go back: for no reason at all, for a fault, or because they were not there. Source: D52; consumer code art. 49 and 26. */
export const RETURN_DAYS = { REGRET: 7, DEFECT: 30, MISSING: 30 } as const;
/** The same for a fault of goods that last. Source: consumer code art. 26, II. */
export const DURABLE_DAYS = 90;
export type ReturnKind = keyof typeof RETURN_DAYS;

const beforeShipping: ReadonlySet<OrderState> = new Set(['CREATED', 'PENDING_PAYMENT', 'PAYMENT_REVIEW', 'PAID', 'PREPARING']);

/** Who receives may be changed until the goods are on their way, again after a failed delivery, and until they are collected. */
export const isEditable = (state: OrderState): boolean => beforeShipping.has(state) || ['PAYMENT_EXPIRED', 'READY_FOR_PICKUP', 'DELIVERY_FAILED'].includes(state);
/** The window may be changed before the goods are shipped and after a failed delivery. */
export const isReschedulable = (state: OrderState): boolean => beforeShipping.has(state) || state === 'DELIVERY_FAILED';

/** What decides where a delivery goes and what it costs. */
const placeOf = ({ cep, street_number, latitude, longitude }: ShippingAddress) => JSON.stringify([cep.replace(/\D/g, ''), street_number.trim().toLowerCase(), latitude, longitude]);

/** The address with new hints for the door, or null when it is another place: that would be another delivery at another price. */
export function sameDoor(stored: ShippingAddress, sent: ShippingAddress): ShippingAddress | null {
  if (placeOf(stored) !== placeOf(sent)) return null;
  const { complement: _complement, reference: _reference, ...place } = stored;
  return { ...place, ...(sent.complement ? { complement: sent.complement } : {}), ...(sent.reference ? { reference: sent.reference } : {}) };
}

/** The last instant (epoch ms, exclusive) at which a return may be asked for. @param lasts of durable goods only */
export const returnDeadline = (deliveredAt: number, kind: ReturnKind, lasts = false): number => deliveredAt + (lasts && kind === 'DEFECT' ? DURABLE_DAYS : RETURN_DAYS[kind]) * 86_400_000;

/**
 * What goods that are given back are worth: everything that was paid when all of them are, delivery included; else their share, by price, of what was paid
 * for goods. Rounded half-up once, so that two halves are never dearer than the whole by more than a centavo.
 * @param chosen places in `lines`, with quantities that the lines have
 */
export function returnAmount({ total, shippingTotal, lines }: { total: Cents; shippingTotal: Cents; lines: readonly { quantity: number; total: Cents }[] }, chosen: readonly { line: number; quantity: number }[]): Cents {
  const taken = lines.map((_, line) => chosen.find((one) => one.line === line)?.quantity ?? 0);
  if (lines.every(({ quantity }, line) => taken[line] === quantity)) return total;
  // A common denominator instead of fractions: centavos are whole.
  const scale = lines.reduce((all, { quantity }) => all * BigInt(quantity), 1n);
  const worth = lines.reduce((all, line, index) => all + (BigInt(line.total) * BigInt(taken[index] ?? 0) * scale) / BigInt(line.quantity), 0n);
  const whole = lines.reduce((all, line) => all + BigInt(line.total), 0n) * scale;
  if (whole === 0n) return cents(0);
  return cents(Number((BigInt(total - shippingTotal) * worth * 2n + whole) / (whole * 2n)));
}
