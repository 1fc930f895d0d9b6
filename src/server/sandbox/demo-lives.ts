import type { OrderEvent } from '#contract/order/order.ts';

/** What happens to a demo order, hours after it was made. `buyer`: it is the buyer who sends it, not the desk. */
export type Step = readonly [after: number, event: OrderEvent | 'retry.ended', by?: 'buyer'];
interface Life {
  by: 'PICKUP' | 'SHIPPING';
  /** number of the test card that pays; a Pix without */
  card?: string;
  steps: readonly Step[];
}

const paid: readonly Step[] = [[0.05, 'payment.confirmed']];
const preparing: readonly Step[] = [...paid, [1, 'preparation.started']];
const shipped: readonly Step[] = [...preparing, [3, 'order.shipped']];
const onTheWay: readonly Step[] = [...shipped, [4, 'delivery.started']];
const ready: readonly Step[] = [...preparing, [2, 'pickup.readied']];
const brought: readonly Step[] = [...onTheWay, [5, 'order.delivered']];
const fetched: readonly Step[] = [...ready, [6, 'order.delivered']];
const askedBack: readonly Step[] = [...brought, [12, 'return.requested', 'buyer']];

/** Every state that an order can stay in, by the way on which it comes there. */
const lives = {
  pending: { by: 'SHIPPING', steps: [] },
  pendingPickup: { by: 'PICKUP', steps: [] },
  review: { by: 'SHIPPING', card: '4000000000009235', steps: [] },
  expired: { by: 'PICKUP', steps: [[0.6, 'payment.expired']] },
  abandoned: {
    by: 'SHIPPING',
    steps: [
      [0.6, 'payment.expired'],
      [25, 'retry.ended'],
    ],
  },
  paid: { by: 'SHIPPING', steps: paid },
  paidPickup: { by: 'PICKUP', steps: paid },
  preparing: { by: 'SHIPPING', steps: preparing },
  preparingPickup: { by: 'PICKUP', steps: preparing },
  ready: { by: 'PICKUP', steps: ready },
  shipped: { by: 'SHIPPING', steps: shipped },
  onTheWay: { by: 'SHIPPING', steps: onTheWay },
  failed: { by: 'SHIPPING', steps: [...onTheWay, [5, 'delivery.failed']] },
  wished: { by: 'SHIPPING', steps: [...preparing, [1.5, 'cancellation.requested', 'buyer']] },
  noShow: { by: 'PICKUP', steps: [...ready, [50, 'cancellation.requested']] },
  brought: { by: 'SHIPPING', steps: brought },
  fetched: { by: 'PICKUP', steps: fetched },
  // The card's bank does not take the money back: a person has to see to it.
  stuck: { by: 'SHIPPING', card: '4000000000005126', steps: [[0.5, 'order.canceled']] },
  canceled: { by: 'SHIPPING', steps: [...paid, [0.5, 'order.canceled']] },
  refunded: { by: 'PICKUP', steps: [...paid, [0.5, 'order.canceled'], [20, 'refund.settled']] },
  askedBack: { by: 'SHIPPING', steps: askedBack },
  keptBack: { by: 'SHIPPING', steps: [...askedBack, [16, 'return.refused']] },
  returned: { by: 'SHIPPING', steps: [...askedBack, [86.7, 'return.received']] },
  paidBack: {
    by: 'SHIPPING',
    steps: [...askedBack, [20, 'return.received'], [30, 'refund.settled']],
  },
} satisfies Record<string, Life>;

/** Forty orders of a week: how many hours ago each was made, and what became of it. */
const week: readonly [hoursAgo: number, life: keyof typeof lives][] = [
  [163, 'brought'],
  [158, 'abandoned'],
  [150, 'fetched'],
  [141, 'paidBack'],
  [134, 'brought'],
  [126, 'refunded'],
  [117, 'ready'],
  [110, 'fetched'],
  [101, 'keptBack'],
  [95, 'noShow'],
  [87, 'returned'],
  [78, 'brought'],
  [70, 'abandoned'],
  [63, 'askedBack'],
  [55, 'fetched'],
  [48, 'failed'],
  [41, 'askedBack'],
  [34, 'stuck'],
  [29, 'brought'],
  [26, 'ready'],
  [24, 'shipped'],
  [22, 'failed'],
  [20, 'onTheWay'],
  [18, 'wished'],
  [16, 'ready'],
  [14, 'shipped'],
  [12, 'onTheWay'],
  [10, 'preparing'],
  [8, 'preparingPickup'],
  [6, 'preparing'],
  [5, 'paidPickup'],
  [4, 'review'],
  [3, 'paid'],
  [2.5, 'paid'],
  [2, 'expired'],
  [1.5, 'paidPickup'],
  [1, 'paid'],
  [0.9, 'canceled'],
  [0.3, 'pendingPickup'],
  [0.1, 'pending'],
];

/** A demo order: how long ago it was made, and its life. */
export type DemoOrder = Life & { hoursAgo: number };
export const demoOrders: readonly DemoOrder[] = week.map(([hoursAgo, name]) => ({
  ...lives[name],
  hoursAgo,
}));
