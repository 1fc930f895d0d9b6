import type { Follow, Order } from '#contract/order.ts';

/** Orders that came with the page: the list as it begins, and the one that the page is of. */
export interface OrdersSeed {
  orders: Order[];
  /** these are what the server says, though it may be that there is none */
  isListed: boolean;
  code: string;
  order: Order;
  follow: Follow | null;
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
  canceling: null,
  refusal: null,
  failures: 0,
};
