import { noDraft } from './trade-draft.ts';
import { chosenItems, tradeRequest, tradeSetup } from './trade-setup.ts';
import { failure, fromEvent, fromOutput, retry } from '#machines/port.ts';

const note = { type: 'note', params: failure } as const;

/**
 * Giving goods back or exchanging them, from the reason to the request. What was chosen and sent is kept: by the
 * draft over a reload or a sign-in, and a picture by the shop. Days are counted by the shop's clock.
 * Source: screen Trade; D52, D76; consumer code art. 18, 26, 49.
 */
export const tradeMachine = tradeSetup.createMachine({
  id: 'trade',
  description: 'A devolução ou troca de itens de um pedido: motivo, itens, fotos, dinheiro e envio.',
  initial: 'opening',
  context: ({ input }) => ({
    ...input,
    known: null,
    choices: [],
    draft: noDraft,
    isPending: false,
    offered: [],
    problem: null,
    failures: 0,
  }),
  states: {
    opening: {
      description: 'A tela abre com um pedido escolhido, ou procura os que ainda podem voltar.',
      always: [{ guard: 'isNamed', target: 'loading' }, { target: 'finding' }],
    },
    finding: {
      description: 'Os pedidos entregues, que ainda podem voltar, estão sendo buscados.',
      tags: 'busy',
      invoke: {
        id: 'loadCandidates',
        src: 'loadCandidates',
        input: {},
        onDone: [
          {
            guard: { type: 'isOne', params: fromOutput },
            target: 'loading',
            actions: { type: 'choose', params: fromOutput },
          },
          { guard: { type: 'isNone', params: fromOutput }, target: 'empty' },
          { target: 'choosing', actions: { type: 'offer', params: fromOutput } },
        ],
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unfound', actions: note },
          { target: 'findFailed', actions: note },
        ],
      },
    },
    choosing: {
      description: 'Mais de um pedido pode voltar: a pessoa escolhe qual.',
      tags: 'choosing',
    },
    empty: {
      description: 'Nenhum pedido pode voltar agora; a pessoa vê por quê e com quem falar.',
      tags: 'empty',
    },
    unfound: {
      description: 'Sem internet para saber quais pedidos podem voltar; a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('finding'),
    },
    findFailed: {
      description: 'O servidor não disse quais pedidos podem voltar; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'finding' },
    },
    loading: {
      description: 'O pedido e o que dele ainda pode voltar estão sendo buscados.',
      tags: 'busy',
      invoke: {
        id: 'loadTrade',
        src: 'loadTrade',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: { target: 'judging', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isUnknown', params: failure }, target: 'gone', actions: note },
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    offline: {
      description: 'Sem internet para abrir o pedido; a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('loading'),
    },
    failed: {
      description: 'O servidor não disse o que pode voltar; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
    gone: {
      description: 'Este pedido não existe para esta pessoa; ela vê os seus pedidos.',
      tags: 'gone',
    },
    judging: {
      description: 'O pedido diz se algo dele ainda pode voltar, ou por que não.',
      always: [
        { guard: 'isAsked', target: 'asked' },
        { guard: 'isOver', target: 'over' },
        { guard: 'isEarly', target: 'early' },
        { guard: 'isLate', target: 'late' },
        { target: 'describing' },
      ],
    },
    asked: {
      description: 'Já há um pedido de devolução com a loja; a pessoa o acompanha no pedido.',
      tags: 'asked',
    },
    over: {
      description: 'Nada deste pedido pode voltar mais: ele foi cancelado, ou tudo já voltou.',
      tags: 'over',
    },
    early: {
      description: 'O pedido ainda não foi entregue; depois da entrega dá para pedir a troca.',
      tags: 'early',
      on: { 'page.shown': 'loading', 'network.restored': 'loading' },
    },
    late: {
      description: 'Os prazos acabaram; a pessoa vê quando e com quem ainda pode falar.',
      tags: 'late',
    },
    describing: {
      description: 'A pessoa diz o que aconteceu, com quais itens, e mostra fotos quando o motivo pede.',
      tags: 'describing',
      on: {
        'reason.chosen': {
          guard: { type: 'isInTime', params: fromEvent },
          actions: { type: 'noteReason', params: fromEvent },
        },
        'line.changed': {
          guard: { type: 'isLeft', params: fromEvent },
          actions: { type: 'noteLine', params: fromEvent },
        },
        'text.changed': { actions: { type: 'noteText', params: fromEvent } },
        'photos.changed': { actions: { type: 'notePhotos', params: fromEvent } },
        'trade.described': [
          { guard: 'isReplaceable', target: 'offering' },
          { guard: 'isDescribed', target: 'deciding' },
        ],
      },
    },
    offering: {
      description: 'A loja procura o que pode vir no lugar do que faltou.',
      tags: 'busy',
      invoke: {
        id: 'loadAlternatives',
        src: 'loadAlternatives',
        input: ({ context }) => ({ items: chosenItems(context) }),
        onDone: { target: 'deciding', actions: { type: 'offerItems', params: fromOutput } },
        // Without them the money is left.
        onError: 'deciding',
      },
    },
    deciding: {
      description:
        'A pessoa escolhe o que recebe de volta e vê o que acontece com o dinheiro e com os itens.',
      tags: 'deciding',
      on: {
        'wish.chosen': {
          guard: { type: 'isGranted', params: fromEvent },
          actions: { type: 'noteWish', params: fromEvent },
        },
        'trade.reopened': 'describing',
        'trade.confirmed': 'sending',
      },
    },
    sending: {
      description: 'O pedido de devolução está a caminho da loja.',
      tags: 'sending',
      invoke: {
        id: 'sendTrade',
        src: 'sendTrade',
        input: ({ context }) => tradeRequest(context),
        onDone: { target: 'sent', actions: { type: 'keepSent', params: fromOutput } },
        onError: [
          // It moved on meanwhile, or an answer was lost: the order itself says which.
          { guard: { type: 'isMoved', params: failure }, target: 'loading', actions: note },
          { guard: { type: 'isTooLate', params: failure }, target: 'late', actions: note },
          {
            guard: { type: 'isMalformed', params: failure },
            target: 'describing',
            actions: ['dropPhotos', note],
          },
          { target: 'unsent', actions: note },
        ],
      },
    },
    unsent: {
      description: 'A loja não respondeu ao envio; ela tenta de novo sozinha, e nada se perde.',
      tags: 'unsent',
      ...retry('sending'),
      on: { ...retry('sending').on, 'trade.reopened': 'describing' },
    },
    sent: {
      description: 'A loja recebeu o pedido de devolução; a tela segue para o pedido.',
      tags: 'sent',
    },
  },
});
