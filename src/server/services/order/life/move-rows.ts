import type { OrderState } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderChild, orderEvent } from '#server/db/schema/order.ts';
import { rowInserter, rowUpdater } from '#server/db/prepared.ts';
import { moveSome } from '#server/services/order/order-family.ts';
import { type Cause, type OrderRow, walletsIn } from '#server/services/order/order-row.ts';
import { chargesOf } from '#server/services/payment/order-charges.ts';
import { notifyBuyer } from '#server/services/people/news.ts';
import { type Details, type Move, changeBy } from './order-move.ts';

// Under the order's row lock nobody else moves it or its parts; the version is the net below it.
const moveOrder = rowUpdater(
  order,
  ['state', 'version', 'updatedAt', 'dueAt', 'dueEvent', 'cancelReason', 'properties'],
  ['tenantId', 'id', 'version'],
);
const moveChildren = rowUpdater(orderChild, ['state', 'version', 'updatedAt'], ['tenantId', 'orderId']);
const insertEvent = rowInserter(orderEvent);

/** What a move leaves in the database and says to those who look. Source: definitions, Order life; D60. */
export function moveRows(core: Core) {
  const { events } = core;

  const announce = (tx: Tx, row: OrderRow, code: string, state: OrderState, at: Date) =>
    events.publish(tx, row.tenantId, `order:${code}`, {
      type: 'order.changed',
      code,
      state,
      version: row.version + 1,
      at: at.toISOString(),
    });

  /**
   * Writes a move: the order, its parts, the history, and the news for those who look or asked for them.
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

  return { write };
}
