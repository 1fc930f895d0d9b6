import type { BoardColumn } from '#contract/ops/orders.ts';
import { OrderState } from '#contract/order.ts';

/** Where a part stands on the board, by its state; the others are on none of its columns. */
const columns: Readonly<Partial<Record<OrderState, BoardColumn>>> = {
  PAID: 'new',
  PREPARING: 'preparing',
  READY_FOR_PICKUP: 'ready',
  SHIPPED: 'onTheWay',
  OUT_FOR_DELIVERY: 'onTheWay',
  DELIVERY_FAILED: 'attention',
  CANCELLATION_REQUESTED: 'attention',
  RETURN_REQUESTED: 'attention',
};
/** The states of a column. */
export const statesIn = (column: BoardColumn): OrderState[] =>
  OrderState.options.filter((state) => columns[state] === column);
