import { assign, sendTo, setup } from 'xstate';
import type { OrderState } from '#contract/order/order.ts';
import type { PixCharge } from '#contract/payment/payment.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { type FlowProblem, isPassing, problemOf } from '#machines/flow-problem.ts';
import { type Failure, backOffAfter, capped, failure, isRefusedAs, port } from '#machines/port.ts';
import { toParent } from '#machines/notify.ts';

/** A charge and the moment it was told, epoch ms of the shop's clock. */
export interface PixAnswer {
  charge: PixCharge;
  at: number;
}
export type PixEvent =
  | { type: 'session.opened' }
  | { type: 'page.shown' }
  | { type: 'restored' }
  | { type: 'network.restored' }
  | { type: 'order.changed'; code: string; state: OrderState }
  | { type: 'payment.claimed' }
  | { type: 'code.requested' }
  /** another way of paying the same order is to be chosen */
  | { type: 'ways.requested' }
  | { type: 'load.retried' };
/** What it tells the app, for the orders. */
export type PixNotification = { type: 'order.stale' };
export interface PixOutput {
  orderCode: string;
  outcome: 'paid' | 'canceled' | 'left';
}
export interface PixContext {
  orderCode: string;
  charge: PixCharge | null;
  /** it came with the page, and nobody has said yet who is here */
  isBelieved: boolean;
  at: number;
  checks: number;
  failures: number;
  problem: FlowProblem | null;
  /** somebody said that they have paid: looked into, or answered; checks by the clock answer nobody */
  claim: 'asked' | 'answered' | null;
}

/** The first two minutes are looked at every 3 s, then every 10 s. Source: D57. */
export const QUICK_CHECKS = 40;
const QUICK = 3_000;
const SLOW = 10_000;
const LONGEST_BACK_OFF = 30_000;
type OwnUpdate = (args: { context: PixContext; event: PixEvent }) => boolean;
/** An update of this order, with a state as wanted. Source: D45, D93. */
const updateOf =
  (isWanted: (state: OrderState) => boolean): OwnUpdate =>
  ({ context, event }) =>
    event.type === 'order.changed' && event.code === context.orderCode && isWanted(event.state);
const isOver = (state: OrderState) => hasOrderTag(state, 'over');
const isPaid = (state: OrderState) => hasOrderTag(state, 'paid') && !isOver(state);

type Answered = { answer: PixAnswer };
const answer = ({ event }: { event: { output: PixAnswer } }): Answered => ({ answer: event.output });
const statusIs =
  (...statuses: PixCharge['status'][]) =>
  (_: unknown, { answer: { charge } }: Answered) =>
    statuses.includes(charge.status);
const keep = { type: 'keep', params: answer } as const;
const settled = [
  { guard: { type: 'isConfirmed', params: answer }, target: '#pix.paid', actions: keep },
  { guard: { type: 'isOver', params: answer }, target: '#pix.canceled', actions: keep },
  { guard: { type: 'isExpired', params: answer }, target: '#pix.expired', actions: keep },
  { target: '#pix.waiting', actions: keep },
] as const;

const note = { type: 'noteProblem', params: failure } as const;
const unanswered = [
  { guard: { type: 'isPassing', params: failure }, target: '#pix.offline', actions: note },
  { target: '#pix.failed', actions: note },
] as const;

const looking = {
  resting: {
    description: 'A tela espera alguns segundos até perguntar de novo.',
    after: { untilCheck: 'checking' },
  },
  checking: {
    description: 'A loja pergunta ao servidor se o pagamento chegou.',
    entry: 'countCheck',
    invoke: {
      id: 'check',
      src: 'loadPix',
      input: ({ context }: { context: PixContext }) => ({ orderCode: context.orderCode }),
      onDone: settled,
      // The code on the screen can still be paid: keep it and say that the answer did not come.
      onError: { target: 'resting', actions: note },
    },
  },
} as const;
const look = {
  'page.shown': '.checking',
  'payment.claimed': { target: '.checking', actions: 'claim' },
  'network.restored': '.checking',
  'order.changed': { guard: 'isOtherUpdate', target: '.checking' },
} as const;

