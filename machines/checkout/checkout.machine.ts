import { raise } from 'xstate';
import {
  afterPlacing,
  asPlacing,
  asRecalled,
  back,
  chooseInstallments,
  chooseShipping,
  confirmAnew,
  letGo,
  needsAddress,
  needsPayment,
  needsShipping,
  note,
  ofCart,
  onFailure,
  takeOnlyWay,
  wish,
} from './edges.ts';
import type { CheckoutOutput } from './facts.ts';
import { quoting } from './quoting.ts';
import { checkoutSetup } from './setup.ts';
import { screenTransitions } from '#machines/navigation/screens.ts';

/**
 * From a full cart to an order: shipping → payment → installment → confirmation → placing → placed, with
 * `method` beside shipping.
 * `placing` never ends without an answer: no answer means the same key again, for half an hour; after that it
 * is asked for, and confirmed anew at today's price (REL-04). `adopting` finds the order that this cart has
 * become already.
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
    draft: input.placing?.draft ?? input.cart.draft,
    ignoreShippingAddress: input.placing?.ignoreShippingAddress ?? false,
    quote: null,
    recalled: null,
    methods: [],
    lock: input.placing?.lock ?? null,
    lockedAt: 0,
    problem: null,
    key: input.placing?.key ?? null,
    pressedAt: input.placing?.at ?? 0,
    isStale: false,
    failures: 0,
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
  on: {
    ...screenTransitions('checkout'),
    'refusal.dismissed': { actions: 'dismiss' },
    // What was pressed goes again as it was pressed.
    'account.found': { guard: 'hasNoKey', actions: { type: 'keepAccount', params: ({ event }) => event } },
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
    shipping: {
      description: 'A pessoa diz onde, quando e quem recebe; depois segue ao pagamento.',
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
            'shipping.submitted': { target: '#checkout.payment', actions: wish('checkout.payment') },
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
            'method.submitted': { target: '#checkout.shipping', actions: wish('checkout.shipping') },
          },
        },
      },
    },
    payment: {
      description: 'A pessoa escolhe como pagar; depois vêm as parcelas ou a confirmação.',
      initial: 'loading',
      always: [needsAddress, needsShipping],
      states: {
        loading: {
          description: 'As formas de pagamento desta compra estão sendo buscadas.',
          tags: 'busy',
          invoke: {
            id: 'paymentMethods',
            src: 'paymentMethods',
            input: ofCart,
            onDone: [
              {
                guard: { type: 'hasNoMethod', params: ({ event }) => ({ methods: event.output }) },
                target: 'empty',
                actions: { type: 'keepMethods', params: ({ event }) => ({ methods: event.output }) },
              },
              {
                target: 'ready',
                actions: { type: 'keepMethods', params: ({ event }) => ({ methods: event.output }) },
              },
            ],
            onError: [
              { guard: onFailure('isPassing'), target: 'offline', actions: note },
              { target: 'failed', actions: note },
            ],
          },
        },
        ready: {
          description: 'As formas de pagamento estão à vista; havendo só uma, ela já vem escolhida.',
          tags: 'editable',
          always: takeOnlyWay,
          on: {
            'payment.chosen': {
              guard: 'isMethodOffered',
              actions: [
                {
                  type: 'decide',
                  params: ({ event }) => ({ patch: { paymentMethod: event.paymentMethod } }),
                },
                {
                  type: 'notifyDraft',
                  params: ({ event }) => ({ patch: { paymentMethod: event.paymentMethod } }),
                },
              ],
            },
            'payment.submitted': { target: '#checkout.installment', actions: wish('checkout.installment') },
          },
        },
        empty: {
          description: 'Nenhuma forma de pagamento serve para esta compra; a pessoa pode tentar de novo.',
          tags: ['empty', 'refused'],
          on: { 'load.retried': 'loading' },
        },
        offline: {
          description: 'Sem internet para saber as formas de pagamento; a loja pergunta de novo sozinha.',
          tags: 'offline',
          after: { backOff: 'loading' },
          on: { 'network.restored': 'loading', 'load.retried': 'loading', restored: 'loading' },
        },
        failed: {
          description: 'O servidor não disse como se pode pagar; a pessoa pode tentar de novo.',
          tags: 'failed',
          on: { 'load.retried': 'loading' },
        },
      },
    },
    installment: {
      description: 'A pessoa escolhe em quantas vezes pagar; quem não pode parcelar passa direto.',
      tags: 'editable',
      always: [
        needsAddress,
        needsShipping,
        needsPayment,
        { guard: 'hasNoInstallments', target: 'confirmation' },
      ],
      on: {
        'installment.chosen': chooseInstallments,
        'installment.submitted': { target: 'confirmation', actions: wish('checkout.confirmation') },
      },
    },
    confirmation: {
      description: 'A pessoa confere tudo e confirma; se falta algo, volta ao passo que falta.',
      initial: 'locking',
      always: [
        needsAddress,
        needsShipping,
        needsPayment,
        { guard: 'lacksInstallment', target: '#checkout.installment', actions: back('payment.missing') },
      ],
      exit: letGo,
      states: {
        locking: {
          description: 'Os produtos e o horário são reservados para esta compra.',
          tags: 'busy',
          invoke: {
            id: 'lock',
            src: 'lock',
            input: ofCart,
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
              { guard: onFailure('isOfCart'), target: '#checkout.returned', actions: note },
              { target: 'failed', actions: note },
            ],
          },
        },
        reviewing: {
          description: 'Está tudo reservado; a pessoa confere os valores e finaliza enquanto a reserva vale.',
          tags: 'editable',
          after: { untilLockEnds: 'lockExpired' },
          on: {
            'order.submitted': { guard: 'hasAttempt', target: '#checkout.placing', actions: 'nameAttempt' },
            restored: 'locking',
          },
        },
        lockExpired: {
          description: 'A reserva acabou; a pessoa pode reservar de novo.',
          tags: 'refused',
          on: { 'relock.asked': 'locking' },
        },
        offline: {
          description: 'Sem internet para reservar; a loja tenta de novo sozinha.',
          tags: 'offline',
          after: { backOff: 'locking' },
          on: { 'network.restored': 'locking', 'load.retried': 'locking', restored: 'locking' },
        },
        failed: {
          description: 'A reserva não deu certo por um motivo inesperado; a pessoa pode tentar de novo.',
          tags: 'failed',
          on: { 'load.retried': 'locking' },
        },
      },
    },
    placing: {
      description: 'O pedido está sendo feito e ninguém sai da tela até haver resposta.',
      initial: 'posting',
      entry: 'notifyLocked',
      exit: 'notifyUnlocked',
      on: { 'asked.*': { actions: back('order.placing') } },
      // Told here and heeded in `waiting`: what is on its way just then may still be answered.
      after: { untilStale: { guard: 'isFresh', actions: 'age' } },
      states: {
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
            onError: [...afterPlacing],
          },
        },
        waiting: {
          description: 'Sem resposta: o mesmo pedido é enviado de novo, sem risco de sair em dobro.',
          tags: ['busy', 'offline'],
          // Not sent in time: whether an earlier try was taken is found out, and if not, the person sees what
          // it costs now.
          always: { guard: 'isStale', target: '#checkout.adopting' },
          after: { backOff: 'posting' },
          on: {
            'network.restored': 'posting',
            'load.retried': 'posting',
            restored: [
              { guard: 'isLate', target: '#checkout.adopting', actions: 'age' },
              { target: 'posting' },
            ],
          },
        },
        // Something unforeseen: whether there is an order is not known. Send it again, or find out.
        failed: {
          description: 'Algo inesperado aconteceu; a pessoa tenta de novo ou pede para ver se o pedido saiu.',
          tags: 'failed',
          on: {
            'load.retried': [{ guard: 'isStale', target: '#checkout.adopting' }, { target: 'posting' }],
            'order.abandoned': '#checkout.adopting',
          },
        },
      },
    },
    adopting: {
      description: 'A loja descobre se este carrinho já virou um pedido.',
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
              { target: '#checkout.confirmation', actions: ['forgetKey', ...letGo] },
            ],
            onError: [{ guard: onFailure('isPassing'), target: 'waiting' }, { target: 'failed' }],
          },
        },
        waiting: {
          description: 'Sem internet para descobrir; a loja pergunta de novo dali a pouco.',
          tags: ['busy', 'offline'],
          after: { backOff: 'finding' },
          on: { 'network.restored': 'finding', 'load.retried': 'finding', restored: 'finding' },
        },
        failed: {
          description: 'O servidor não soube dizer se há pedido; a pessoa pode perguntar de novo.',
          tags: 'failed',
          on: { 'load.retried': 'finding' },
        },
      },
    },
    placed: {
      description: 'O pedido existe: a compra termina e vem o pagamento ou a tela de sucesso.',
      type: 'final',
      output: ({ context }) => ({ outcome: 'placed', order: context.order }),
    },
    returned: {
      description: 'A compra não pôde seguir: a pessoa volta ao carrinho e vê o que mudou.',
      type: 'final',
      output: ({ context }) => ({ outcome: 'returned', problem: context.problem, current: context.current }),
    },
  },
  output: ({ event }) => event.output as CheckoutOutput, // that of the final state reached, both above
});
