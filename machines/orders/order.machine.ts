import { assign, emit, setup, transition } from 'xstate';
import { OrderEvent, type OrderState } from '#contract/order/order.ts';
import { type OrderTag, orderTags } from '#domain/order/order-states.ts';

/** What the state of an order does not say by itself. */
export interface OrderFacts {
  /**
   * money came in at some time; decides whether a canceled order has something to pay back (true when not
   * told)
   */
  paid?: boolean;
  /** the goods of a late payment could still be taken (true when not told) */
  stock?: boolean;
  /** goods of an order are left that did not come back yet (false when not told) */
  left?: boolean;
}
/**
 * What the shop should have done by now. The order stays as it is, and a person is alerted once.
 * Nobody may send these: they are no events of the wire.
 */
const overdueEvents = ['answer.overdue', 'pickup.overdue'] as const;
type OverdueEvent = (typeof overdueEvents)[number];
/** Events that come by the clock alone; at most one of them is legal in a state. */
export const dueEvents = ['payment.expired', 'retry.ended', ...overdueEvents] as const;
export type DueEvent = (typeof dueEvents)[number];
type ChartEvent = OrderEvent | OverdueEvent;
type OrderEventWithFacts = { type: ChartEvent; stock?: boolean };

/**
 * One order's life; the same chart on the server and in the browser. A confirmed payment is never undone by a
 * later notice.
 * `refund` means that money goes back. Source: definitions.md "Order life"; D45, D51, D57.
 */