/** Without an answer: a code that may still be paid stays on the screen, with its button. */
const again = {
  'page.shown': '#pix.loading',
  'payment.claimed': { target: '#pix.loading', actions: 'claim' },
  'load.retried': '#pix.loading',
} as const;

const leave = { 'ways.requested': { guard: 'hasOtherWays', target: '#pix.left' } } as const;

/**
 * The wait for a Pix payment: a state one can come back to, looked at by polling, stream, focus and "Já
 * paguei". Only the server says paid or expired;
 * the chart's timer at the expiry just looks again, and a late payment still counts. Times in ms.
 * Output `paid`, `canceled`, or `left` for another way to pay. Source: D56, D57; features B2, B4.
 */
export const pixMachine = setup({
  types: {
    /** `charge`: of the page, shown until it is asked about; `isConfirmed`: it is known who is here */
    input: {} as { orderCode: string; charge?: PixCharge | undefined; isConfirmed?: boolean },
    context: {} as PixContext,
    events: {} as PixEvent,
    output: {} as PixOutput,
    tags: {} as 'busy' | 'waiting' | 'expired' | 'offline' | 'failed' | 'refused',
  },
  actors: {
    loadPix: port<PixAnswer, { orderCode: string }>('loadPix'),
    renewPix: port<PixAnswer, { orderCode: string }>('renewPix'),
  },
  guards: {
    isConfirmed: statusIs('confirmed'),
    isOver: statusIs('declined', 'refunded'),
    isExpired: statusIs('expired'),
    isPaidUpdate: updateOf(isPaid),
    isCancelUpdate: updateOf(isOver),
    isOtherUpdate: updateOf((state) => hasOrderTag(state, 'unpaid')),
    isOwnUpdate: updateOf(() => true),
    hasCodesLeft: ({ context }) => (context.charge?.attemptsLeft ?? 0) > 0,
    hasOtherWays: ({ context }) => context.charge?.hasOtherWays === true,
    isBelieved: ({ context }) => context.isBelieved,
    isPassing: (_, { error }: Failure) => isPassing(error),
    isSpent: isRefusedAs('STOCK', 'PIX_LIMIT'),
    isLate: isRefusedAs('ILLEGAL_EVENT'),
  },
  delays: {
    untilCheck: ({ context }) => (context.checks < QUICK_CHECKS ? QUICK : SLOW),
    untilExpiry: ({ context }) => capped(Date.parse(context.charge?.expiresAt ?? '') - context.at || 0),
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    claim: assign({ claim: 'asked' as const }),
    keep: assign(({ context }, { answer: { charge, at } }: Answered) => ({
      charge,
      at,
      failures: 0,
      problem: null,
      claim: context.claim && ('answered' as const),
    })),
    countCheck: assign({ checks: ({ context }) => context.checks + 1 }),
    restartChecks: assign({ checks: 0 }),
    slowDown: assign({ checks: QUICK_CHECKS }),
    noteProblem: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
      claim: context.claim && ('answered' as const),
    })),
    notifyStale: sendTo(toParent<PixNotification>, { type: 'order.stale' }),
  },
}).createMachine({
  id: 'pix',
  description: 'A espera por um Pix: a tela pergunta até o servidor dizer que foi pago.',
  initial: 'opening',
  context: ({ input: { orderCode, charge, isConfirmed = false } }) => ({
    orderCode,
    charge: charge?.orderCode === orderCode ? charge : null,
    isBelieved: charge?.orderCode === orderCode && !isConfirmed,
    at: 0,
    checks: 0,
    failures: 0,
    problem: null,
    claim: null,
  }),
  on: {
    'order.changed': [
      { guard: 'isPaidUpdate', target: '.paid' },
      { guard: 'isCancelUpdate', target: '.canceled' },
      { guard: 'isOwnUpdate', target: '.loading' },
    ],
    // No timer survives a restore: look at once, which arms them again.
    restored: '.loading',
  },
  states: {
    opening: {
      description: 'A espera começa: com o código que veio na página, ou buscando-o.',
      always: [{ guard: 'isBelieved', target: 'believed' }, { target: 'loading' }],
    },
    // It can be paid at once; whatever is asked about it waits until it is known who asks.
    believed: {
      description: 'O código veio com a página e já pode ser pago; a loja ainda confirma quem está aqui.',
      on: { 'session.opened': 'loading', 'payment.claimed': { actions: 'claim' }, restored: {} },
    },
    loading: {
      description: 'A cobrança Pix está sendo buscada; depois o código aparece.',
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'loadPix',
        input: ({ context }) => ({ orderCode: context.orderCode }),
        onDone: settled,
        onError: unanswered,
      },
      on: { 'payment.claimed': { actions: 'claim' } },
    },
    waiting: {
      description: 'O código está à vista e pode ser pago; a tela muda sozinha quando o dinheiro chega.',
      tags: 'waiting',
      initial: 'resting',
      after: {
        untilExpiry: {
          description: 'O prazo passou: o servidor é perguntado antes de se dizer que o código venceu.',
          target: 'loading',
        },
      },
      on: look,
      states: looking,
    },
    // Money may still come: the bank was slow. The server decides; here it is only looked at, slowly.
    expired: {
      description: 'O código venceu; a pessoa pode pedir outro, e um pagamento atrasado ainda vale.',
      tags: 'expired',
      initial: 'resting',
      entry: 'slowDown',
      states: looking,
      on: {
        ...look,
        'code.requested': [{ guard: 'hasCodesLeft', target: 'renewing' }, { target: 'refused' }],
        ...leave,
      },
    },
    renewing: {
      description: 'Um código novo está sendo feito; em seguida ele aparece.',
      tags: 'busy',
      invoke: {
        id: 'renew',
        src: 'renewPix',
        input: ({ context }) => ({ orderCode: context.orderCode }),
        onDone: { target: 'waiting', actions: [keep, 'restartChecks'] },
        onError: [
          // The order has moved on without this screen: whoever knows orders asks how it stands now.
          { guard: { type: 'isLate', params: failure }, target: 'loading', actions: 'notifyStale' },
          { guard: { type: 'isSpent', params: failure }, target: 'refused', actions: note },
          // Whether the new code was made is not known: look before asking for another.
          ...unanswered,
        ],
      },
      // The news of the code that is being made come before its answer, and take nothing from it.
      on: { 'order.changed': { guard: 'isOtherUpdate' }, 'payment.claimed': { actions: 'claim' } },
    },
    refused: {
      description: 'Não há mais como fazer outro código; a pessoa confere de novo ou paga de outra forma.',
      tags: 'refused',
      on: {
        ...leave,
        'page.shown': 'loading',
        'payment.claimed': { target: 'loading', actions: 'claim' },
      },
    },
    offline: {
      description: 'Sem internet para falar do Pix; a loja tenta de novo sozinha.',
      tags: 'offline',
      after: { backOff: 'loading' },
      on: { ...again, 'network.restored': 'loading' },
    },
    failed: {
      description: 'O servidor não respondeu sobre o Pix; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: again,
    },
    paid: {
      description: 'O Pix foi pago: vem a tela de sucesso.',
      type: 'final',
      output: ({ context }) => ({ orderCode: context.orderCode, outcome: 'paid' as const }),
    },
    canceled: {
      description: 'O pedido terminou sem pagamento: vem a tela do pedido.',
      type: 'final',
      output: ({ context }) => ({ orderCode: context.orderCode, outcome: 'canceled' as const }),
    },
    left: {
      description: 'A pessoa quer pagar o mesmo pedido de outra forma: vêm as formas que a loja oferece.',
      type: 'final',
      output: ({ context }) => ({ orderCode: context.orderCode, outcome: 'left' as const }),
    },
  },
  output: ({ event }) => event.output as PixOutput, // that of the final state reached, all above
});
