import type { OrderState, OrderType } from '#contract/order/order.ts';

/**
 * The groups of an order's states: the tags of its chart (`machines/orders/order.machine.ts`). Every rule
 * that holds in several states asks for a tag. The shop's first load knows only `standingOf` and the
 * delivered ones (`campaign-status.ts`), apart for its weight's sake; a test proves that they agree.
 */
export type OrderTag =
  /** No money came in: the order is paid, expires and is canceled as one. Source: D49. */
  | 'unpaid'
  /** Money is waited for: only here a charge is open. */
  | 'awaitingPayment'
  /** The buyer may pay, with the code that is open or with a new one. Source: D57, D93. */
  | 'payable'
  /** Reached only with the money; whether some of it went back is another question. Source: D45. */
  | 'paid'
  /** Paid, and the goods are still with the shop. */
  | 'preparing'
  /** The goods left the shelf and did not come to their buyer yet. */
  | 'moving'
  /** The goods wait at the pickup point for whom the pickup code names. Source: D28, D94. */
  | 'collectable'
  /** The goods came to their buyer, whatever became of them later. Source: D18. */
  | 'delivered'
  /** A step of the progress was reached, and its work has not begun. */
  | 'stepReached'
  /** At an end without goods that stay with the buyer. Source: D93. */
  | 'over'
  /** Nothing more happens by itself; such orders leave the five-minute refresh. Source: D43. */
  | 'final'
  /**
   * The purchase was undone: its cart may be bought again and its units count for no limit. Source: REL-03.
   */
  | 'undone'
  /** Something went another way than planned, and somebody has to act. Source: D46. */
  | 'troubled'
  /** Its buyer asked the shop for something and waits for the answer. Source: D51, D52. */
  | 'awaitingAnswer'
  /** The units of the order are taken from the stock. */
  | 'stocked'
  /**
   * The buyer cancels at once and asks nobody. After a failed delivery the shop has the goods. Source: D51.
   */
  | 'cancelable'
  /**
   * The buyer may ask the shop to cancel. Of goods that wait to be collected the shop alone asks: nobody came.
   * Source: D51, definitions.md "Order life".
   */
  | 'contestable'
  /**
   * Who receives may be changed: until the goods left, again after a failed delivery, and until collected.
   */
  | 'editable'
  /** The window may be changed: before the goods are shipped and after a failed delivery. */
  | 'reschedulable'
  /** The buyer is notified. What buyers do themselves is no news to them. Source: D60. */
  | 'notified';

export const orderTags: Readonly<Record<OrderState, readonly OrderTag[]>> = {
  CREATED: ['unpaid', 'awaitingPayment', 'stocked', 'cancelable', 'editable', 'reschedulable'],
  PENDING_PAYMENT: [
    'unpaid',
    'awaitingPayment',
    'payable',
    'stocked',
    'cancelable',
    'editable',
    'reschedulable',
  ],
  PAYMENT_REVIEW: ['unpaid', 'awaitingPayment', 'stocked', 'editable', 'reschedulable'],
  PAYMENT_EXPIRED: ['unpaid', 'payable', 'troubled', 'editable', 'notified'],
  PAID: [
    'paid',
    'preparing',
    'stepReached',
    'stocked',
    'cancelable',
    'editable',
    'reschedulable',
    'notified',
  ],
  PREPARING: ['paid', 'preparing', 'stocked', 'contestable', 'editable', 'reschedulable'],
  READY_FOR_PICKUP: ['paid', 'moving', 'collectable', 'stocked', 'editable', 'notified'],
  SHIPPED: ['paid', 'moving', 'stepReached', 'stocked', 'notified'],
  OUT_FOR_DELIVERY: ['paid', 'moving', 'stocked', 'notified'],
  DELIVERY_FAILED: ['paid', 'moving', 'troubled', 'stocked', 'editable', 'reschedulable', 'notified'],
  COMPLETED: ['paid', 'delivered', 'final', 'stocked', 'notified'],
  CANCELLATION_REQUESTED: ['paid', 'preparing', 'awaitingAnswer', 'stocked'],
  CANCELED: ['over', 'final', 'undone', 'notified'],
  RETURN_REQUESTED: ['paid', 'delivered', 'awaitingAnswer', 'stocked'],
  RETURNED: ['paid', 'delivered', 'over', 'final', 'stocked', 'notified'],
  REFUNDED: ['paid', 'over', 'final', 'undone', 'stocked', 'notified'],
};

export const hasOrderTag = (state: OrderState, tag: OrderTag): boolean => orderTags[state].includes(tag);
/** The states of a tag, in the order of the contract: for a filter of the database. */
export const statesTagged = (tag: OrderTag): OrderState[] =>
  // Object.keys of a record answers its keys.
  (Object.keys(orderTags) as OrderState[]).filter((state) => hasOrderTag(state, tag));

/** Which of the four bars is being filled. */
export type ProgressStep = 0 | 1 | 2 | 3;

const stepTags = ['awaitingPayment', 'preparing', 'moving', 'delivered'] as const;
const steps = [0, 1, 2, 3] as const;

/**
 * Where an order stands in its four-part progress, counted from 0; null when it makes none (canceled,
 * refunded, payment expired).
 */
export const progressStep = (state: OrderState): ProgressStep | null =>
  steps.find((step) => hasOrderTag(state, stepTags[step])) ?? null;

/** Names of the four parts. */
export const progressLabels = (type: OrderType): readonly [string, string, string, string] =>
  type === 'SHIPPING'
    ? ['Pagamento', 'Preparo', 'Entrega', 'Entregue']
    : ['Pagamento', 'Preparo', 'Retirada', 'Retirado'];

/** The same four as things still to happen, for a timeline. */
export const stepsToCome = (type: OrderType): readonly [string, string, string, string] =>
  type === 'SHIPPING'
    ? ['Pagamento', 'Separação', 'Saída para entrega', 'Entrega']
    : ['Pagamento', 'Separação', 'Pronto para retirar', 'Retirada'];

/**
 * Somebody comes for it: to a pickup point, or to one inside the company where the campaign asks for no
 * address. Source: D28, D44.
 */
export const isFetched = ({ type }: { type: OrderType }): boolean => type !== 'SHIPPING';
