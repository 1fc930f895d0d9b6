import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { started } from './context.ts';
import { accountScreens } from './account-screens.ts';
import { leavesErrand } from './errands.ts';
import { flowStates, flowTransitions, flowsResumed } from './flows.ts';
import { askedScreens } from './asked-screens.ts';
import { asides } from './asides.ts';
import { door, gates, gatesOfBuyers, gatesOfClients, gatesOfEverybody } from './gates.ts';
import { choiceScreens } from './choice-screens.ts';
import { orderScreens } from './order-screens.ts';
import { intranetScreens } from './intranet-screens.ts';
import { placeScreens } from './place-screens.ts';
import { rootActors } from './root-actors.ts';
import { passedOn } from './roots.ts';
import { appSetup } from './setup.ts';
import { walletScreens } from './wallet-screens.ts';
import { adopted, cameIn, followWho, land } from './requests.ts';
import { fromEvent } from '#machines/port.ts';
import { ask } from '#machines/navigation/place.ts';
import { screenTransitions, take } from '#machines/navigation/screen-edges.ts';
import type { ScreenOf } from '#machines/navigation/screens.ts';

const ifSameCampaign = { type: 'isSameCampaign', params: fromEvent } as const;
const ifSameItem = { type: 'isSameItem', params: fromEvent } as const;
const ifSamePlace = { type: 'isSamePlace', params: fromEvent } as const;
/** A standing screen is asked for: what was begun on the way to another one is over, unless this is beside it. */
const taken = (screen: ScreenOf<'app'>) =>
  leavesErrand(screen) ? ([take, 'leaveErrand'] as const) : ([take] as const);

/**
 * The whole shop as one chart: the standing screens, the flows it enters, and every gate between them. A URL
 * offers a screen by `asked.<chart>.<state>`;
 * where the chart then is, is the answer. Long-lived actors are born with it and are never restarted by
 * navigation; it passes news on between them.
 * Source: spec.md §2 (screens, intranet guard, logout), §4; docs architecture, "Charts and routes".
 */
