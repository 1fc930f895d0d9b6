import { OrderState } from '#contract/order.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { nextOrderState } from '#machines/orders/order.machine.ts';
import type { Tx } from '#server/db/database.ts';
import type { OrderLife } from './order-life.ts';
import { type OrderRow, stateOf } from './order-row.ts';

const endings = ['order.canceled', 'retry.ended'] as const;
/** The event that ends an order which nobody will pay. */
const endingOf = (state: OrderState) =>
  endings.find((event) => nextOrderState(state, event, { paid: false }) !== null);

/** Unpaid states that can be left at once; while the bank looks at a payment its answer is waited for. */
export const abandonable = OrderState.options.filter(
  (state) => hasOrderTag(state, 'unpaid') && endingOf(state) !== undefined,
);

/** Ends an order that its buyer leaves unpaid. @param row locked by the caller, in an abandonable state */
export async function abandonOrder(life: OrderLife, tx: Tx, row: OrderRow, reason: string): Promise<void> {
  const ending = endingOf(stateOf(row));
  if (ending) await life.apply(tx, row, ending, 'client', { reason });
}
