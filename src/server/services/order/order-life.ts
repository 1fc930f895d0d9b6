import { and, eq } from 'drizzle-orm';
import type { DeliveryNews, OrderEvent, OrderState } from '#contract/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { hasOrderTag, statesTagged } from '#domain/order/order-states.ts';
import { movesAsOne } from '#domain/order/order-family.ts';
import type { PaymentState } from '#machines/orders/payment.machine.ts';
import { movesByItself, stepOrder } from '#machines/orders/order.machine.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderChild, orderEvent } from '#server/db/schema/order.ts';
import { rowInserter, rowUpdater } from '#server/db/prepared.ts';
import { consumeCoupon, releaseCoupon } from '#server/services/cart/coupon.ts';
import { type OrderCharges, chargesOf } from '#server/services/payment/order-charges.ts';
import { tellOrder } from '#server/services/people/news.ts';
import { dueAfter } from './order-due.ts';
import { childrenOf, moveSome, partyFor, stateAfter } from './order-family.ts';
import { releaseGoods, reserveAgain } from './order-goods.ts';
import { type Cause, type OrderRow, allowedOf, factsOf, isPaid, stateOf } from './order-row.ts';
import {
  type Share,
  creditExchange,
  isExchange,
  isWaitingForMoney,
  received,
  returnNumber,
  returnWorth,
  shareOut,
  wholeOf,
} from './order-refund.ts';

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
// Under the order's row lock nobody else moves it or its parts; the version is the net below it.
const moveOrder = rowUpdater(
  order,
  ['state', 'version', 'updatedAt', 'dueAt', 'dueEvent', 'cancelReason', 'properties'],
  ['tenantId', 'id', 'version'],
);
const moveChildren = rowUpdater(orderChild, ['state', 'version', 'updatedAt'], ['tenantId', 'orderId']);
const insertEvent = rowInserter(orderEvent);
const endings = ['order.canceled', 'retry.ended'] as const;
/** The event that ends an order which nobody will pay. */
const endingOf = (state: OrderState) =>
  endings.find((event) => stepOrder(state, event, { paid: false }) !== null);
const abandonable = statesTagged('unpaid').filter((state) => endingOf(state) !== undefined);

/**
 * Moving orders and their charges along their charts. Source: definitions, Order life; D51, D52, D56, D57;
 * SEC-19.
 */
export function orderLife(core: Core, { charges }: { charges: OrderCharges }) {
  const { clock, events } = core;
  const life = {
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
      const stock = needsGoods ? await reserveAgain(tx, row, clock.now()) : undefined;
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
        ...(await dueAfter(tx, row, state, clock.date(), details.expiresAt)),
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
      for (const open of pending) await charges.settle(tx, open, 'payment.expired');
      const isLast = step.state === 'CANCELED' && state === 'CANCELED';
      const isCredited = event === 'return.received' && isExchange(row);
      if (isCredited) await creditExchange(tx, row, now);
      let owed: Share[] = [];
      if (event === 'return.received')
        owed = isCredited
          ? []
          : await shareOut(tx, row, confirmed, `return:${returnNumber(row)}`, returnWorth(row));
      else if (!some) owed = wholeOf(confirmed);
      for (const share of owed) await charges.refundShare(tx, row, share, reason ?? event);
      if (some && step.state === 'CANCELED')
        owed = await charges.refundParts(tx, row, some.told, confirmed, reason ?? event, isLast);
      const reserved = await releaseGoods(tx, row, { from, to: step.state, isLast, some });
      const after: OrderRow = { ...row, ...next, reserved };
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

    /** Unpaid states that can be left at once; while the bank looks at a payment its answer is waited for. */
    abandonable,
    /** Ends an order that its buyer leaves unpaid. @param row locked by the caller, in such a state */
    async abandon(tx: Tx, row: OrderRow, reason: string): Promise<void> {
      const ending = endingOf(stateOf(row));
      if (ending) await life.apply(tx, row, ending, 'client', { reason });
    },

    /**
     * What whoever runs the shop should have done by now: alerted once, whoever reads the order first.
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

    /** A due event is applied once; a concurrent reader sees its result. @param row locked by the caller */
    async applyDueEvents(tx: Tx, row: OrderRow): Promise<OrderRow> {
      let current = row;
      while (current.dueAt && current.dueAt <= clock.date() && movesByItself(current.dueEvent))
        current = await life.apply(tx, current, current.dueEvent, 'system', {
          reason: current.dueEvent === 'retry.ended' ? 'NOT_PAID' : undefined,
        });
      return current;
    },
  };
  return life;
}
export type OrderLife = ReturnType<typeof orderLife>;
