import { and, eq } from 'drizzle-orm';
import type { OrderEvent, OrderState } from '#contract/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { hasOrderTag, statesTagged } from '#domain/order/order-states.ts';
import { movesAsOne } from '#domain/order/order-family.ts';
import { movesByItself, stepOrder } from '#machines/orders/order.machine.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderChild, orderEvent } from '#server/db/schema/order.ts';
import { rowInserter, rowUpdater } from '#server/db/prepared.ts';
import { consumeCoupon, releaseCoupon } from '#server/services/cart/coupon.ts';
import { type OrderCharges, chargesOf } from '#server/services/payment/order-charges.ts';
import { notifyBuyer } from '#server/services/people/news.ts';
import { childrenOf, moveSome, partyFor } from './order-family.ts';
import { releaseGoods } from './order-goods.ts';
import { type Details, type Move, changeBy, planMove } from './order-move.ts';
import { type Cause, type OrderRow, type PaymentRow, isPaid, stateOf, walletsIn } from './order-row.ts';
import {
  type Share,
  creditExchange,
  isExchange,
  isWaitingForMoney,
  returnNumber,
  returnWorth,
  shareOut,
  wholeOf,
} from './order-refund.ts';

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
const isAllFromWallets = (shares: readonly Share[]) => shares.every(({ charge }) => charge.type === 'WALLET');
const abandonable = statesTagged('unpaid').filter((state) => endingOf(state) !== undefined);

/**
 * Moving orders and their charges along their charts. Source: definitions, Order life; D51, D52, D56, D57;
 * SEC-19.
 */
export function orderLife(core: Core, { charges }: { charges: OrderCharges }) {
  const { clock, events } = core;

  const announce = (tx: Tx, row: OrderRow, code: string, state: OrderState, at: Date) =>
    events.publish(tx, row.tenantId, `order:${code}`, {
      type: 'order.changed',
      code,
      state,
      version: row.version + 1,
      at: at.toISOString(),
    });

  /**
   * Writes a move: the order, its parts, the history, and the news for whoever looks or has asked for them.
   * The statements leave in this order and travel together.
   * @returns the order's row, and the charges that the move concerns
   */
  async function write(tx: Tx, row: OrderRow, move: Move, cause: Cause, details: Details) {
    const { event, before, after, to, moving, some, reason, at } = move;
    const next = await changeBy(tx, row, move, details.expiresAt);
    const part = { state: to, version: next.version, updatedAt: at };
    const isOpenNoMore = !hasOrderTag(after, 'awaitingPayment');
    const isOwed = move.isRefunded || (to === 'CANCELED' && walletsIn(row).length > 0);
    const [written, , , , , pending, confirmed] = await Promise.all([
      moveOrder(tx, next, row),
      some
        ? moveSome(tx, row, some.moving, {
            ...part,
            ...(to === 'CANCELED' ? { cancelReason: reason ?? event } : {}),
          })
        : moveChildren(tx, part, { tenantId: row.tenantId, orderId: row.id }),
      insertEvent(tx, {
        tenantId: row.tenantId,
        orderId: row.id,
        sequence: next.version,
        type: event,
        fromState: before,
        toState: after,
        at,
        actor: cause,
        data: { ...(reason ? { reason } : {}), ...details.news },
        part: some && { children: some.moving.map(({ id }) => id), to },
      }),
      Promise.all([
        announce(tx, row, row.code, after, at),
        ...moving.map(({ code }) => announce(tx, row, code, to, at)),
      ]),
      notifyBuyer(core, tx, row, { event, state: to, version: next.version }, some?.moving[0]?.code),
      isOpenNoMore ? chargesOf(tx, row, 'pending') : [],
      isOwed ? chargesOf(tx, row, 'confirmed') : [],
    ]);
    if (written.length === 0) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: [] });
    return { next, pending, confirmed };
  }

  /**
   * Sends back what a move leaves owed: all of it, what the returned goods are worth, or the parts that are
   * canceled. Exchanged goods become the buyer's credit instead.
   * @param confirmed the charges that were paid
   * @returns whether all of it is back already, as wallets and credit are at once
   */
  async function refund(tx: Tx, row: OrderRow, move: Move, confirmed: PaymentRow[]): Promise<boolean> {
    const { event, some, to, isLast, at } = move;
    const reason = move.reason ?? event;
    if (some && to === 'CANCELED') {
      const shares = await charges.refundParts(tx, row, some.moving, confirmed, reason, isLast);
      return shares.length > 0 && isAllFromWallets(shares);
    }
    const isReturn = event === 'return.received';
    if (isReturn && isExchange(row)) {
      await creditExchange(tx, row, at);
      return true;
    }
    const shares = isReturn
      ? await shareOut(tx, row, confirmed, `return:${returnNumber(row)}`, returnWorth(row))
      : some
        ? []
        : wholeOf(confirmed);
    for (const share of shares) await charges.refundShare(tx, row, share, reason);
    return (isReturn || shares.length > 0) && isAllFromWallets(shares);
  }

  /** A coupon's use is consumed by the payment, and given back when nothing of the order is left. */
  async function moveCoupon(tx: Tx, { tenantId, properties, cartUuid }: OrderRow, move: Move): Promise<void> {
    const { promotionId } = properties as { promotionId?: string }; // noted by the placement
    if (promotionId === undefined) return;
    if (move.isLast) await releaseCoupon(tx, tenantId, promotionId, cartUuid);
    else if (move.event === 'payment.confirmed') await consumeCoupon(tx, tenantId, promotionId, cartUuid);
  }

  const life = {
    /**
     * Moves an order along its chart, with everything that belongs to the move, in the caller's transaction:
     * state, history, children, stock, charges, refund, due time and the news for whoever is looking.
     * @param row the order, locked by the caller (`for update`)
     * @throws ApiProblem ILLEGAL_EVENT with the events that are legal, STOCK when goods of an expired order
     * cannot be reserved again
     */
    async apply(
      tx: Tx,
      row: OrderRow,
      event: OrderEvent,
      cause: Cause,
      details: Details = {},
    ): Promise<OrderRow> {
      const move = await planMove(tx, row, event, details, clock.date());
      const { next, pending, confirmed } = await write(tx, row, move, cause, details);
      for (const open of pending) await charges.settle(tx, open, 'payment.expired');
      const isBack = await refund(tx, row, move, confirmed);
      const reserved = await releaseGoods(tx, row, move);
      await moveCoupon(tx, row, move);
      const moved: OrderRow = { ...row, ...next, reserved };
      return isBack ? life.settleRefunds(tx, moved, 'system') : moved;
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
