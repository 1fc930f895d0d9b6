import type { OrderEvent } from '#contract/order/order.ts';

const answers: readonly OrderEvent[] = [
  'order.canceled',
  'cancellation.requested',
  'cancellation.accepted',
  'cancellation.refused',
  'delivery.failed',
  'return.refused',
];
/** Whether the reason that the shop gives with an event is meant for the buyer; any other is its own note. */
export const tellsBuyer = (event: string): boolean => answers.some((one) => one === event);