export const orderMachine = setup({
  types: {
    input: {} as { paid?: boolean; left?: boolean },
    context: {} as { paid: boolean; left: boolean; refund: boolean; reason: 'PAID_LATE' | null },
    events: {} as OrderEventWithFacts,
    emitted: {} as { type: 'shop.late'; what: OverdueEvent },
    tags: {} as OrderTag,
  },
  guards: {
    isPaid: ({ context }) => context.paid,
    hasMore: ({ context }) => context.left,
    hasStock: ({ event }) => event.stock !== false,
    lacksStock: ({ event }) => event.stock === false,
  },
  actions: {
    notePayment: assign({ paid: true }),
    noteLatePayment: assign({ paid: true, refund: true, reason: 'PAID_LATE' }),
    oweRefund: assign({ paid: true, refund: true }),
    alertShop: emit((_, what: OverdueEvent) => ({ type: 'shop.late', what })),
  },
}).createMachine({
  id: 'order',
  description: 'A vida de um pedido, a mesma para a loja e para quem comprou.',
  initial: 'CREATED',
  context: ({ input }) => ({
    paid: input.paid ?? false,
    left: input.left ?? false,
    refund: false,
    reason: null,
  }),
  states: {
    CREATED: {
      tags: orderTags.CREATED,
      description: 'O pedido foi feito; agora se espera ou se confirma o pagamento.',
      on: {
        'payment.requested': 'PENDING_PAYMENT',
        'payment.confirmed': { target: 'PAID', actions: 'notePayment' },
        'order.canceled': 'CANCELED',
      },
    },
    PENDING_PAYMENT: {
      tags: orderTags.PENDING_PAYMENT,
      description: 'O pedido espera o pagamento; pago, segue para a preparação.',
      on: {
        'payment.confirmed': { target: 'PAID', actions: 'notePayment' },
        'payment.reviewed': 'PAYMENT_REVIEW',
        // The buyer chooses another way to pay; the order waits on.
        'payment.declined': {
          description: 'O pagamento foi recusado; a pessoa escolhe outro modo e o pedido continua à espera.',
          target: 'PENDING_PAYMENT',
        },
        'payment.expired': 'PAYMENT_EXPIRED',
        'order.canceled': 'CANCELED',
      },
    },
    PAYMENT_REVIEW: {
      tags: orderTags.PAYMENT_REVIEW,
      description: 'O banco analisa o pagamento; depois o pedido é pago ou volta a esperar.',
      on: {
        'payment.confirmed': { target: 'PAID', actions: 'notePayment' },
        'payment.declined': 'PENDING_PAYMENT',
      },
    },
    PAYMENT_EXPIRED: {
      tags: orderTags.PAYMENT_EXPIRED,
      description: 'O prazo para pagar passou; ainda se pode pedir outro código ou pagar atrasado.',
      on: {
        'payment.requested': { guard: 'hasStock', target: 'PENDING_PAYMENT' },
        'payment.confirmed': [
          {
            description: 'O dinheiro chegou tarde e não há mais estoque: ele é devolvido.',
            guard: 'lacksStock',
            target: 'CANCELED',
            actions: 'noteLatePayment',
          },
          { target: 'PAID', actions: 'notePayment' },
        ],
        'retry.ended': 'CANCELED',
      },
    },
    PAID: {
      tags: orderTags.PAID,
      description: 'O pedido está pago; a loja começa a prepará-lo ou ele é cancelado com devolução.',
      on: {
        'preparation.started': 'PREPARING',
        'order.canceled': { target: 'CANCELED', actions: 'oweRefund' },
      },
    },
    PREPARING: {
      tags: orderTags.PREPARING,
      description: 'A loja separa os produtos; depois o pedido sai para entrega ou espera a retirada.',
      on: {
        'pickup.readied': 'READY_FOR_PICKUP',
        'order.shipped': 'SHIPPED',
        'cancellation.requested': 'CANCELLATION_REQUESTED',
      },
    },
    CANCELLATION_REQUESTED: {
      tags: orderTags.CANCELLATION_REQUESTED,
      description: 'A pessoa pediu para cancelar, ou ninguém veio buscar; a loja aceita ou recusa.',
      on: {
        'cancellation.accepted': { target: 'CANCELED', actions: 'oweRefund' },
        'cancellation.refused': 'PREPARING',
        'answer.overdue': { actions: { type: 'alertShop', params: 'answer.overdue' } },
      },
    },
    SHIPPED: {
      tags: orderTags.SHIPPED,
      description: 'O pedido foi despachado e está a caminho da cidade de quem comprou.',
      on: { 'delivery.started': 'OUT_FOR_DELIVERY', 'order.delivered': 'COMPLETED' },
    },
    OUT_FOR_DELIVERY: {
      tags: orderTags.OUT_FOR_DELIVERY,
      description: 'O entregador está com o pedido; ele é entregue ou a entrega falha.',
      on: { 'order.delivered': 'COMPLETED', 'delivery.failed': 'DELIVERY_FAILED' },
    },
    DELIVERY_FAILED: {
      tags: orderTags.DELIVERY_FAILED,
      description: 'A entrega não deu certo; marca-se outra ou o pedido é cancelado.',
      on: {
        'delivery.rescheduled': 'SHIPPED',
        'order.canceled': { target: 'CANCELED', actions: 'oweRefund' },
      },
    },
    READY_FOR_PICKUP: {
      tags: orderTags.READY_FOR_PICKUP,
      description: 'O pedido está pronto e espera a pessoa no ponto de retirada.',
      on: {
        'order.delivered': 'COMPLETED',
        'cancellation.requested': {
          description: 'Ninguém veio buscar: a loja pede o cancelamento; a pessoa não o pode pedir aqui.',
          target: 'CANCELLATION_REQUESTED',
        },
        'pickup.overdue': { actions: { type: 'alertShop', params: 'pickup.overdue' } },
      },
    },
    COMPLETED: {
      tags: orderTags.COMPLETED,
      description: 'O pedido foi entregue; ainda se pode pedir a devolução.',
      on: { 'return.requested': 'RETURN_REQUESTED' },
    },
    RETURN_REQUESTED: {
      tags: orderTags.RETURN_REQUESTED,
      description: 'A pessoa quer devolver; a loja recebe os produtos ou recusa.',
      on: { 'return.received': { target: 'RETURNED', actions: 'oweRefund' }, 'return.refused': 'COMPLETED' },
    },
    RETURNED: {
      tags: orderTags.RETURNED,
      description: 'Os produtos voltaram; falta o dinheiro ser devolvido.',
      on: { 'refund.settled': 'REFUNDED' },
    },
    CANCELED: {
      tags: orderTags.CANCELED,
      description: 'O pedido foi cancelado; se havia sido pago, o dinheiro será devolvido.',
      on: { 'refund.settled': { guard: 'isPaid', target: 'REFUNDED' } },
    },
    // A part came back and its money is there; the rest of the goods may follow.
    REFUNDED: {
      tags: orderTags.REFUNDED,
      description: 'O dinheiro foi devolvido; se sobraram produtos, ainda podem ser devolvidos.',
      on: { 'return.requested': { guard: 'hasMore', target: 'RETURN_REQUESTED' } },
    },
  },
});

