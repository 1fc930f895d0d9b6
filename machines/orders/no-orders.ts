/**
 * What the orders chart knows before it has asked. Apart from the chart, whose code comes with the first
 * client.
 */
export const noOrders = {
  orders: [],
  page: 0,
  totalPages: 0,
  code: null,
  order: null,
  follow: null,
  canceling: null,
  refusal: null,
  failures: 0,
};
