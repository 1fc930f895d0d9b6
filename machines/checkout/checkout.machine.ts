import { fromEvent, fromOutput } from '#machines/port.ts';
import { raise } from 'xstate';
import { extraInfo } from './asking.ts';
import { lead } from './buyer.ts';
import {
  asRecalled,
  back,
  chooseShipping,
  dropStrayAnswers,
  failedUntil,
  reasonOf,
  releaseLock,
  needsAddress,
  needsAnswers,
  needsPayment,
  needsShipping,
  note,
  ofCart,
  offlineUntil,
  onFailure,
  pressedBefore,
  refusedAnswer,
  request,
  submitShipping,
  toLock,
} from './edges.ts';
import type { CheckoutOutput } from './facts.ts';
import { installment } from './installments.ts';
import { payment } from './paying.ts';
import { adopting, placing } from './placing.ts';
import { contactOf } from '#machines/login/contact.ts';
import { quoting } from './quoting.ts';
import { nobody } from './guest-draft.ts';
import { review } from './review.ts';
import { checkoutSetup } from './setup.ts';
import { screenTransitions } from '#machines/navigation/screen-edges.ts';

/**
 * From a full cart to an order: lead (where nobody is signed in) → shipping → extraInfo (where a campaign
 * asks something) → payment → installment → confirmation → placing → placed, with `method` beside shipping.
 * `placing` never ends without an answer: no answer means the same key again, for half an hour; after that it
 * is asked for, and confirmed anew at today's price (REL-04), as is what waited until its hold was over.
 * `adopting` finds the order that this cart has become already.
 * Output `placed` with the order, or `returned` to the cart with what was refused. Times in ms.
 * Source: spec.md §7, §8; D41 to D45, definitions.md "Idempotency"; REL-01 to REL-06; features B1.
 */
