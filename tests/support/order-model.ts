import type { OrderEvent, OrderState } from '#contract/order.ts';
import { orderTable } from './order-table.ts';

const MINUTE = 60_000;
const PIX = 30 * MINUTE;
const RETRY = 24 * 60 * MINUTE;
const REFUND = 60 * MINUTE;
const CHARGES = 4;

/** What may happen to an order from outside. */
export type Step =
  | { by: 'shop'; type: OrderEvent }
  | { by: 'buyer'; type: 'payment.requested' | 'cancellation.requested' | 'return.requested' | 'cancel' }
  | { by: 'bank' }
  | { by: 'time'; minutes: number };
/** What the shop is expected to say: done, or refused with one of these codes. */
export type Expected = 'done' | readonly string[];

interface Charge {
  state: 'pending' | 'confirmed' | 'expired' | 'refunded';
  expiresAt: number;
  refundAt: number | null;
}

/**
 * One order as it ought to be, written from definitions.md and D51 to D57 without looking at the shop's code: state, due time, charges and money on its way back.
 * Times in epoch ms.
 */
export class OrderModel {
  state: OrderState = 'PENDING_PAYMENT';
  /** Money came in at some time. */
  paid = false;
  charges: Charge[];
  private due: number | null;

  constructor(now: number) {
    this.charges = [{ state: 'pending', expiresAt: now + PIX, refundAt: null }];
    this.due = now + PIX;
  }

  /** Events that are legal now. */
  allowed(): OrderEvent[] {
    return (Object.keys(orderTable[this.state] ?? {}) as OrderEvent[]).filter((event) => this.next(event) !== undefined);
  }
  private next(event: OrderEvent): OrderState | undefined {
    if (this.state === 'CANCELED' && event === 'refund.settled' && !this.paid) return undefined;
    return orderTable[this.state]?.[event];
  }
  private owe(charge: Charge, now: number): void {
    charge.refundAt ??= now + REFUND;
  }
  private move(event: OrderEvent, now: number): void {
    const from = this.state;
    const to = this.next(event);
    if (!to) throw new Error(`${event} is illegal in ${from}`);
    this.state = to;
    if (event === 'payment.confirmed') this.paid = true;
    if (event === 'payment.requested') this.charges.push({ state: 'pending', expiresAt: now + PIX, refundAt: null });
    const isWaiting = to === 'PENDING_PAYMENT' || to === 'PAYMENT_REVIEW';
    if (!isWaiting) for (const charge of this.charges) if (charge.state === 'pending') charge.state = 'expired';
    const isMoneyBack = (to === 'CANCELED' && from !== 'PENDING_PAYMENT' && from !== 'PAYMENT_EXPIRED') || to === 'RETURNED';
    if (isMoneyBack) for (const charge of this.charges) if (charge.state === 'confirmed') this.owe(charge, now);
    this.due = to === 'PENDING_PAYMENT' ? (this.charges.findLast((charge) => charge.state === 'pending')?.expiresAt ?? now) : to === 'PAYMENT_EXPIRED' ? Math.min(now, this.due ?? now) + RETRY : null;
  }
  /** What happens by itself, for whoever looks. */
  fall(now: number): void {
    while (this.due !== null && this.due <= now) this.move(this.state === 'PAYMENT_EXPIRED' ? 'retry.ended' : 'payment.expired', now);
  }

  /** Does one step. @returns what the shop must answer */
  do(step: Step, now: number): Expected {
    if (step.by === 'time') {
      this.fall(now);
      for (const charge of this.charges)
        if (charge.state === 'confirmed' && charge.refundAt !== null && charge.refundAt <= now) {
          charge.state = 'refunded';
          const isLast = !this.charges.some((other) => other.state === 'confirmed' && other.refundAt !== null);
          if (isLast && this.next('refund.settled')) this.move('refund.settled', now);
        }
      return 'done';
    }
    if (step.by === 'bank') {
      const newest = this.charges.at(-1);
      if (!newest || (newest.state !== 'pending' && newest.state !== 'expired')) return ['ILLEGAL_EVENT'];
      this.fall(now);
      newest.state = 'confirmed';
      if (this.next('payment.confirmed')) this.move('payment.confirmed', now);
      else {
        this.paid = true;
        this.owe(newest, now);
      }
      return 'done';
    }
    this.fall(now);
    if (step.type === 'cancel') {
      if (!this.next('order.canceled') || this.state === 'DELIVERY_FAILED') return ['NOT_CANCELABLE'];
      this.move('order.canceled', now);
      return 'done';
    }
    if (!this.next(step.type)) return ['ILLEGAL_EVENT'];
    if (step.type === 'payment.requested' && this.charges.length >= CHARGES) return ['PIX_LIMIT'];
    this.move(step.type, now);
    return 'done';
  }
}
