import { contactOf } from '#machines/login/contact.ts';
import { failure, fromEvent, fromOutput } from '#machines/port.ts';
import { keeping } from './card-keeping.ts';
import {
  type Answered,
  type CardAnswer,
  type CardContext,
  type CardOutput,
  cardSetup,
  fieldOf,
} from './card-setup.ts';

const answer = ({ event }: { event: { output: CardAnswer } }): Answered => ({ answer: event.output });
const ofOrder = ({ context }: { context: CardContext }) => ({ orderCode: context.orderCode });
const keep = { type: 'keep', params: answer } as const;
const note = { type: 'noteProblem', params: failure } as const;
/** What the server says ends the payment, or asks for another way to pay. */
const settled = [
  { guard: { type: 'isConfirmed', params: answer }, target: '#card.paid', actions: keep },
  { guard: { type: 'isReviewed', params: answer }, target: '#card.reviewed', actions: keep },
  { guard: { type: 'isOver', params: answer }, target: '#card.canceled', actions: keep },
  { guard: { type: 'isDeclined', params: answer }, target: '#card.declined', actions: keep },
  { guard: { type: 'isExpired', params: answer }, target: '#card.expired', actions: keep },
] as const;
const elsewhere = { guard: { type: 'isElsewhere', params: failure }, target: '#card.changed' } as const;
const ready = { target: 'ready', actions: { type: 'noteCard', params: fromEvent } } as const;
const refused = { target: 'refused', actions: { type: 'noteWrong', params: fromEvent } } as const;
const pay = [{ guard: 'isToKeep', target: 'keeping' }, { target: 'confirming' }] as const;
/** What can be done while nothing is on its way: pay, and agree to have the card kept. */
const pressed = {
  'payment.submitted': pay,
  'field.submitted': pay,
  'keeping.chosen': { actions: { type: 'agree', params: fromEvent } },
} as const;
const chosen = { target: '#card.choosing', actions: { type: 'choose', params: fromEvent } } as const;
const again = {
  'payment.chosen': [
    { guard: { type: 'hasTriesLeft', params: fromEvent }, ...chosen },
    { target: '#card.refused', actions: { type: 'choose', params: fromEvent } },
  ],
  'page.shown': '#card.loading',
  'network.restored': '#card.loading',
} as const;

/**
 * Paying an order by card. The number is typed into the provider's own field, in a frame of another origin; this
 * chart hears how far that is and asks the server what became of it. Only the server says paid: whatever the field
 * says, and whatever the network does, the same payment goes on, and the provider takes it once. Times in ms.
 * Output `paid`, `reviewed`, `canceled` or `changed`. Source: D53, D54, D93; SEC-22, REL-09.
 */
