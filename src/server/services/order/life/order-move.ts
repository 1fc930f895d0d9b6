import type { DeliveryUpdate } from '#contract/order/delivery-update.ts';
import type { OrderEvent, OrderState } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { movesAsOne } from '#domain/order/order-family.ts';
import { stepOrder } from '#machines/orders/order.machine.ts';
import type { Tx } from '#server/db/database.ts';
import { dueAfter } from './order-due.ts';
import {
  type ChildRow,
  type Party,
  childrenOf,
  partyFor,
  stateAfter,
} from '#server/services/order/order-family.ts';
import { reserveAgain } from '#server/services/order/order-goods.ts';
import { received } from '#server/services/order/order-refund.ts';
import { type OrderRow, factsOf, illegalIn, stateOf } from '#server/services/order/order-row.ts';

/**
 * What comes with an event: why, until when its charge lives, of which part, and what is known of a delivery.
 */
export interface Details {
  reason?: string | undefined;
  expiresAt?: Date;
  childId?: string | undefined;
  news?: DeliveryUpdate;
}

/** What an event does to an order, decided before anything is written. */
export interface Move {
  event: OrderEvent;
  at: Date;
  /** of the whole order */
  before: OrderState;
  after: OrderState;
  /** of the parts that move; of the whole while it moves as one */
  from: OrderState;
  to: OrderState;
  /** parts with a life of their own that move; none while the order moves as one */
  moving: readonly ChildRow[];
  /** the parts that move while others stay; null when all of them move */
  some: Party | null;
  reason: string | null;
  /** everything that was paid goes back */
  isRefunded: boolean;
  /** nothing of the order is left to be delivered */
  isLast: boolean;
}

/**
 * Decides what an event does to an order. Goods that an expired order gave back are reserved again where the
 * event needs them.
 * @param row the order, locked by the caller
 * @throws ApiProblem ILLEGAL_EVENT with the events that are legal, STOCK when goods cannot be reserved again
 */
export async function planMove(
  tx: Tx,
  row: OrderRow,
  event: OrderEvent,
  details: Details,
  at: Date,
): Promise<Move> {
  const before = stateOf(row);
  // An order that is not paid moves as one; after that each part has a life of its own.
  const party = movesAsOne(before)
    ? undefined
    : partyFor(await childrenOf(tx, row), before, event, details.childId);
  if (party === null || (!party && details.childId !== undefined)) throw illegalIn(row);
  const from = party?.from ?? before;
  const facts = factsOf(row);
  if (!stepOrder(from, event, facts)) throw illegalIn(row);
  const needsGoods =
    before === 'PAYMENT_EXPIRED' && (event === 'payment.requested' || event === 'payment.confirmed');
  const step = needsGoods
    ? stepOrder(from, event, { ...facts, stock: await reserveAgain(tx, row, at.getTime()) })
    : stepOrder(from, event, facts);
  if (!step) throw new ApiProblem('STOCK');
  const some = party?.isSome ? party : null;
  const after = some ? stateAfter(some, step.state) : step.state;
  return {
    event,
    at,
    before,
    after,
    from,
    to: step.state,
    moving: party?.moving ?? [],
    some,
    reason: details.reason ?? step.reason ?? null,
    isRefunded: step.refund,
    isLast: step.state === 'CANCELED' && after === 'CANCELED',
  };
}

/** What a move changes in the row of its order. @param expiresAt of the charge that is open now */
export async function changeBy(tx: Tx, row: OrderRow, move: Move, expiresAt: Date | undefined) {
  const { event, after, at, reason } = move;
  return {
    state: after,
    version: row.version + 1,
    updatedAt: at,
    ...(await dueAfter(tx, row, after, at, expiresAt)),
    cancelReason: after === 'CANCELED' ? reason : row.cancelReason,
    properties: {
      ...row.properties,
      ...(event === 'payment.confirmed' ? { paid: true } : {}),
      ...(after === 'COMPLETED' ? { completed: true } : {}),
      ...(event === 'return.requested' ? { returnRequest: undefined, left: undefined } : {}),
      ...(event === 'return.received' ? received(row) : {}),
    },
  };
}