export interface OrderStep {
  state: OrderState;
  /** money that was paid has to go back */
  refund: boolean;
  /** why the order ended, where the chart knows */
  reason: 'PAID_LATE' | null;
}

const at = (state: OrderState, { paid = true, left = false }: OrderFacts) =>
  orderMachine.resolveState({ value: state, context: { paid, left, refund: false, reason: null } });

function step(state: OrderState, event: ChartEvent, facts: OrderFacts): OrderStep | null {
  const before = at(state, facts);
  const withFacts: OrderEventWithFacts =
    facts.stock === undefined ? { type: event } : { type: event, stock: facts.stock };
  if (!before.can(withFacts)) return null;
  const [after] = transition(orderMachine, before, withFacts);
  return { state: after.value, refund: after.context.refund, reason: after.context.reason };
}

const steps = new Map<string, OrderStep | null>();
/**
 * What an event does to an order in a state; null when it is illegal or late there (answer 409 ILLEGAL_EVENT,
 * change nothing). The chart is asked once for each question: its answers are few.
 */
export function stepOrder(
  state: OrderState,
  event: ChartEvent,
  facts: OrderFacts = {},
): Readonly<OrderStep> | null {
  const question = `${state} ${event} ${facts.paid} ${facts.left} ${facts.stock}`;
  const known = steps.get(question);
  if (known !== undefined) return known;
  const answer = step(state, event, facts);
  steps.set(question, answer);
  return answer;
}

/** The state an event leads to, or null when it is illegal there. */
export const nextOrderState = (
  state: OrderState,
  event: OrderEvent,
  facts: OrderFacts = {},
): OrderState | null => stepOrder(state, event, facts)?.state ?? null;

/** Every event that is legal in a state: `allowedEvents` of the wire. */
export const allowedOrderEvents = (state: OrderState, facts: OrderFacts = {}): OrderEvent[] =>
  OrderEvent.options.filter((event) => stepOrder(state, event, facts) !== null);

/** The event that the clock brings to an order in a state; null where it waits for people alone. */
export const dueEventOf = (state: OrderState): DueEvent | null =>
  dueEvents.find((event) => stepOrder(state, event) !== null) ?? null;
const isOneOf = (event: string | null, events: readonly string[]) => event !== null && events.includes(event);
/** Whether a stored due event moves its order by itself; the others alert a person. */
export const movesByItself = (event: string | null): event is Exclude<DueEvent, OverdueEvent> =>
  isOneOf(event, dueEvents) && !isOneOf(event, overdueEvents);

/**
 * What the shop's word does to an order, as events of its chart, one after the other. Where the buyer has to ask and
 * the shop to accept, the shop that cancels does both in one go. Null when it is not legal.
 */
export function shopSteps(state: OrderState, event: OrderEvent, facts: OrderFacts = {}): OrderEvent[] | null {
  if (stepOrder(state, event, facts)) return [event];
  if (event !== 'order.canceled') return null;
  const asked = stepOrder(state, 'cancellation.requested', facts);
  return asked && stepOrder(asked.state, 'cancellation.accepted', facts)
    ? ['cancellation.requested', 'cancellation.accepted']
    : null;
}