export const cardMachine = cardSetup.createMachine({
  id: 'card',
  description:
    'O pagamento de um pedido com cartão: o número é digitado só no campo de quem recebe o cartão.',
  initial: 'loading',
  context: ({ input: { orderCode, account } }) => ({
    orderCode,
    account,
    isSaved: false,
    wrong: null,
    isWanted: false,
    setup: '',
    charge: null,
    nonce: '',
    height: 0,
    method: 'CREDIT_CARD',
    installments: 1,
    cardId: null,
    failures: 0,
    problem: null,
  }),
  invoke: { id: 'news', src: 'news', input: ofOrder },
  on: {
    'order.changed': [
      { guard: 'isPaidUpdate', target: '.paid' },
      { guard: 'isCancelUpdate', target: '.canceled' },
      { guard: 'isReviewUpdate', target: '.reviewed' },
      { guard: 'isOwnUpdate', target: '.loading' },
    ],
    restored: '.loading',
  },
  states: {
    loading: {
      description: 'A cobrança no cartão está sendo buscada; depois o campo do cartão abre.',
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'loadCard',
        input: ofOrder,
        onDone: [
          ...settled,
          { guard: { type: 'hasField', params: answer }, target: 'paying', actions: keep },
          { target: 'closed', actions: keep },
        ],
        onError: [
          elsewhere,
          { guard: { type: 'isPassing', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
      // Pressed while what was shown is asked for anew.
      on: { 'payment.chosen': { guard: { type: 'hasWayAgain', params: fromEvent }, ...chosen } },
    },
    paying: {
      description: 'O campo do cartão está na tela, e o que se digita nele só o banco vê.',
      tags: 'field',
      entry: 'forgetField',
      invoke: { id: 'field', src: 'field', input: ({ context }) => fieldOf(context) },
      initial: 'opening',
      on: {
        'field.sized': { actions: { type: 'keepHeight', params: fromEvent } },
        'field.answered': '.asking',
        'field.lost': '.asking',
        restored: '.asking',
        'order.changed': [
          { guard: 'isPaidUpdate', target: '#card.paid' },
          { guard: 'isCancelUpdate', target: '#card.canceled' },
          { guard: 'isReviewUpdate', target: '#card.reviewed' },
          { guard: 'isOwnUpdate', target: '.asking' },
        ],
      },
      states: {
        opening: {
          description: 'O campo está abrindo: ele diz se falta o cartão ou se o banco espera uma resposta.',
          tags: 'busy',
          after: { fieldPatience: '#card.closed' },
          on: { 'field.ready': ready, 'field.challenged': 'challenge', 'field.failed': '#card.closed' },
        },
        ready: {
          description: 'A pessoa digita o cartão e manda pagar.',
          tags: 'waiting',
          on: pressed,
        },
        refused: {
          description: 'O campo diz o que falta ou está errado no cartão; a pessoa corrige e manda pagar.',
          tags: 'waiting',
          on: pressed,
        },
        ...keeping,
        confirming: {
          description:
            'O cartão foi entregue ao banco e a resposta é esperada; apertar de novo não muda nada.',
          tags: 'busy',
          entry: 'notifyPay',
          after: { payPatience: 'asking' },
          on: { 'field.refused': refused, 'field.challenged': 'challenge' },
        },
        challenge: {
          description: 'O banco quer saber quem paga; a pessoa responde a ele no campo.',
          tags: 'waiting',
        },
        asking: {
          description: 'A loja pergunta ao servidor o que foi do pagamento, com o campo ainda aberto.',
          tags: 'busy',
          invoke: {
            id: 'ask',
            src: 'loadCard',
            input: ofOrder,
            onDone: [
              ...settled,
              {
                guard: { type: 'isSame', params: answer },
                target: 'undecided',
                actions: { type: 'keepCharge', params: answer },
              },
              // Another one was made meanwhile: it has a field of its own.
              { target: '#card.loading' },
            ],
            onError: [
              elsewhere,
              { guard: { type: 'isPassing', params: failure }, target: 'unheard', actions: note },
              { target: '#card.failed', actions: note },
            ],
          },
        },
        undecided: {
          description: 'O servidor ainda não sabe; dali a pouco o campo diz se falta algo da pessoa.',
          tags: 'busy',
          after: { untilLook: 'looking' },
        },
        looking: {
          description: 'O campo pergunta ao banco o que falta: o cartão, uma resposta ou nada.',
          tags: 'busy',
          entry: 'notifyLook',
          after: { payPatience: 'asking' },
          on: { 'field.ready': ready, 'field.challenged': 'challenge' },
        },
        unheard: {
          description: 'Sem resposta não se sabe se o cartão foi cobrado: a loja pergunta até saber.',
          tags: ['busy', 'offline'],
          after: { backOff: 'asking' },
          on: { 'network.restored': 'asking', 'load.retried': 'asking', 'page.shown': 'asking' },
        },
      },
    },
    declined: {
      description: 'O cartão foi recusado e nada foi cobrado; o pedido espera outro cartão ou um Pix.',
      tags: 'refused',
      on: again,
    },
    expired: {
      description: 'O prazo para pagar passou sem cobrança; a pessoa escolhe de novo como pagar.',
      tags: 'expired',
      on: again,
    },
    proving: {
      description: 'Pagar com um cartão guardado pede um código enviado agora; outra forma não pede.',
      invoke: {
        id: 'proof',
        src: 'proof',
        input: ({ context: { account } }) => contactOf(account),
        onDone: { target: 'choosing', actions: { type: 'notifyProved', params: fromOutput } },
      },
      // Whoever reads the code in another window comes back to where it is typed.
      on: { 'payment.chosen': again['payment.chosen'], 'load.retried': 'loading' },
    },
    choosing: {
      description: 'O mesmo pedido recebe outra cobrança, no cartão ou por Pix.',
      tags: 'busy',
      invoke: {
        id: 'payAgain',
        src: 'payAgain',
        input: ({ context: { orderCode, method, installments, cardId } }) => ({
          orderCode,
          method,
          installments,
          cardId,
        }),
        onDone: [
          { guard: 'isByPix', target: 'changed' },
          { target: 'loading', actions: 'forgetCharge' },
        ],
        onError: [
          // It was made before, here or in another tab: what stands now is asked.
          {
            guard: { type: 'isLate', params: failure },
            target: 'loading',
            actions: ['forgetCharge', 'notifyStale'],
          },
          { guard: { type: 'isUnproved', params: failure }, target: 'proving' },
          { guard: { type: 'isSpent', params: failure }, target: 'refused', actions: note },
          // Whether it was made is not known: look before asking for another.
          { guard: { type: 'isPassing', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
      // What it makes is news of this very order.
      on: { 'order.changed': [{ guard: 'isPaidUpdate', target: 'paid' }, {}] },
    },
    refused: {
      description:
        'Este jeito de pagar não é aceito mais neste pedido; a pessoa escolhe outro ou vê o pedido.',
      tags: 'refused',
      on: { ...again, 'load.retried': 'loading' },
    },
    closed: {
      description: 'O campo do cartão não abriu neste navegador; abrir a página de novo costuma resolver.',
      tags: 'failed',
      on: { 'load.retried': 'loading', 'network.restored': 'loading' },
    },
    offline: {
      description: 'Sem internet para falar do cartão; a loja tenta de novo sozinha.',
      tags: 'offline',
      after: { backOff: 'loading' },
      on: { 'network.restored': 'loading', 'page.shown': 'loading', 'load.retried': 'loading' },
    },
    failed: {
      description: 'O servidor não respondeu sobre o cartão; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
    paid: {
      description: 'O cartão foi cobrado: vem a tela de sucesso.',
      type: 'final',
      output: ({ context }) => ({ orderCode: context.orderCode, outcome: 'paid' as const }),
    },
    reviewed: {
      description: 'O banco analisa o pagamento: vem a tela do pedido, que diz o que acontece agora.',
      type: 'final',
      output: ({ context }) => ({ orderCode: context.orderCode, outcome: 'reviewed' as const }),
    },
    canceled: {
      description: 'O pedido acabou sem o cartão ser cobrado: vem a tela do pedido.',
      type: 'final',
      output: ({ context }) => ({ orderCode: context.orderCode, outcome: 'canceled' as const }),
    },
    changed: {
      description: 'O pedido é pago de outro modo agora: a tela passa a ser desse modo.',
      type: 'final',
      output: ({ context }) => ({ orderCode: context.orderCode, outcome: 'changed' as const }),
    },
  },
  output: ({ event }) => event.output as CardOutput, // that of the final state reached, all above
});
