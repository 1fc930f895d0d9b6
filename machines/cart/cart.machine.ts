import type { Cart } from '#contract/cart.ts';
import { rebased, sentLine } from './lines.ts';
import { merging, settingAside } from './saved-cart.ts';
import { noMemory, nothing } from './nothing.ts';
import { repeat, repeatBeside } from './repeat.ts';
import { seeded } from './seed.ts';
import { type Answered, cartSetup, ifPassing, note, retrying, withoutNumber } from './setup.ts';
import { failure, fromEvent } from '#machines/port.ts';

const cartOf = ({ event }: { event: { output: Cart } }): Answered => ({ cart: event.output });
const away = retrying('syncing');
/** What a person changed is written, unless it comes to nothing. */
const written = [
  { guard: 'isNothing', target: 'idle', actions: 'settleHere' },
  { target: 'syncing' },
] as const;
const ifOwnerAway = { type: 'isOwnerAway', params: failure } as const;

/**
 * The cart of this browser. It answers at once; the server's word is applied by version when it comes, and
 * everything done since is done again on it.
 * Nothing a person added is lost: offline it is kept, a conflict is rebased, an order or a foreign cart
 * starts a new one.
 * `syncing`: a number of its own, the visitor's lead, then the write; first add and lead go in one queue
 * (D12). Times in ms, money in centavos.
 * Source: spec.md §4 Cart; D13, D39; REL-04, REL-06, REL-14; features B9, B10.
 */