export const checkoutMachine = checkoutSetup.createMachine({
  id: 'checkout',
  description: 'Do carrinho cheio ao pedido: entrega, pagamento, parcelas e confirmação.',
  initial: 'resuming',
  context: ({ input }) => ({
    asked: input.asked,
    refusal: null,
    cartUuid: input.cart.uuid,
    account: input.account,
    who: input.guest ?? nobody,
    submitted: null,
    mode: null,
    draft: input.placing?.draft ?? input.cart.draft,
    ignoreShippingAddress: input.placing?.ignoreShippingAddress ?? false,
    quote: null,
    recalled: null,
    methods: [],
    wallet: null,
    lock: input.placing?.lock ?? null,
    lockedAt: 0,
    problem: null,
    key: input.placing?.key ?? null,
    clientSecret: null,
    pressedAt: input.placing?.at ?? 0,
    isStale: false,
    // An order that is sent on after a reload has waited.
    failures: input.placing ? 1 : 0,
    viaReview: false,
    last: undefined,
    pressed: null,
    order: null,
    current: null,
  }),
  invoke: [
    { id: 'keepLock', src: 'keepLock', input: ofCart },
    {
      id: 'recallQuote',
      src: 'recallQuote',
      input: asRecalled,
      onDone: { actions: { type: 'recall', params: ({ event }) => ({ quote: event.output }) } },
      // It is asked for its words alone: the screens then say less.
      onError: {},
    },
  ],
  always: dropStrayAnswers,
  on: {
    ...screenTransitions('checkout'),
    // What was pressed goes again as it was pressed.
    'account.found': { guard: 'hasNoKey', actions: { type: 'keepAccount', params: fromEvent } },
  },
  states: {
    resuming: {
      description: 'A compra recomeça: um pedido que estava saindo continua de onde parou.',
      always: [{ guard: 'hasKey', target: 'placing' }, { target: 'opening' }],
    },
    opening: {
      description: 'A compra abre no passo que foi pedido; se falta algo antes, volta a esse passo.',
      entry: raise(({ context }) => context.asked),
    },
    lead,
    shipping: {
      description: 'A pessoa diz onde, quando e quem recebe; depois segue ao pagamento.',
      entry: [...releaseLock, { type: 'keepMode', params: { mode: null } }],
      initial: 'deciding',
      on: {
        'address.changed': {
          target: '.deciding',
          actions: [
            { type: 'decide', params: ({ event }) => ({ patch: { location: event.location } }) },
            { type: 'notifyDraft', params: ({ event }) => ({ patch: { location: event.location } }) },
            'forgetQuote',
          ],
        },
        'mode.chosen': { actions: { type: 'keepMode', params: fromEvent } },
        'recipient.changed': {
          actions: [
            { type: 'decide', params: ({ event }) => ({ patch: { recipient: event.recipient } }) },
            { type: 'notifyDraft', params: ({ event }) => ({ patch: { recipient: event.recipient } }) },
          ],
        },
      },
      states: {
        deciding: {
          description: 'A loja vê se já sabe as entregas possíveis para este endereço.',
          always: [
            { guard: 'lacksQuote', target: 'quoting' },
            { guard: 'hasNoOption', target: 'refused' },
            { target: 'ready' },
          ],
        },
        ...quoting,
        ready: {
          description: 'As formas de receber estão à vista; a pessoa escolhe uma e segue.',
          tags: 'editable',
          on: {
            'shipping.chosen': chooseShipping,
            'shipping.submitted': submitShipping,
          },
        },
        refused: {
          description: 'Não há entrega para este endereço; a pessoa pode dizer outro.',
          tags: ['refused', 'editable'],
          on: { 'load.retried': 'quoting' },
        },
      },
    },
    method: {
      description: 'A pessoa escolhe dia e hora da entrega; depois volta ao passo da entrega.',
      entry: releaseLock,
      initial: 'deciding',
      states: {
        deciding: {
          description: 'A loja vê se já conhece os dias e horários livres.',
          always: [
            { guard: 'lacksQuote', target: 'quoting' },
            { guard: 'hasNoOption', target: '#checkout.shipping', actions: back('shipping.missing') },
            { target: 'ready' },
          ],
        },
        ...quoting,
        ready: {
          description: 'Os dias e horários estão à vista; a pessoa escolhe um.',
          tags: 'editable',
          on: {
            'shipping.chosen': chooseShipping,
            'method.submitted': [
              {
                guard: 'isSettledForReview',
                target: '#checkout.review',
                actions: request('checkout.review'),
              },
              { target: '#checkout.shipping', actions: request('checkout.shipping') },
            ],
          },
        },
      },
    },
    extraInfo,
    review,
    payment,
    installment,
    confirmation: {
      description: 'A pessoa confere tudo e confirma; se falta algo, volta ao passo que falta.',
      initial: 'locking',
      entry: releaseLock,
      always: [
        needsAddress,
        needsShipping,
        needsAnswers,
        needsPayment,
        { guard: 'lacksInstallment', target: '#checkout.installment', actions: back('payment.missing') },
        {
          description: 'O saldo pagaria tudo e não paga mais: a pessoa escolhe como pagar o resto.',
          guard: 'leavesRest',
          target: '#checkout.payment',
          actions: back('wallet.short'),
        },
      ],
      on: {
        'coupon.decided': {
          description: 'O cupom mudou: os produtos são reservados de novo, pelo valor novo.',
          target: 'confirmation',
          reenter: true,
        },
      },
      states: {
        locking: {
          description: 'Os produtos e o horário são reservados para esta compra.',
          tags: 'busy',
          invoke: {
            id: 'lock',
            src: 'lock',
            input: toLock,
            onDone: {
              target: 'reviewing',
              actions: { type: 'keepLock', params: ({ event }) => event.output },
            },
            onError: [
              { guard: onFailure('isPassing'), target: 'offline', actions: note },
              { guard: onFailure('isOrdered'), target: '#checkout.adopting', actions: note },
              {
                guard: onFailure('isPlaceOfLock'),
                target: '#checkout.shipping',
                actions: [note, 'forgetQuote'],
              },
              refusedAnswer,
              { guard: onFailure('isOfCart'), target: '#checkout.returned', actions: note },
              { target: 'failed', actions: note },
            ],
          },
        },
        reviewing: {
          description: 'Está tudo reservado; a pessoa confere os valores e finaliza enquanto a reserva vale.',
          tags: 'editable',
          always: pressedBefore,
          after: { untilLockEnds: 'lockExpired' },
          on: {
            'order.submitted': {
              guard: { type: 'hasAttempt', params: fromEvent },
              target: '#checkout.placing',
              actions: { type: 'nameAttempt', params: fromEvent },
            },
            restored: 'locking',
          },
        },
        proving: {
          description:
            'Para usar um cartão guardado ou muito saldo, a pessoa digita um código enviado agora.',
          tags: 'editable',
          invoke: {
            id: 'proof',
            src: 'proof',
            input: ({ context: { account } }) => contactOf(account),
            onDone: { target: 'locking', actions: { type: 'notifyProved', params: fromOutput } },
          },
        },
        lockExpired: {
          description: 'A reserva acabou; a pessoa pode reservar de novo.',
          tags: 'refused',
          on: { 'relock.asked': 'locking' },
        },
        offline: {
          description: 'Sem internet para reservar; a loja tenta de novo sozinha.',
          ...offlineUntil('locking'),
        },
        failed: {
          description: 'A reserva não deu certo por um motivo inesperado; a pessoa pode tentar de novo.',
          ...failedUntil('locking'),
        },
      },
    },
    placing,
    adopting,
    placed: {
      description: 'O pedido existe: a compra termina e vem o pagamento ou a tela de sucesso.',
      type: 'final',
      output: ({ context }) => ({ outcome: 'placed', order: context.order }),
    },
    returned: {
      description: 'A compra não pôde seguir: a pessoa volta ao carrinho e vê o que mudou.',
      entry: releaseLock,
      type: 'final',
      output: ({ context: { problem, current } }) => ({
        outcome: 'returned',
        reason: reasonOf(problem),
        problem,
        current,
      }),
    },
  },
  output: ({ event }) => event.output as CheckoutOutput, // that of the final state reached, both above
});
