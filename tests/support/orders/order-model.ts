import type { OrderEvent, OrderState } from '#contract/order/order.ts';
import { orderTable } from './order-table.ts';

const MINUTE = 60_000;
const PIX = 30 * MINUTE;
const RETRY = 24 * 60 * MINUTE;
const REFUND = 60 * MINUTE;
const CHARGES = 4;
const CARDS = 10;

/** What a card's bank says when the card is confirmed; `stingy` pays and takes nothing back. */
export type CardKind = 'good' | 'stingy' | 'challenge' | 'review' | 'declined';
/** What may happen to an order from outside. `isTold`: the notice reaches the shop. */
export type Step =
  | { by: 'shop'; type: OrderEvent }
  | {
      by: 'buyer';
      type: 'payment.requested' | 'cancellation.requested' | 'return.requested' | 'cancel';
      way?: 'PIX' | 'CARD';
    }
  | { by: 'bank' }
  | { by: 'card'; kind: CardKind; isTold: boolean }
  | { by: 'challenge' | 'review'; isPassed: boolean; isTold: boolean }
  | { by: 'time'; minutes: number };
/** What the shop is expected to say: done, or refused with one of these codes. */
export type Expected = 'done' | readonly string[];

type Bank = 'open' | 'challenge' | 'review' | 'authorised' | 'declined' | 'paid' | 'canceled';
interface Charge {
  type: 'PIX' | 'CARD' | 'WALLET';
  state: 'pending' | 'confirmed' | 'expired' | 'declined' | 'refunded';
  expiresAt: number;
  refundAt: number | null;
  /** of a card: how it stands at its bank, whatever the shop knows */
  bank: Bank;
  isStingy: boolean;
  isRefused: boolean;
}
const chargeOf = (type: Charge['type'], expiresAt: number): Charge => ({
  type,
  state: 'pending',
  expiresAt,
  refundAt: null,
  bank: 'open',
  isStingy: false,
  isRefused: false,
});

/**
 * One order as it ought to be, written from definitions.md and D51 to D57 without looking at the shop's code:
 * state, due time, charges and money on its way back.
 * Times in epoch ms.
 */
export class OrderModel {
  state: OrderState = 'PENDING_PAYMENT';
  /** Money came in at some time. */
  paid = false;
  charges: Charge[];
  private due: number | null;

  constructor(now: number, way: 'PIX' | 'CARD' = 'PIX', wallets = 0) {
    this.charges = [
      ...Array.from({ length: wallets }, () => ({ ...chargeOf('WALLET', now), state: 'confirmed' as const })),
      chargeOf(way, now + PIX),
    ];
    this.due = now + PIX;
  }

  /** Events that are legal now. */
  allowed(): OrderEvent[] {
    return (Object.keys(orderTable[this.state] ?? {}) as OrderEvent[]).filter(
      (event) => this.next(event) !== undefined,
    );
  }
  /** The newest card, if any. */
  get card(): Charge | undefined {
    return this.charges.findLast(({ type }) => type === 'CARD');
  }
  private next(event: OrderEvent): OrderState | undefined {
    if (this.state === 'CANCELED' && event === 'refund.settled' && !this.paid) return undefined;
    return orderTable[this.state]?.[event];
  }
  /** A wallet has its part again at once; other money takes its time. */
  private owe(charge: Charge, now: number): void {
    charge.refundAt ??= now + REFUND;
    if (charge.type === 'WALLET') charge.state = 'refunded';
  }
  private move(event: OrderEvent, now: number, due?: number): void {
    const from = this.state;
    const to = this.next(event);
    if (!to) throw new Error(`${event} is illegal in ${from}`);
    this.state = to;
    if (event === 'payment.confirmed') this.paid = true;
    const isWaiting = to === 'PENDING_PAYMENT' || to === 'PAYMENT_REVIEW';
    if (!isWaiting)
      for (const charge of this.charges) if (charge.state === 'pending') charge.state = 'expired';
    const isMoneyBack =
      (to === 'CANCELED' && from !== 'PENDING_PAYMENT' && from !== 'PAYMENT_EXPIRED') || to === 'RETURNED';
    const owed = this.charges.filter(
      ({ state, type }) => state === 'confirmed' && (isMoneyBack || (to === 'CANCELED' && type === 'WALLET')),
    );
    for (const charge of owed) this.owe(charge, now);
    const open = this.charges.findLast((charge) => charge.state === 'pending');
    this.due =
      to === 'PENDING_PAYMENT'
        ? (due ?? open?.expiresAt ?? now)
        : to === 'PAYMENT_EXPIRED'
          ? Math.min(now, this.due ?? now) + RETRY
          : null;
    if (
      isMoneyBack &&
      owed.length > 0 &&
      owed.every(({ type }) => type === 'WALLET') &&
      this.next('refund.settled')
    )
      this.move('refund.settled', now);
  }
  /** What happens by itself, for whoever looks. */
  fall(now: number): void {
    while (this.due !== null && this.due <= now)
      this.move(this.state === 'PAYMENT_EXPIRED' ? 'retry.ended' : 'payment.expired', now);
  }
  /** Money of a charge came in: the order takes it, or it goes back. */
  private take(charge: Charge, now: number): void {
    charge.state = 'confirmed';
    if (this.next('payment.confirmed')) this.move('payment.confirmed', now);
    else {
      this.paid = true;
      this.owe(charge, now);
    }
  }
  /** The shop asks a card's bank and does what follows: nothing is taken that would go back. */
  private ask(charge: Charge, now: number): void {
    this.fall(now);
    if (charge.state !== 'pending' && charge.state !== 'expired') return;
    if (charge.bank === 'authorised') charge.bank = this.next('payment.confirmed') ? 'paid' : 'canceled';
    if (charge.bank === 'declined') charge.bank = 'canceled';
    if (charge.bank === 'paid') return this.take(charge, now);
    if (charge.state !== 'pending') return;
    if (charge.bank === 'review' && this.next('payment.reviewed')) this.move('payment.reviewed', now);
    if (charge.bank !== 'canceled') return;
    charge.state = 'declined';
    if (this.next('payment.declined')) this.move('payment.declined', now, now + PIX);
  }
  private timePasses(now: number): void {
    this.fall(now);
    for (const charge of this.charges) {
      if (charge.type === 'CARD') this.ask(charge, now);
      if (
        charge.state !== 'confirmed' ||
        charge.isRefused ||
        charge.refundAt === null ||
        charge.refundAt > now
      )
        continue;
      charge.isRefused = charge.isStingy;
      if (charge.isStingy) continue;
      charge.state = 'refunded';
      // What a bank refused to give back is still owed.
      const isLast = !this.charges.some((other) => other.state === 'confirmed' && other.refundAt !== null);
      if (isLast && this.next('refund.settled')) this.move('refund.settled', now);
    }
  }
  private request(by: 'shop' | 'buyer', way: 'PIX' | 'CARD', now: number): Expected {
    // The buyer alone chooses again where nothing that was chosen is open any more.
    const isChosenAgain =
      by === 'buyer' &&
      this.state === 'PENDING_PAYMENT' &&
      !this.charges.some(({ state }) => state === 'pending');
    if (!isChosenAgain && !this.next('payment.requested')) return ['ILLEGAL_EVENT'];
    const made = this.charges.filter(({ type }) => type === way).length;
    if (made >= (way === 'PIX' ? CHARGES : CARDS)) return [way === 'PIX' ? 'PIX_LIMIT' : 'PAYMENT_METHOD'];
    this.charges.push(chargeOf(way, now + PIX));
    if (isChosenAgain) this.due = now + PIX;
    else this.move('payment.requested', now);
    return 'done';
  }

