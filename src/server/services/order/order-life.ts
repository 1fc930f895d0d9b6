import { and, desc, eq, gte, inArray, min, sql } from 'drizzle-orm';
import { cents } from '#contract/money.ts';
import type { DeliveryNews, OrderEvent, OrderState } from '#contract/order.ts';
import type { Hub } from '#contract/place.ts';
import { ApiProblem, isProblem } from '#contract/problem.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { movesAsOne } from '#domain/order/order-family.ts';
import { type PaymentEvent, type PaymentState, nextPaymentState } from '#machines/orders/payment.machine.ts';
import { allowedOrderEvents, dueEventOf, movesByItself, stepOrder } from '#machines/orders/order.machine.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { hub } from '#server/db/schema/shop/hub.ts';
import { order, orderChild, orderEvent } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import { prepared, rowInserter, rowUpdater } from '#server/db/prepared.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { releaseStock } from '#server/services/cart/stock.ts';
import { consumeCoupon, releaseCoupon } from '#server/services/cart/coupon.ts';
import { hasStock, takeStock } from '#server/services/cart/stock.ts';
import { tellOrder } from '#server/services/people/news.ts';
import { type ChildRow, childrenOf, moveSome, partyFor, splitReserved, stateAfter } from './order-family.ts';
import { repriceTo } from './order-price.ts';
import {
  type Share,
  backToWallet,
  creditExchange,
  isAllBack,
  isExchange,
  isWaitingForMoney,
  noteRefund,
  received,
  returnNumber,
  returnWorth,
  shareOut,
  wholeOf,
} from './order-refund.ts';

export type OrderRow = typeof order.$inferSelect;
export type PaymentRow = typeof payment.$inferSelect;
/**
 * What is told along with an event: why, until when its charge lives, of which part, and what there is to
 * know of a delivery.
 */
export interface Details {
  reason?: string | undefined;
  expiresAt?: Date;
  childId?: string | undefined;
  news?: DeliveryNews;
}
/** Who caused an event. */
export type Cause = 'client' | 'lead' | 'system' | 'provider' | 'sandbox';

/** A provider is asked this often how an open payment or refund stands, in ms. Source: REL-09. */
export const ASKED_EVERY = 5 * 60_000;
/**
 * How long a buyer may ask for another code after the last one expired, at most. Source: definitions, Order
 * life.
 */
const RETRY_FOR = 24 * 3_600_000;
/** The shop answers a wish to cancel within this, in ms. Source: D51. */
const ANSWER_WITHIN = 48 * 3_600_000;
// Only the chart's states are ever written
export const stateOf = (row: Pick<OrderRow, 'state'>) => row.state as OrderState;

/** When the window begins that an order has a place in, epoch ms. */
export const windowStart = ({ properties }: Pick<OrderRow, 'properties'>): number => {
  const { window } = properties as { window?: { start: string } }; // noted by the placement
  return window ? Date.parse(window.start) : Infinity;
};

/** Money came in at some time. */
export const isPaid = (row: Pick<OrderRow, 'state' | 'properties'>) =>
  hasOrderTag(stateOf(row), 'paid') || row.properties['paid'] === true;

const factsOf = (row: Pick<OrderRow, 'state' | 'properties'>) => ({
  paid: isPaid(row),
  left: row.properties['left'] === true,
});

// Under the order's row lock nobody else moves its charges or children; the version is the net below it.
const moveOrder = rowUpdater(
  order,
  ['state', 'version', 'updatedAt', 'dueAt', 'dueEvent', 'cancelReason', 'properties'],
  ['tenantId', 'id', 'version'],
);
const moveChildren = rowUpdater(orderChild, ['state', 'version', 'updatedAt'], ['tenantId', 'orderId']);
const moveCharge = rowUpdater(
  payment,
  ['state', 'version', 'settledAt', 'endToEndId', 'checkAt'],
  ['tenantId', 'id', 'version'],
);
const insertEvent = rowInserter(orderEvent);
// Attempts below zero are money that came unasked: it goes back by itself.
const chargesIn = prepared((tx) =>
  tx
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.tenantId, sql.placeholder('tenantId')),
        eq(payment.orderId, sql.placeholder('id')),
        eq(payment.state, sql.placeholder('state')),
        gte(payment.attempt, 0),
      ),
    )
    .orderBy(desc(payment.attempt)),
);

