import type { FlowId } from '#machines/navigation/flows.ts';
import { ask, placeAsked } from '#machines/navigation/place.ts';
import { take } from '#machines/navigation/screen-edges.ts';
import { here } from './context.ts';
import { door, gates } from './gates.ts';
import { appSetup } from './setup.ts';
import {
  corrected,
  draftAt,
  requestForFlow,
  follow,
  land,
  landOnOrder,
  placed,
  returnedToCart,
  signedInBeside,
  signedUp,
  signupDraftFor,
} from './requests.ts';
import { fromEvent, fromOutput } from '#machines/port.ts';
import { addressDraftOf, loginDraftOf, signupDraftOf } from './flow-drafts.ts';

/** The flows as states of the app: how each is entered, handed its own requests, followed, and left. */

/** Signing in. Its gates are asked on entry only: the flow signs in while it runs. */
const login = appSetup.createStateConfig({
  description: 'A pessoa está entrando na loja; depois volta ao que fazia.',
  initial: 'checking',
  // A stopped actor runs no exit actions of its own.
  exit: ['leaveStep', 'notifyCodeOver'],
  states: {
    checking: {
      description: 'A loja verifica se é preciso entrar; quem já entrou é levado adiante.',
      always: [
        gates.restoring,
        ...door,
        gates.unfinished,
        gates.awaitedClient,
        gates.client,
        { target: 'open' },
      ],
    },
    open: {
      description: 'A pessoa recebe e digita o código; ao terminar, volta ao que fazia.',
      always: door,
      invoke: {
        id: 'login',
        src: 'login',
        input: ({ context }) => ({ asked: requestForFlow<'login'>(context), draft: context.drafts.login }),
        onSnapshot: {
          actions: [
            follow,
            { type: 'keepDraft', params: ({ event }) => ({ login: loginDraftOf(event.snapshot) }) },
          ],
        },
        onDone: [
          {
            guard: { type: 'isNewcomer', params: fromOutput },
            target: '#app.signup',
            actions: [
              { type: 'notifyHome', params: fromOutput },
              { type: 'adoptSession', params: fromOutput },
              land(ask('signup.account', {})),
            ],
          },
          {
            target: '#app.returning',
            actions: [
              { type: 'notifyHome', params: fromOutput },
              { type: 'adoptSession', params: fromOutput },
              'requestReturn',
            ],
          },
        ],
      },
      on: {
        'asked.login.*': { actions: ['clearRefusal', 'notifyLogin'] },
        'network.restored': { actions: ['notifyRoots', 'notifyLogin'] },
        restored: { actions: ['notifyRoots', 'notifyLogin'] },
        'session.opened': signedInBeside,
      },
    },
  },
});

/** Making the account of somebody who has just signed in for the first time. */
const signup = appSetup.createStateConfig({
  description: 'Quem entrou pela primeira vez faz o cadastro; depois volta ao que fazia.',
  initial: 'checking',
  exit: 'leaveStep',
  states: {
    checking: {
      description: 'A loja verifica se falta cadastro; quem já tem um é levado adiante.',
      always: [
        gates.restoring,
        gates.shopVisitor,
        gates.unsure,
        gates.awaitedAccount,
        gates.account,
        { target: 'open' },
      ],
    },
    open: {
      description: 'A pessoa responde às perguntas do cadastro, uma por tela.',
      always: [gates.ended, gates.shopVisitor],
      invoke: {
        id: 'signup',
        src: 'signup',
        input: ({ context }) => ({
          asked: requestForFlow<'signup'>(context),
          userId: context.user?.id ?? '',
          signupGrant: context.signupGrant,
          leadId: context.cart.leadId,
          form: context.tenant.addressForm,
          personalForm: context.tenant.personalForm,
          draft: signupDraftFor(context),
          contact: {
            ...(context.user?.phone === undefined ? {} : { phone: context.user.phone }),
            ...(context.user?.email === undefined ? {} : { email: context.user.email }),
          },
        }),
        onSnapshot: {
          actions: [
            follow,
            { type: 'keepDraft', params: ({ event }) => ({ signup: signupDraftOf(event.snapshot) }) },
          ],
        },
        onDone: [
          ...signedUp,
          // In a company's store: the questions are answered, and who asks is still to be said.
          {
            target: '#app.intranetLogin',
            actions: [
              'comeBack',
              { type: 'refuse', params: { reason: 'intranet.identify', land: ask('app.intranetLogin', {}) } },
            ],
          },
        ],
      },
      on: {
        'asked.signup.*': { actions: ['clearRefusal', 'notifySignup'] },
        'network.restored': { actions: ['notifyRoots', 'notifySignup'] },
        restored: { actions: ['notifyRoots', 'notifySignup'] },
      },
    },
  },
});

