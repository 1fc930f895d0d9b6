import type { OrderState, ShippingAddress } from '#contract/order.ts';

/** Changes of the window that one order may have. Source: screen RescheduleOrder. */
export const RESCHEDULES = 2;
/** Days after delivery in which goods may go back: for no reason at all, or for a fault of goods that do not last. Source: D52; consumer code art. 49 and 26 I. */
export const RETURN_DAYS = { REGRET: 7, DEFECT: 30 } as const;
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

/** The last instant (epoch ms, exclusive) at which a return may be asked for. */
export const returnDeadline = (deliveredAt: number, kind: ReturnKind): number => deliveredAt + RETURN_DAYS[kind] * 86_400_000;