/** What may happen to an order next. */
export const allowedOf = (row: Pick<OrderRow, 'state' | 'properties'>): OrderEvent[] =>
  allowedOrderEvents(stateOf(row), factsOf(row));

/**
 * Moving orders and their charges along their charts. Source: definitions, Order life; D51, D52, D56, D57;
 * SEC-19.
 */
export function orderLife(core: Core) {
  const { clock, events, jobs } = core;
  /**
   * Goods of an order whose payment expired were given back; a new try or a late payment takes them again,
   * while they can still be brought in its window.
   */
  async function reserveAgain(tx: Tx, row: OrderRow): Promise<boolean> {
    if (windowStart(row) <= clock.now()) return false;
    try {
      await tx.transaction((inner) => takeStock(inner, row.tenantId, row.reserved));
      return true;
    } catch (error) {
      if (isProblem(error, 'STOCK')) return false;
      throw error;
    }
  }

  const chargesOf = (tx: Tx, { tenantId, id }: OrderRow, state: PaymentState) =>
    chargesIn(tx).execute({ tenantId, id, state });

  /** Moves one charge along its chart; null when the notice is late or repeated and nothing changed. */
  async function settle(
    tx: Tx,
    charge: PaymentRow,
    event: PaymentEvent,
    endToEndId?: string,
  ): Promise<PaymentRow | null> {
    // Only the chart's states are ever written
    const next = nextPaymentState(charge.state as PaymentState, event);
    if (!next) return null;
    const moved = {
      state: next,
      version: charge.version + 1,
      settledAt: clock.date(),
      endToEndId: endToEndId ?? charge.endToEndId,
      checkAt: next === 'expired' ? charge.checkAt : null,
    };
    return (await moveCharge(tx, moved, charge)).length > 0 ? { ...charge, ...moved } : null;
  }

  /**
   * A share of a charge goes back, once whatever happens: to a wallet at once (D52), else by its provider,
   * who is asked now and again.
   */
  async function oweRefund(tx: Tx, row: OrderRow, share: Share, reason: string): Promise<void> {
    const { charge } = share;
    const at = clock.date();
    const before = await noteRefund(tx, row, share, reason, at);
    if (before === null) return;
    if (charge.type === 'WALLET') {
      await backToWallet(tx, row, share, before, at);
      return life.refunded(tx, charge);
    }
    await tx
      .update(payment)
      .set({ checkAt: new Date(clock.now() + ASKED_EVERY) })
      .where(and(eq(payment.tenantId, row.tenantId), eq(payment.id, charge.id)));
    await jobs.send(tx, 'payment.check', { tenantId: row.tenantId, paymentId: charge.id });
  }

  /**
   * Money of parts that are canceled while others go on: their goods, and the delivery with the last of them.
   */
  async function refundParts(
    tx: Tx,
    row: OrderRow,
    told: readonly ChildRow[],
    charges: readonly PaymentRow[],
    reason: string,
    isLast: boolean,
  ): Promise<Share[]> {
    const all: Share[] = [];
    for (const [index, child] of told.entries()) {
      const worth = cents(
        child.total - child.shippingTotal + (isLast && index === 0 ? row.shippingTotal : 0),
      );
      const shares = await shareOut(tx, row, charges, `child:${child.id}`, worth);
      for (const share of shares) await oweRefund(tx, row, share, reason);
      all.push(...shares);
    }
    return all;
  }

  /** Goods wait at their stall for as many days as it keeps them. */
  async function pickupDue(tx: Tx, row: OrderRow): Promise<Pick<OrderRow, 'dueAt' | 'dueEvent'>> {
    const [stall] =
      row.hubId === null
        ? []
        : await tx
            .select({ body: hub.body })
            .from(hub)
            .where(and(eq(hub.tenantId, row.tenantId), eq(hub.id, row.hubId)));
    // Written by the importer in the contract's shape
    const { holdDays } = (stall?.body['pickup'] ?? {}) as Partial<Hub['pickup']>;
    return holdDays === undefined
      ? { dueAt: null, dueEvent: null }
      : { dueAt: new Date(clock.now() + holdDays * 24 * 3_600_000), dueEvent: 'pickup.overdue' };
  }

  /**
   * When an order must move by itself, and how. An open charge sets the time; after it, a day for another
   * try, less when a campaign ends or the order's window begins before.
   */
  async function dueOf(
    tx: Tx,
    row: OrderRow,
    state: OrderState,
    expiresAt: Date | undefined,
  ): Promise<Pick<OrderRow, 'dueAt' | 'dueEvent'>> {
    const dueEvent = dueEventOf(state);
    if (dueEvent === 'payment.expired')
      return {
        dueAt: expiresAt ?? (await chargesOf(tx, row, 'pending'))[0]?.expiresAt ?? clock.date(),
        dueEvent,
      };
    if (dueEvent === 'answer.overdue') return { dueAt: new Date(clock.now() + ANSWER_WITHIN), dueEvent };
    if (dueEvent === 'pickup.overdue') return pickupDue(tx, row);
    if (dueEvent !== 'retry.ended') return { dueAt: null, dueEvent: null };
    // Counted from when it was due, not from when somebody looked.
    const from = Math.min(clock.now(), row.dueAt?.getTime() ?? clock.now());
    const campaignIds = tx
      .select({ id: orderChild.campaignId })
      .from(orderChild)
      .where(and(eq(orderChild.tenantId, row.tenantId), eq(orderChild.orderId, row.id)));
    const [sold] = await tx
      .select({ endsAt: min(campaign.endsAt) })
      .from(campaign)
      .where(and(eq(campaign.tenantId, row.tenantId), inArray(campaign.id, campaignIds)));
    const last = Math.min(
      from + RETRY_FOR,
      sold?.endsAt ? new Date(sold.endsAt).getTime() : Infinity,
      windowStart(row),
    );
    return { dueAt: new Date(Math.max(from, last)), dueEvent: 'retry.ended' };
  }

  const life = {
    settle,

    /**
     * Whether money that came in now would stay: the order waits for it, and its goods are still to be had.
     * @param row locked by the caller
     */
    async acceptsPayment(tx: Tx, row: OrderRow): Promise<boolean> {
      const stock =
        stateOf(row) !== 'PAYMENT_EXPIRED' ||
        (clock.now() < windowStart(row) && (await hasStock(tx, row.tenantId, row.reserved)));
      return stepOrder(stateOf(row), 'payment.confirmed', { paid: isPaid(row), stock })?.refund === false;
    },

    /**
     * Moves an order along its chart, with everything that belongs to the move, in the caller's transaction:
     * state, history, children, stock, charges, refund, due time and the news for whoever is looking.
     * @param row the order, locked by the caller (`for update`)
     * @throws ApiProblem ILLEGAL_EVENT with the events that are legal, STOCK when goods of an expired order
     * cannot be taken again
     */
    async apply(
      tx: Tx,
      row: OrderRow,
      event: OrderEvent,
      cause: Cause,
      details: Details = {},
    ): Promise<OrderRow> {
      const before = stateOf(row);
      const illegal = () => new ApiProblem('ILLEGAL_EVENT', { allowedEvents: allowedOf(row) });
      // Whatever is not paid moves as one; after that each part has a life of its own.
      const party = movesAsOne(before)
        ? undefined
        : partyFor(await childrenOf(tx, row), before, event, details.childId);
      if (party === null || (!party && details.childId !== undefined)) throw illegal();
      const from = party?.from ?? before;
      const needsGoods =
        before === 'PAYMENT_EXPIRED' && (event === 'payment.requested' || event === 'payment.confirmed');
      const facts = factsOf(row);
      if (!stepOrder(from, event, facts)) throw illegal();
      const stock = needsGoods ? await reserveAgain(tx, row) : undefined;
      const step = stepOrder(from, event, { ...facts, ...(stock === undefined ? {} : { stock }) });
      if (!step) throw new ApiProblem('STOCK');
      const some = party?.isSome ? party : null;
      const state = some ? stateAfter(some, step.state) : step.state;
      const now = clock.date();
      const reason = details.reason ?? step.reason ?? null;
      const next = {
        state,
        version: row.version + 1,
        updatedAt: now,
        ...(await dueOf(tx, row, state, details.expiresAt)),
        cancelReason: state === 'CANCELED' ? reason : row.cancelReason,
        properties: {
          ...row.properties,
          ...(event === 'payment.confirmed' ? { paid: true } : {}),
          ...(state === 'COMPLETED' ? { completed: true } : {}),
          ...(event === 'return.requested' ? { returnRequest: undefined, left: undefined } : {}),
          ...(event === 'return.received' ? received(row) : {}),
        },
      };
      const moved = { state: step.state, version: next.version, updatedAt: now };
      const isOwed = (wanted: boolean, charge: PaymentState) => (wanted ? chargesOf(tx, row, charge) : []);
      const tell = (code: string, to: OrderState) =>
        events.publish(tx, row.tenantId, `order:${code}`, {
          type: 'order.changed',
          code,
          state: to,
          version: next.version,
          at: now.toISOString(),
        });
      const [written, , , , , pending, confirmed] = await Promise.all([
        moveOrder(tx, next, row),
        some
          ? moveSome(tx, row, some.told, {
              ...moved,
              ...(step.state === 'CANCELED' ? { cancelReason: reason ?? event } : {}),
            })
          : moveChildren(tx, moved, { tenantId: row.tenantId, orderId: row.id }),
        insertEvent(tx, {
          tenantId: row.tenantId,
          orderId: row.id,
          sequence: next.version,
          type: event,
          fromState: before,
          toState: state,
          at: now,
          actor: cause,
          data: { ...(reason ? { reason } : {}), ...details.news },
          part: some && { children: some.told.map(({ id }) => id), to: step.state },
        }),
        Promise.all([
          tell(row.code, state),
          ...(party?.told ?? []).map(({ code }) => tell(code, step.state)),
        ]),
        tellOrder(core, tx, row, step.state, next.version, some?.told[0]?.code),
        isOwed(!hasOrderTag(state, 'awaitingPayment'), 'pending'),
        isOwed(
          step.refund || (step.state === 'CANCELED' && row.properties['wallet'] !== undefined),
          'confirmed',
        ),
      ]);
      if (written.length === 0) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: [] });
      for (const open of pending) await settle(tx, open, 'payment.expired');
      const isLast = step.state === 'CANCELED' && state === 'CANCELED';
      const isCredited = event === 'return.received' && isExchange(row);
      if (isCredited) await creditExchange(tx, row, now);
      let owed: Share[] = [];
      if (event === 'return.received')
        owed = isCredited
          ? []
          : await shareOut(tx, row, confirmed, `return:${returnNumber(row)}`, returnWorth(row));
      else if (!some) owed = wholeOf(confirmed);
      for (const share of owed) await oweRefund(tx, row, share, reason ?? event);
      if (some && step.state === 'CANCELED')
        owed = await refundParts(tx, row, some.told, confirmed, reason ?? event, isLast);
      const after: OrderRow = { ...row, ...next };
      if (hasOrderTag(from, 'stocked') && !hasOrderTag(step.state, 'stocked')) {
        const { theirs, others } = some
          ? await splitReserved(tx, row, some.told)
          : { theirs: row.reserved, others: row.reserved };
        await releaseStock(tx, row.tenantId, theirs, isLast ? row.deliveryWindowId : null);
        after.reserved = others;
        if (some)
          await tx
            .update(order)
            .set({ reserved: others })
            .where(and(eq(order.tenantId, row.tenantId), eq(order.id, row.id)));
      }
      // An expired order gave its goods back already, but kept its place in the window.
      else if (before === 'PAYMENT_EXPIRED' && isLast)
        await releaseStock(tx, row.tenantId, [], row.deliveryWindowId);
      const { promotionId } = row.properties as { promotionId?: string }; // noted by the placement
      if (promotionId !== undefined && isLast)
        await releaseCoupon(tx, row.tenantId, promotionId, row.cartUuid);
      else if (promotionId !== undefined && event === 'payment.confirmed')
        await consumeCoupon(tx, row.tenantId, promotionId, row.cartUuid);
      // What a wallet paid is back at once, and so is credit: nothing more is on its way.
      const isBack =
        isCredited ||
        ((owed.length > 0 || event === 'return.received') &&
          owed.every(({ charge }) => charge.type === 'WALLET'));
      return isBack ? life.settleRefunds(tx, after, 'system') : after;
    },

    /**
     * Everything that an order owed is back: it says so, and so do its parts. Nothing happens while money is
     * still on its way.
     * @param row locked by the caller
     */
    async settleRefunds(tx: Tx, row: OrderRow, cause: Cause): Promise<OrderRow> {
      const before = stateOf(row);
      if (movesAsOne(before) || !isPaid(row) || (await isWaitingForMoney(tx, row))) return row;
      return partyFor(await childrenOf(tx, row), before, 'refund.settled')
        ? life.apply(tx, row, 'refund.settled', cause)
        : row;
    },

    /** A charge that is back to the last centavo is one that was refunded. */
    async refunded(tx: Tx, charge: PaymentRow): Promise<void> {
      if (await isAllBack(tx, charge)) await settle(tx, charge, 'refund.settled');
    },

    /**
     * Takes the money of a charge. What the order has no use for any more (it was canceled, or another charge
     * was first) goes back.
     * @param row the order, locked by the caller
     * @returns the order as it is now, or null when the charge had its end already and nothing changed
     */
    async takeMoney(
      tx: Tx,
      row: OrderRow,
      charge: PaymentRow,
      cause: Cause,
      endToEndId?: string,
    ): Promise<OrderRow | null> {
      // Only the chart's states are ever written
      if (!nextPaymentState(charge.state as PaymentState, 'payment.confirmed')) return null;
      const isWaitedFor = stepOrder(stateOf(row), 'payment.confirmed', { paid: isPaid(row) }) !== null;
      const priced = isWaitedFor ? await repriceTo(tx, row, charge) : row;
      // Both in one go: the charge first, as its order asks for those that are open.
      const [settled, moved] = await Promise.all([
        settle(tx, charge, 'payment.confirmed', endToEndId),
        isWaitedFor ? life.apply(tx, priced, 'payment.confirmed', cause) : null,
      ]);
      if (!settled) throw new Error('a charge moved while its order was locked');
      if (moved) return moved;
      await oweRefund(
        tx,
        row,
        { charge: settled, part: 'order', amount: settled.amount, worth: settled.amount },
        'PAID_LATE',
      );
      if (isPaid(row)) return row;
      const [noted] = await tx
        .update(order)
        .set({ properties: { ...row.properties, paid: true } })
        .where(and(eq(order.tenantId, row.tenantId), eq(order.id, row.id)))
        .returning();
      return noted ?? row;
    },

    /**
     * Money that came once more by a charge that has had its own: a payment of its own, below the asked ones,
     * that goes back.
     * @param row locked by the caller
     */
    async returnMoney(tx: Tx, row: OrderRow, charge: PaymentRow, endToEndId: string): Promise<void> {
      const now = clock.date();
      const [least] = await tx
        .select({ attempt: min(payment.attempt) })
        .from(payment)
        .where(and(eq(payment.tenantId, row.tenantId), eq(payment.orderId, row.id)));
      // Of the key itself, whoever made the charge: no provider knows this transfer by an id of ours.
      const stray: PaymentRow = {
        ...charge,
        id: uuidv7(clock.now()),
        attempt: Math.min(0, least?.attempt ?? 0) - 1,
        state: 'confirmed',
        version: 1,
        provider: 'pix',
        txid: endToEndId,
        endToEndId,
        brCode: null,
        properties: { of: charge.txid },
        refunded: cents(0),
        createdAt: now,
        expiresAt: null,
        settledAt: now,
        checkAt: null,
      };
      await tx.insert(payment).values(stray);
      await oweRefund(
        tx,
        row,
        { charge: stray, part: 'order', amount: stray.amount, worth: stray.amount },
        'PAID_TWICE',
      );
    },

    /**
     * What whoever runs the shop should have done by now: told once, and never undone by whoever looks first.
     * @param row locked by the caller
     * @returns what it is
     */
    async takeOverdue(tx: Tx, row: OrderRow): Promise<string | null> {
      if (!row.dueAt || row.dueAt > clock.date() || movesByItself(row.dueEvent)) return null;
      await tx
        .update(order)
        .set({ dueAt: null })
        .where(and(eq(order.tenantId, row.tenantId), eq(order.id, row.id)));
      return row.dueEvent;
    },

    /** What is due of an order, for whoever looks first. @param row locked by the caller */
    async applyDueEvents(tx: Tx, row: OrderRow): Promise<OrderRow> {
      let current = row;
      while (current.dueAt && current.dueAt <= clock.date() && movesByItself(current.dueEvent))
        current = await life.apply(tx, current, current.dueEvent, 'system', {
          ...(current.dueEvent === 'retry.ended' ? { reason: 'NOT_PAID' } : {}),
        });
      return current;
    },
  };
  return life;
}
export type OrderLife = ReturnType<typeof orderLife>;
