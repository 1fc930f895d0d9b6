import type { BoardColumn } from '#contract/ops/orders.ts';
import { OrderState } from '#contract/order/order.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';

/** Somebody at the shop has to act, and not only with the goods. */
const needsAttention = (state: OrderState): boolean =>
  (hasOrderTag(state, 'troubled') && hasOrderTag(state, 'paid')) || hasOrderTag(state, 'awaitingAnswer');

/** Where a part stands on the board; null for one that is on none of its columns. */
function columnOf(state: OrderState): BoardColumn | null {
  if (needsAttention(state)) return 'attention';
  if (hasOrderTag(state, 'collectable')) return 'ready';
  if (hasOrderTag(state, 'moving')) return 'onTheWay';
  if (hasOrderTag(state, 'preparing')) return hasOrderTag(state, 'stepReached') ? 'new' : 'preparing';
  return null;
}
/** The states of a column. */
export const statesIn = (column: BoardColumn): OrderState[] =>
  OrderState.options.filter((state) => columnOf(state) === column);