export const cartMachine = cartSetup.createMachine({
  id: 'cart',
  description: 'O carrinho deste aparelho: guarda o que a pessoa escolheu e combina com o servidor.',
  initial: 'resuming',
  context: ({ input }) => {
    const {
      uuid,
      base,
      edits,
      saved,
      changes = [],
      merged = [],
      isClient,
      ...stored
    } = input.memory ?? noMemory;
    const { leadId = stored.leadId } = input;
    return seeded(input, {
      ...nothing,
      uuid,
      ...rebased(base, edits),
      heard: base.version,
      saved,
      changes,
      merged,
      leadId,
      isClient,
      campaigns: [],
      requestedAt: null,
      repeatedAt: null,
    });
  },
  // The server's word of a cart comes a moment after its first line: the request to go on waits for it, and
  // what that word stands in the way of is not granted.
  always: [
    { guard: 'isGranted', actions: ['grantCheckout', 'withdrawCheckout'] },
    { guard: 'isAnswered', actions: 'withdrawCheckout' },
    { guard: 'isRepeatAnswered', actions: ['notifyRepeated', 'withdrawRepeat'] },
  ],
  on: {
    'line.added': { actions: { type: 'addLine', params: fromEvent } },
    'line.changed': { actions: { type: 'setLine', params: fromEvent } },
    'line.removed': { actions: { type: 'setLine', params: fromEvent } },
    'draft.changed': { actions: { type: 'decide', params: fromEvent } },
    'coupon.decided': { actions: { type: 'decideCoupon', params: fromEvent } },
    'changes.acknowledged': { actions: 'acknowledge' },
    'campaigns.loaded': { actions: { type: 'keepCampaigns', params: fromEvent } },
    'checkout.requested': {
      guard: { type: 'isUnblocked', params: fromEvent },
      actions: [{ type: 'requestCheckout', params: fromEvent }, 'acknowledge'],
    },
    'checkout.withdrawn': { actions: 'withdrawCheckout' },
    'order.repeated': [
      {
        description: 'Já está sendo comprado de novo: um segundo toque não soma nada.',
        guard: 'isRepeating',
      },
      {
        description: 'Um pedido de antes volta ao carrinho vazio; a resposta da loja diz o que mudou nele.',
        guard: 'isEmpty',
        actions: repeat,
      },
      { description: 'Há mais no carrinho: o que se repete é visto lá antes.', actions: repeatBeside },
    ],
    'repeat.withdrawn': { actions: 'withdrawRepeat' },
    'lead.known': { actions: { type: 'keepLead', params: fromEvent } },
    'lead.closed': { actions: 'dropLead' },
    'saved.restored': { guard: 'hasSaved', actions: 'restoreSaved' },
    'saved.dropped': { actions: 'dropSaved' },
    'order.placed': {
      description: 'Este carrinho virou pedido; começa um vazio.',
      guard: { type: 'isOfCart', params: fromEvent },
      target: '.idle',
      actions: 'startAnew',
    },
    'cart.numbered': { guard: 'lacksUuid', actions: { type: 'keepUuid', params: fromEvent } },
    'cart.read.elsewhere': {
      guard: { type: 'isThisCart', params: fromEvent },
      actions: { type: 'makeShared', params: fromEvent },
    },
    'cart.corrected': {
      guard: { type: 'isNewer', params: fromEvent },
      target: '.idle',
      actions: ['makeRepeatable', { type: 'adopt', params: fromEvent }],
    },
    'cart.changed.elsewhere': [
      { guard: { type: 'isOrderedElsewhere', params: fromEvent }, target: '.idle', actions: 'startAnew' },
      { guard: { type: 'isThisCart', params: fromEvent }, actions: { type: 'hear', params: fromEvent } },
      {
        guard: { type: 'isOtherCart', params: fromEvent },
        target: '.idle',
        actions: { type: 'joinOther', params: fromEvent },
      },
    ],
    // A write that is interrupted may have been taken.
    // Merged at the sign-in alone: a page that is opened again only looks its cart up.
    'session.opened': [
      { guard: 'wasClient', target: '.resuming', actions: ['makeRepeatable', 'becomeClient'] },
      {
        guard: { type: 'isBuying', params: fromEvent },
        target: '.settingAside',
        actions: ['makeRepeatable', 'becomeClient'],
      },
      {
        description: 'Ao entrar, o carrinho daqui é juntado ao da conta.',
        target: '.merging',
        actions: ['makeRepeatable', 'becomeClient'],
      },
    ],
    'session.closed': { guard: { type: 'isEnded', params: fromEvent }, target: '.idle', actions: 'reset' },
  },
  states: {
    // A stored cart is believed at once and looked up behind.
    resuming: {
      description: 'O carrinho guardado no aparelho é reaberto; depois é conferido com o servidor.',
      always: [{ guard: 'isWritten', target: 'refreshing' }, { target: 'idle' }],
    },
    idle: {
      description: 'O carrinho está em dia; a próxima mudança é gravada.',
      tags: 'settled',
      always: [
        { guard: 'hasEdits', target: 'dirty' },
        { guard: 'isBehind', target: 'refreshing' },
      ],
      on: {
        restored: { guard: 'isWritten', target: 'refreshing' },
        'order.repeated': { guard: 'isEmpty', target: 'syncing', actions: repeat },
      },
    },
    dirty: {
      description: 'A pessoa acabou de mudar algo; em um instante a mudança é gravada no servidor.',
      after: { settle: written },
      on: { restored: 'syncing', 'write.awaited': written },
    },
    syncing: {
      description: 'As mudanças do carrinho estão sendo gravadas no servidor.',
      initial: 'creatingUuid',
      states: {
        creatingUuid: {
          description: 'O carrinho novo recebe um número; depois é gravado.',
          always: { guard: 'hasUuid', target: 'creatingLead' },
          invoke: {
            id: 'drawCart',
            src: 'drawCart',
            input: {},
            onDone: {
              target: 'creatingLead',
              actions: { type: 'keepUuid', params: ({ event }) => event.output },
            },
            // Its code comes with the first call, and may not come without a network.
            onError: [
              { guard: ifPassing, target: '#cart.offline', actions: note },
              { target: '#cart.failed', actions: note },
            ],
          },
        },
        creatingLead: {
          description: 'O visitante recebe um registro sem nome, para que o carrinho tenha dono.',
          always: { guard: 'needsNoLead', target: 'writing' },
          invoke: {
            id: 'ensureLead',
            src: 'ensureLead',
            input: ({ context }) => ({ leadId: context.leadId }),
            onDone: { target: 'writing', actions: { type: 'keepLead', params: ({ event }) => event.output } },
            onError: [
              { guard: ifPassing, target: '#cart.offline', actions: note },
              { target: '#cart.failed', actions: note },
            ],
          },
        },
        writing: {
          description: 'O carrinho é gravado; se outro aparelho mudou algo antes, os dois são juntados.',
          entry: 'countSent',
          invoke: {
            id: 'putCart',
            src: 'putCart',
            input: ({ context: { uuid, isClient, base, lines, draft } }) => ({
              uuid: uuid ?? '',
              isClient,
              version: base.version,
              lines: lines.map(sentLine),
              draft,
            }),
            onDone: { target: '#cart.idle', actions: { type: 'adoptAnswer', params: cartOf } },
            onError: [
              { guard: ifOwnerAway, target: '#cart.withoutOwner', actions: ['forgetSent', note] },
              { guard: ifPassing, target: '#cart.offline', actions: ['makeRepeatable', note] },
              {
                guard: { type: 'isConflict', params: failure },
                target: '#cart.conflicted',
                actions: { type: 'rebase', params: failure },
              },
              { guard: { type: 'isOrdered', params: failure }, target: '#cart.idle', actions: 'startAnew' },
              { guard: { type: 'isForeign', params: failure }, target: '#cart.idle', actions: 'disown' },
              { target: '#cart.failed', actions: ['forgetSent', note] },
            ],
          },
        },
      },
    },
    conflicted: {
      description: 'O carrinho mudou em outro lugar; as mudanças daqui são refeitas sobre a versão nova.',
      always: [{ guard: 'wereManyConflicts', target: 'offline' }, { target: 'syncing' }],
    },
    refreshing: {
      description: 'O carrinho é lido de novo no servidor, sem atrapalhar quem compra.',
      invoke: {
        id: 'loadCart',
        src: 'loadCart',
        input: ({ context: { uuid, isClient } }) => ({ uuid: uuid ?? '', isClient }),
        onDone: { target: 'idle', actions: { type: 'adopt', params: cartOf } },
        onError: [
          { guard: ifOwnerAway, target: 'withoutOwner', actions: note },
          { guard: ifPassing, target: 'offline', actions: note },
          { guard: { type: 'isForeign', params: failure }, target: 'idle', actions: 'disown' },
          { target: 'failed', actions: note },
        ],
      },
    },
    merging,
    settingAside,
    // A visitor's cart becomes the client's by being written once.
    claimingCart: {
      description: 'O carrinho feito antes de entrar passa a ser da conta; em seguida é gravado.',
      always: [{ guard: 'hasUuid', target: 'syncing' }, { target: 'idle' }],
    },
    offline: {
      description: 'Sem internet: nada se perde, e o carrinho é gravado quando a conexão voltar.',
      ...away,
      on: {
        ...away.on,
        // One that met other writers again and again waits here for its answer.
        'order.repeated': [{ guard: 'isRepeating' }, { actions: repeatBeside }],
      },
    },
    // The account's cart, and its owner is signed out: it is filled here and written when they are back. A
    // visitor's cart made of it would be merged with itself.
    withoutOwner: {
      description: 'O carrinho é de uma conta que saiu; ele espera aqui até a pessoa entrar de novo.',
      on: { 'load.retried': 'resuming', restored: 'resuming', 'order.repeated': { actions: repeatBeside } },
    },
    failed: {
      description: 'O servidor recusou o carrinho por um motivo inesperado; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: {
        'load.retried': 'syncing',
        ...withoutNumber,
        'line.added': { target: 'dirty', actions: { type: 'addLine', params: fromEvent } },
        'line.changed': { target: 'dirty', actions: { type: 'setLine', params: fromEvent } },
        'line.removed': { target: 'dirty', actions: { type: 'setLine', params: fromEvent } },
        'order.repeated': [
          { guard: 'isEmpty', target: 'dirty', actions: repeat },
          { target: 'dirty', actions: repeatBeside },
        ],
      },
    },
  },
});
