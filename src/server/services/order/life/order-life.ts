import { and, eq } from 'drizzle-orm';
import type { OrderEvent, OrderState } from '#contract/order/order.ts';
import { statesTagged } from '#domain/order/order-states.ts';
import { movesAsOne } from '#domain/order/order-family.ts';
import { movesByItself, stepOrder } from '#machines/orders/order.machine.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order } from '#server/db/schema/order.ts';
import { childrenOf, partyFor } from '#server/services/order/order-family.ts';
import { releaseGoods } from '#server/services/order/order-goods.ts';
import { isWaitingForMoney } from '#server/services/order/order-refund.ts';
import { type Cause, type OrderRow, isPaid, stateOf } from '#server/services/order/order-row.ts';
import type { OrderCharges } from '#server/services/payment/order-charges.ts';
import { moveCoupon, refundMove } from './move-money.ts';
import { moveRows } from './move-rows.ts';
import { type Details, planMove } from './order-move.ts';

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
  const { clock } = core;
  const { write } = moveRows(core);

  const life = {
    /**
     * Moves an order along its chart, with everything that belongs to the move, in the caller's transaction:
     * state, history, children, stock, charges, refund, due time and the news for those who look.
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
      const isBack = await refundMove(charges, tx, row, move, confirmed);
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
     * What the shop should have done by now: alerted once, by the first reader of the order.
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
