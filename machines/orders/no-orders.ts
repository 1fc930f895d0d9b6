import type { Follow, Order } from '#contract/order/order.ts';

/** One part of an order, with where it is. */
export interface OrderPart {
  order: Order;
  follow: Follow | null;
}
/** Orders that came with the page: the list as it begins, and the one that the page is of. */
export interface OrdersSeed {
  orders: Order[];
  /** these are what the server says, though it may be that there is none */
  isListed: boolean;
  code: string;
  order: Order;
  follow: Follow | null;
  /** those that go ways of their own; none of an order that moves as one */
  parts: OrderPart[];
}
/**
 * What the orders chart knows before it has asked. Apart from the chart, whose code comes with the first
 * client.
 */
export const noOrders = {
  orders: [],
  isListed: false,
  page: 0,
  totalPages: 0,
  code: null,
  order: null,
  follow: null,
  parts: [],
  canceling: null,
  refusal: null,
  failures: 0,
  isListBehind: false,
  isOrderBehind: false,
};
