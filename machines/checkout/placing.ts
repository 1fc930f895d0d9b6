import {
  afterPlacing,
  refusedWords,
  asCardPayment,
  asPlacing,
  back,
  confirmAnew,
  failedUntil,
  note,
  ofCart,
  onFailure,
} from './edges.ts';
import { checkoutSetup } from './setup.ts';
import { failure, retryOnReturn, fromEvent } from '#machines/port.ts';

/** A saved card, and much money of wallets, ask for a code of the last half hour (D10). */
const unproved = {
  description: 'O que paga pede um código recente: a pessoa prova quem é e volta ao pedido.',
  guard: onFailure('isUnproved'),
  target: '#checkout.confirmation.proving',
  actions: [note, 'forgetKey'],
} as const;

/**
 * Whoever is signed out in the middle of it is let go: only the way in helps, and they come back to this step. An
 * order that an earlier try made is found by its cart then.
 */
const signedOut = {
  description: 'A sessão acabou no meio do pedido: a pessoa entra de novo e volta a esta etapa.',
  guard: onFailure('isSignedOut'),
  target: '#checkout.confirmation',
  actions: [note, 'forgetKey'],
} as const;

/** Nothing is sent out of the queue at another price: it is held anew, and confirmed by who sees what it costs. */
const askedAnew = {
  description:
    'Esperou na fila até a reserva acabar: é reservado de novo, e a pessoa diz se ainda está certo.',
  guard: { type: 'wasQueued', params: failure },
  target: '#checkout.confirmation',
  actions: [...confirmAnew.actions, note],
} as const;

/**
 * An order that may exist by now: sent until it is answered, or found by its cart. Nobody leaves meanwhile.
 */

export const placing = checkoutSetup.createStateConfig({
  description: 'O pedido está sendo feito e ninguém sai da tela até haver resposta.',
  tags: 'placing',
  initial: 'beginning',
  entry: 'notifyLocked',
  exit: 'notifyUnlocked',
  on: { 'asked.*': { actions: back('order.placing') } },
  // Told here and heeded in `waiting`: what is on its way just then may still be answered.
  after: { untilStale: { guard: 'isFresh', actions: 'age' } },
  states: {
    beginning: {
      description: 'O pedido vai sair; no cartão, o pagamento é começado antes dele.',
      always: [{ guard: 'lacksSecret', target: 'intending' }, { target: 'posting' }],
    },
    intending: {
      description: 'O pagamento no cartão é começado, sem cobrar nada; em seguida o pedido é enviado.',
      tags: 'busy',
      invoke: {
        id: 'beginCard',
        src: 'beginCard',
        input: asCardPayment,
        onDone: [
          { guard: 'isStale', target: '#checkout.adopting' },
          { target: 'posting', actions: { type: 'keepSecret', params: ({ event }) => event.output } },
        ],
        onError: [
          unproved,
          signedOut,
          {
            guard: onFailure('isCardGone'),
            target: '#checkout.payment',
            actions: [note, 'forgetKey'],
          },
          askedAnew,
          ...afterPlacing,
        ],
      },
    },
    posting: {
      description: 'O pedido foi enviado; a resposta leva à tela de sucesso ou ao que precisa mudar.',
      tags: 'busy',
      invoke: {
        id: 'placeOrder',
        src: 'placeOrder',
        input: asPlacing,
        onDone: {
          target: '#checkout.placed',
          actions: { type: 'keepOrder', params: ({ event }) => ({ order: event.output }) },
        },
        onError: [unproved, signedOut, ...refusedWords, askedAnew, ...afterPlacing],
      },
    },
    waiting: {
      description:
        'O pedido está na fila, sem resposta: o mesmo é enviado de novo, sem risco de sair em dobro.',
      tags: ['busy', 'offline'],
      // Not sent in time: whether an earlier try was taken is found out, and if not, the person sees what
      // it costs now.
      always: { guard: 'isStale', target: '#checkout.adopting' },
      after: { backOff: 'beginning' },
      on: {
        'network.restored': 'beginning',
        'load.retried': 'beginning',
        restored: [
          { guard: { type: 'isLate', params: fromEvent }, target: '#checkout.adopting', actions: 'age' },
          { target: 'beginning' },
        ],
      },
    },
    // Something unforeseen: whether there is an order is not known. Send it again, or find out.
    failed: {
      description: 'Algo inesperado aconteceu; a pessoa tenta de novo ou pede para ver se o pedido saiu.',
      tags: 'failed',
      on: {
        'load.retried': [{ guard: 'isStale', target: '#checkout.adopting' }, { target: 'beginning' }],
        'order.abandoned': '#checkout.adopting',
      },
    },
  },
});

export const adopting = checkoutSetup.createStateConfig({
  description: 'A loja descobre se este carrinho já virou um pedido.',
  tags: 'placing',
  initial: 'finding',
  entry: 'notifyLocked',
  exit: 'notifyUnlocked',
  on: { 'asked.*': { actions: back('order.placing') } },
  states: {
    finding: {
      description: 'O servidor é perguntado pelo pedido; se não há, a pessoa confirma de novo.',
      tags: 'busy',
      invoke: {
        id: 'findOrder',
        src: 'findOrder',
        input: ofCart,
        onDone: [
          {
            guard: { type: 'isOrder', params: ({ event }) => ({ order: event.output }) },
            target: '#checkout.placed',
            actions: { type: 'keepOrder', params: ({ event }) => ({ order: event.output }) },
          },
          { guard: 'isTakenForOrdered', target: '#checkout.returned' },
          confirmAnew,
          { target: '#checkout.confirmation', actions: 'forgetKey' },
        ],
        onError: [{ guard: onFailure('isPassing'), target: 'waiting' }, signedOut, { target: 'failed' }],
      },
    },
    waiting: {
      description: 'Sem internet para descobrir; a loja pergunta de novo dali a pouco.',
      tags: ['busy', 'offline'],
      ...retryOnReturn('finding'),
    },
    failed: {
      description: 'O servidor não soube dizer se há pedido; a pessoa pode perguntar de novo.',
      ...failedUntil('finding'),
    },
  },
});