export const appMachine = appSetup.createMachine({
  id: 'app',
  description: 'A loja inteira: as telas, quem pode ver cada uma e o caminho de uma para a outra.',
  initial: 'booting',
  context: ({ input }) => started(input),
  invoke: rootActors,
  on: {
    ...screenTransitions('app', taken),
    ...flowTransitions,
    'session.opened': [{ guard: 'isKnownClient', actions: [...adopted] }, { actions: [...cameIn] }],
    'account.found': [
      {
        guard: { type: 'isNewAccount', params: fromEvent },
        actions: [...adopted, 'notifyAccountMade'],
      },
      { actions: [...adopted] },
    ],
    'session.delayed': { guard: 'isRestoring', actions: 'delay' },
    'session.closed': [
      {
        guard: { type: 'isLeavingIntranet', params: fromEvent },
        target: '.intranetLogin',
        actions: [
          'notifyGoodbye',
          { type: 'forgetPerson', params: fromEvent },
          'forgetErrands',
          land(ask('app.intranetLogin', {})),
          'notifyClosed',
          'noteWho',
        ],
      },
      {
        guard: { type: 'isLeaving', params: fromEvent },
        target: '.home',
        actions: [
          'notifyGoodbye',
          { type: 'forgetPerson', params: fromEvent },
          'forgetErrands',
          land(ask('app.home', {})),
          'notifyClosed',
          'noteWho',
        ],
      },
      {
        guard: { type: 'isLost', params: fromEvent },
        actions: [{ type: 'forgetPerson', params: fromEvent }, 'notifyLost', ...followWho],
      },
      // A visitor's lead that is known is not made again.
      { guard: 'hasLead', actions: [{ type: 'forgetPerson', params: fromEvent }, ...followWho] },
      { actions: [{ type: 'forgetPerson', params: fromEvent }, ...followWho, 'notifyLead'] },
    ],
    'marketplace.loaded': {
      actions: [
        { type: 'noteStore', params: fromEvent },
        { type: 'notifyMessages', params: fromEvent },
      ],
    },
    'campaign.met': { actions: { type: 'notifyMet', params: fromEvent } },
    'location.changed': {
      actions: [
        { type: 'noteLocation', params: fromEvent },
        { type: 'notifyMoved', params: fromEvent },
        'notifyWhere',
        'notifyLead',
      ],
    },
    'lead.known': { actions: { type: 'notifyLeadKnown', params: fromEvent } },
    // The server has closed or deleted it, as a reset of the sandbox does.
    'lead.lost': { guard: 'hasLead', actions: ['notifyLeadClosed', 'notifyLead'] },
    'signin.completed': { actions: 'notifySession' },
    'location.chosen': {
      actions: [
        { type: 'adoptChosen', params: fromEvent },
        { type: 'notifyChosen', params: fromEvent },
      ],
    },
    ...passedOn,
  },
  states: {
    /** Waits until it is known who is here, where that matters for what was asked. */
    booting: {
      description: 'A loja está abrindo e descobre quem é a pessoa; depois mostra a tela pedida.',
      tags: ['booting', 'busy'],
      always: { guard: 'isReady', target: 'returning', actions: 'forgetStart' },
      // The place that the page was opened at keeps the reason for which one was sent there.
      on: {
        'asked.*': [
          { guard: ifSamePlace },
          { guard: { type: 'leavesErrand', params: fromEvent }, actions: [take, 'leaveErrand'] },
          { actions: take },
        ],
      },
    },
    /** Requests once more what was requested: after booting, signing in or up, and an errand. */
    returning: {
      description: 'A loja retoma a tela que a pessoa queria antes de ser desviada.',
      tags: 'booting',
      entry: 'askAgain',
      on: { ...screenTransitions('app', () => 'resume'), ...flowsResumed },
    },

    home: {
      description: 'A página inicial, com as campanhas do lugar; dela se vai a qualquer tela.',
      always: gatesOfEverybody,
      on: {
        'session.opened': {
          guard: 'isHeldUp',
          target: 'returning',
          actions: [...cameIn, 'requestHeldUp'],
        },
      },
    },
    newHome: {
      description: 'A lista de todas as campanhas; escolher uma abre a página dela.',
      always: gatesOfEverybody,
    },
    products: {
      description: 'Todos os produtos das campanhas do lugar; cada um leva à página dele ou ao carrinho.',
      always: gatesOfEverybody,
    },
    ...asides,
    cart: {
      description: 'O carrinho com o que foi escolhido; dali se segue para a compra ou se volta a escolher.',
      always: gatesOfEverybody,
    },
    campaign: {
      description: 'A página de uma campanha: prazo, regras e o caminho para os produtos.',
      entry: 'notifyCatalog',
      always: [gates.uncertain, ...door, gates.missing, { guard: 'isReasonOver', actions: 'clearRefusal' }],
      on: { 'asked.app.campaign': { guard: ifSameCampaign, actions: [take, 'leaveErrand'] } },
    },
    catalog: {
      description: 'Os produtos de uma campanha; se ela está fechada, a pessoa vai à página dela.',
      initial: 'checking',
      entry: 'notifyCatalog',
      always: [gates.uncertain, ...door, gates.missing],
      // New words to search for restart nothing.
      on: { 'asked.app.catalog': { guard: ifSameCampaign, actions: [take, 'leaveErrand', 'notifyCatalog'] } },
      states: {
        checking: {
          description: 'A loja verifica se a campanha está aberta para esta pessoa.',
          tags: 'busy',
          always: [gates.scheduled, gates.blocked, gates.expired, { guard: 'isOpen', target: 'open' }],
        },
        // Whoever is inside stays: a campaign that ends does not put anybody out (D19).
        open: {
          description: 'A campanha está aberta; quem está nela fica, mesmo que ela termine.',
          entry: 'notifyAccessed',
        },
      },
    },
    category: {
      description: 'Os produtos de uma categoria da campanha; dali se abre um produto ou outra categoria.',
      initial: 'checking',
      entry: 'notifyCatalog',
      always: [gates.uncertain, ...door, gates.missing],
      on: {
        'asked.app.category': { guard: ifSameCampaign, actions: [take, 'leaveErrand', 'notifyCatalog'] },
      },
      states: {
        checking: {
          description: 'Antes de mostrar a categoria, a loja verifica se a campanha está aberta.',
          tags: 'busy',
          always: [gates.scheduled, gates.blocked, gates.expired, { guard: 'isOpen', target: 'open' }],
        },
        open: {
          description: 'A categoria está à vista; a pessoa pode buscar nela e abrir um produto.',
          entry: 'notifyAccessed',
        },
      },
    },
    product: {
      description: 'A página de um produto; dali ele vai para o carrinho.',
      initial: 'checking',
      entry: ['notifyProduct', 'notifyCatalog'],
      always: [gates.uncertain, ...door, gates.missing],
      on: { 'asked.app.product': { guard: ifSameItem, actions: [take, 'leaveErrand'] } },
      states: {
        checking: {
          description: 'Antes de mostrar o produto, a loja verifica se a campanha dele está aberta.',
          tags: 'busy',
          always: [gates.scheduled, gates.blocked, gates.expired, { guard: 'isOpen', target: 'open' }],
        },
        open: {
          description: 'O produto está à vista e pode ser posto no carrinho.',
          entry: 'notifyAccessed',
        },
      },
    },
    ...choiceScreens,
    ...placeScreens,
    unauthenticatedCartAccess: {
      description: 'Para comprar é preciso entrar: o carrinho espera, e a pessoa escolhe como entrar.',
      always: [gates.restoring, ...door, gates.trusted, gates.cartEmpty],
    },
    ...orderScreens,
    clickAndCollect: {
      description: 'A retirada de um pedido pago: o código, o lugar com os horários e o prazo.',
      always: gatesOfBuyers,
    },
    trade: {
      description: 'A devolução ou troca de itens de um pedido entregue, do motivo até o envio.',
      always: gatesOfBuyers,
    },
    accountDashboard: {
      description: 'A conta da pessoa, com os pedidos; só abre para quem entrou.',
      always: gatesOfClients,
    },
    ...accountScreens,
    ...walletScreens,
    invitations: {
      description: 'Os convites da pessoa: o código, quantos já aceitaram e o jeito de enviar.',
      always: gatesOfClients,
    },
    inviteCode: {
      description: 'A chave ou o convite que a pessoa recebeu é digitado aqui; certo, abre uma campanha.',
      // A key is used for whoever is here.
      always: [gates.restoring, ...door],
    },
    ...askedScreens,
    ...intranetScreens,
    /** A campaign or an order that does not exist: the router shows its not-found page. */
    notFound: {
      description: 'O que foi pedido não existe; a pessoa pode voltar ao início.',
      tags: 'notFound',
      always: gatesOfEverybody,
    },

    ...flowStates,
  },
});

export type AppActor = ActorRefFrom<typeof appMachine>;
export type AppSnapshot = SnapshotFrom<typeof appMachine>;