/** An errand: it leads back to where it was begun. */
const address = appSetup.createStateConfig({
  description: 'A pessoa diz onde quer receber; depois volta de onde veio.',
  initial: 'checking',
  exit: 'leaveStep',
  states: {
    checking: {
      description: 'A loja espera saber quem está aqui antes de perguntar o endereço.',
      always: [gates.restoring, { target: 'open' }],
    },
    open: {
      description: 'As telas de endereço estão abertas; quando o lugar é dito, elas se fecham.',
      invoke: {
        id: 'address',
        src: 'address',
        input: ({ context }) => ({
          asked: requestForFlow<'address'>(context),
          location: context.location,
          isClient: context.account !== null,
          form: context.tenant.addressForm,
          draft: context.asked.type === 'asked.address.location' ? null : context.drafts.address,
        }),
        onSnapshot: {
          actions: [
            follow,
            { type: 'keepDraft', params: ({ event }) => ({ address: addressDraftOf(event.snapshot) }) },
          ],
        },
        onDone: { target: '#app.returning', actions: 'requestOrigin' },
      },
      on: {
        'asked.address.*': { actions: ['clearRefusal', 'notifyAddress'] },
        'network.restored': { actions: ['notifyRoots', 'notifyAddress'] },
      },
    },
  },
});

/** From a full cart to an order. Its gates hold all the time, but not while an order is on its way. */
const checkout = appSetup.createStateConfig({
  description: 'O fechamento da compra: do carrinho cheio até o pedido feito.',
  initial: 'open',
  entry: 'notifyPlace',
  exit: ['leaveStep', 'leavePlacing'],
  invoke: {
    id: 'checkout',
    src: 'checkout',
    input: ({ context }) => ({
      asked: requestForFlow<'checkout'>(context),
      cart: { uuid: context.cart.uuid ?? '', count: context.cart.count, draft: draftAt(context) },
      account: context.account,
      guest: context.drafts.guest,
      placing: context.placing?.cartUuid === context.cart.uuid ? context.placing : null,
    }),
    onSnapshot: {
      actions: [
        follow,
        { type: 'keepDraft', params: ({ event }) => ({ guest: event.snapshot.context.who }) },
      ],
    },
    onDone: [
      {
        guard: { type: 'isUnpaid', params: fromOutput },
        target: 'orderPendingPayment',
        actions: [landOnOrder('app.orderPendingPayment'), placed, 'leaveErrand'],
      },
      {
        guard: { type: 'isPlaced', params: fromOutput },
        target: 'orderSuccess',
        actions: [landOnOrder('app.orderSuccess'), placed, 'leaveErrand'],
      },
      { target: 'cart', actions: [returnedToCart, corrected] },
    ],
  },
  on: {
    'asked.checkout.*': {
      guard: { type: 'isSameCart', params: fromEvent },
      actions: ['clearRefusal', 'notifyCheckout'],
    },
    'network.restored': { actions: ['notifyRoots', 'notifyCheckout'] },
    'coupon.decided': { actions: ['notifyRoots', 'notifyCheckout'] },
    restored: { actions: ['notifyRoots', 'notifyCheckout'] },
  },
  states: {
    open: {
      description: 'A pessoa decide entrega e pagamento e ainda pode sair quando quiser.',
      always: [
        gates.restoring,
        ...door,
        gates.cartOrdered,
        gates.cartEmpty,
        gates.cartOther,
        gates.ended,
        gates.stranger,
        gates.lacksAccount,
      ],
      on: { 'checkout.locked': 'locked' },
    },
    locked: {
      description: 'O pedido está sendo feito: por um instante, ninguém sai desta tela.',
      tags: 'locked',
      on: {
        'checkout.unlocked': 'open',
        'asked.*': {
          actions: {
            type: 'refuseRequest',
            params: ({ event }) => ({ reason: 'order.placing', asked: placeAsked(event) }),
          },
        },
        'signout.requested': {
          actions: {
            type: 'refuseRequest',
            params: ({ context }) => ({ reason: 'order.placing', asked: here(context) }),
          },
        },
      },
    },
  },
});

export const flowStates = { login, signup, address, checkout } satisfies Record<FlowId, unknown>;
/** How each flow is asked for from outside of it; from within, its own state says what that means. */
export const flowTransitions = {
  'asked.login.*': [
    { guard: 'knowsReturn', target: '.login', actions: take },
    { target: '.login', actions: ['rememberReturn', take] },
  ],
  'asked.signup.*': [
    { guard: 'knowsReturn', target: '.signup', actions: take },
    { target: '.signup', actions: ['rememberReturn', take] },
  ],
  'asked.address.*': [
    { guard: 'knowsOrigin', target: '.address', actions: take },
    { target: '.address', actions: ['rememberOrigin', take] },
  ],
  'asked.checkout.*': { target: '.checkout', actions: take },
} as const satisfies Record<`asked.${FlowId}.*`, unknown>;
/** How each is entered again by a request that the app kept: the errand and the refusal that led to it stay. */
export const flowsResumed = {
  'asked.login.*': { target: '#app.login', actions: 'resume' },
  'asked.signup.*': { target: '#app.signup', actions: 'resume' },
  'asked.address.*': { target: '#app.address', actions: 'resume' },
  'asked.checkout.*': { target: '#app.checkout', actions: 'resume' },
} as const satisfies Record<`asked.${FlowId}.*`, unknown>;