  /** Does one step. @returns what the shop must answer */
  private shopAsksAndAccepts(type: OrderEvent): boolean {
    return type === 'order.canceled' && !this.next(type) && this.next('cancellation.requested') !== undefined;
  }
  /** What the shop's own side may do now. */
  allowedOfShop(): OrderEvent[] {
    return [
      ...this.allowed(),
      ...(this.shopAsksAndAccepts('order.canceled') ? ['order.canceled' as const] : []),
    ];
  }

  do(step: Step, now: number): Expected {
    const { card } = this;
    switch (step.by) {
      case 'time':
        this.timePasses(now);
        return 'done';
      case 'bank': {
        const newest = this.charges.at(-1);
        if (newest?.type !== 'PIX' || (newest.state !== 'pending' && newest.state !== 'expired'))
          return ['ILLEGAL_EVENT'];
        this.fall(now);
        this.take(newest, now);
        return 'done';
      }
      case 'card':
        if (!card || (card.bank !== 'open' && card.bank !== 'declined')) return ['ILLEGAL_EVENT'];
        card.bank = step.kind === 'good' || step.kind === 'stingy' ? 'authorised' : step.kind;
        card.isStingy = step.kind === 'stingy';
        break;
      case 'challenge':
      case 'review':
        if (card?.bank !== step.by) return [card || step.by === 'challenge' ? 'ILLEGAL_EVENT' : 'NOT_FOUND'];
        card.bank = step.isPassed ? 'authorised' : 'declined';
        break;
      case 'shop':
      case 'buyer':
        this.fall(now);
        if (step.type === 'payment.requested')
          return this.request(step.by, ('way' in step ? step.way : undefined) ?? 'PIX', now);
        if (step.type === 'cancel') {
          if (!this.next('order.canceled') || this.state === 'DELIVERY_FAILED') return ['NOT_CANCELABLE'];
          this.move('order.canceled', now);
          return 'done';
        }
        // Where a buyer has to ask and the shop to accept, the shop that cancels does both (operator study, §0).
        if (step.by === 'shop' && this.shopAsksAndAccepts(step.type)) {
          this.move('cancellation.requested', now);
          this.move('cancellation.accepted', now);
          return 'done';
        }
        if (!this.next(step.type)) return ['ILLEGAL_EVENT'];
        // Of an order that waits to be collected the shop alone asks: nobody came.
        if (step.by === 'buyer' && step.type === 'cancellation.requested' && this.state !== 'PREPARING')
          return ['ILLEGAL_EVENT'];
        this.move(step.type, now);
        return 'done';
    }
    if (card && step.isTold) this.ask(card, now);
    return 'done';
  }
}
