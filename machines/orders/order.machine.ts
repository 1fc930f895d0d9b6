import { assign, setup, transition } from 'xstate';
import { OrderEvent, type OrderState } from '#contract/order.ts';

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
type OrderEventWithFacts = { type: OrderEvent; stock?: boolean };

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
  },
  guards: {
    isPaid: ({ context }) => context.paid,
    hasMore: ({ context }) => context.left,
    lacksStock: ({ event }) => event.stock === false,
  },
  actions: {
    notePayment: assign({ paid: true }),
    noteLatePayment: assign({ paid: true, refund: true, reason: 'PAID_LATE' }),
    oweRefund: assign({ paid: true, refund: true }),
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
      description: 'O pedido foi feito; agora se espera ou se confirma o pagamento.',
      on: {
        'payment.requested': 'PENDING_PAYMENT',
        'payment.confirmed': { target: 'PAID', actions: 'notePayment' },
        'order.canceled': 'CANCELED',
      },
    },
    PENDING_PAYMENT: {
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
      description: 'O banco analisa o pagamento; depois o pedido é pago ou volta a esperar.',
      on: {
        'payment.confirmed': { target: 'PAID', actions: 'notePayment' },
        'payment.declined': 'PENDING_PAYMENT',
      },
    },
    PAYMENT_EXPIRED: {
      description: 'O prazo para pagar passou; ainda se pode pedir outro código ou pagar atrasado.',
      on: {
        'payment.requested': { guard: ({ event }) => event.stock !== false, target: 'PENDING_PAYMENT' },
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
      description: 'O pedido está pago; a loja começa a prepará-lo ou ele é cancelado com devolução.',
      on: {
        'preparation.started': 'PREPARING',
        'order.canceled': { target: 'CANCELED', actions: 'oweRefund' },
      },
    },
    PREPARING: {
      description: 'A loja separa os produtos; depois o pedido sai para entrega ou espera a retirada.',
      on: {
        'pickup.readied': 'READY_FOR_PICKUP',
        'order.shipped': 'SHIPPED',
        'cancellation.requested': 'CANCELLATION_REQUESTED',
      },
    },
    CANCELLATION_REQUESTED: {
      description: 'A pessoa pediu para cancelar; a loja aceita ou recusa.',
      on: {
        'cancellation.accepted': { target: 'CANCELED', actions: 'oweRefund' },
        'cancellation.refused': 'PREPARING',
      },
    },
    SHIPPED: {
      description: 'O pedido foi despachado e está a caminho da cidade de quem comprou.',
      on: { 'delivery.started': 'OUT_FOR_DELIVERY', 'order.delivered': 'COMPLETED' },
    },
    OUT_FOR_DELIVERY: {
      description: 'O entregador está com o pedido; ele é entregue ou a entrega falha.',
      on: { 'order.delivered': 'COMPLETED', 'delivery.failed': 'DELIVERY_FAILED' },
    },
    DELIVERY_FAILED: {
      description: 'A entrega não deu certo; marca-se outra ou o pedido é cancelado.',
      on: {
        'delivery.rescheduled': 'SHIPPED',
        'order.canceled': { target: 'CANCELED', actions: 'oweRefund' },
      },
    },
    READY_FOR_PICKUP: {
      description: 'O pedido está pronto e espera a pessoa no ponto de retirada.',
      on: { 'order.delivered': 'COMPLETED' },
    },
    COMPLETED: {
      description: 'O pedido foi entregue; ainda se pode pedir a devolução.',
      on: { 'return.requested': 'RETURN_REQUESTED' },
    },
    RETURN_REQUESTED: {
      description: 'A pessoa quer devolver; a loja recebe os produtos ou recusa.',
      on: { 'return.received': { target: 'RETURNED', actions: 'oweRefund' }, 'return.refused': 'COMPLETED' },
    },
    RETURNED: {
      description: 'Os produtos voltaram; falta o dinheiro ser devolvido.',
      on: { 'refund.settled': 'REFUNDED' },
    },
    CANCELED: {
      description: 'O pedido foi cancelado; se havia sido pago, o dinheiro será devolvido.',
      on: { 'refund.settled': { guard: 'isPaid', target: 'REFUNDED' } },
    },
    // A part came back and its money is there; the rest of the goods may follow.
    REFUNDED: {
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

function step(state: OrderState, event: OrderEvent, facts: OrderFacts): OrderStep | null {
  const before = at(state, facts);
  const happening: OrderEventWithFacts =
    facts.stock === undefined ? { type: event } : { type: event, stock: facts.stock };
  if (!before.can(happening)) return null;
  const [after] = transition(orderMachine, before, happening);
  return { state: after.value, refund: after.context.refund, reason: after.context.reason };
}

const steps = new Map<string, OrderStep | null>();
/**
 * What an event does to an order in a state; null when it is illegal or late there (answer 409 ILLEGAL_EVENT,
 * change nothing). The chart is asked once for each question: its answers are few.
 */
export function stepOrder(
  state: OrderState,
  event: OrderEvent,
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
