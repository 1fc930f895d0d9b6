import { type AppContext, type AppInput, campaignOf } from '#machines/app/context.ts';
import { appMachine } from '#machines/app/app.machine.ts';
import { ask, placeAsked, placeOf, toAsked } from '#machines/navigation/place.ts';
import { type NavigationRequest, definition, screenIds } from '#machines/navigation/screens.ts';
import type { AppMemory } from '#machines/stored.ts';
import type { Model } from '#tests/support/walk.ts';
import { allOpen, campaigns, cart, heard, missing, orders } from './app.heard.ts';
import { searchAsks } from '../catalog/search-asks.ts';
import {
  NOW,
  account,
  campaignId,
  cartUuid,
  client,
  itemId,
  leadId,
  newcomer,
  order,
  orderCode,
  otherCart,
  user,
} from '../samples.ts';

export const step = (asked: NavigationRequest, more: object = {}) =>
  heard(asked.type.split('.')[1] ?? '', {
    machine: { id: asked.type.split('.')[1] },
    value: asked.type.split('.')[2],
    context: { asked, ...more },
  });

export const tenant = (intranet: boolean) => ({ client: 'feira', intranet, guestOrders: false });
export const input = (more: Partial<AppInput> = {}): AppInput => ({
  tenant: tenant(false),
  now: NOW,
  hint: true,
  cart: {},
  ...more,
});
export const shipping = ask('checkout.shipping', { cartUuid });
export const memory = (kept: Partial<AppMemory>): AppMemory => ({
  version: 1,
  returnTo: null,
  origin: null,
  refusal: null,
  login: null,
  address: null,
  ...kept,
});
const asks: NavigationRequest[] = [
  ask('app.home', {}),
  ask('app.newHome', {}),
  ...screenIds
    .filter((id) => definition(id).aside)
    .map((id) => toAsked(placeOf(id, { code: orderCode(1), channel: 'phone' }))),
  ask('app.cart', {}),
  ask('app.campaign', { campaignId: campaignId(1) }),
  ask('app.campaign', { campaignId: 'sumiu' }),
  ...[1, 2, 3, 4].map((n) => ask('app.catalog', { campaign: `campanha-${n}` })),
  ask('app.catalog', { campaign: 'campanha-1' }, { q: 'pão' }),
  ask('app.catalog', { campaign: 'sumiu' }),
  ...[1, 2, 3, 4].map((n) => ask('app.category', { campaign: `campanha-${n}`, category: 'frutas' })),
  ask('app.category', { campaign: 'sumiu', category: 'frutas' }),
  ...[5, 2, 3, 4].map((n) => ask('app.product', { campaignId: campaignId(n), itemId: itemId(1) })),
  ask('app.product', { campaignId: 'sumiu', itemId: itemId(1) }),
  ...searchAsks,
  ask('app.unauthenticatedCartAccess', {}),
  ask('app.orderSuccess', { orderCode: orderCode(1) }),
  ask('app.orderPendingPayment', { orderCode: orderCode(1) }),
  ask('app.ordersDetails', { orderCode: orderCode(1) }),
  ask('app.rescheduleOrder', {}, { order: order(1).id }),
  ask('app.accountDashboard', {}),
  ask('app.intranetLogin', {}),
  ask('app.intranetConfirmation', {}),
  ask('app.intranetMarketplaceAccess', {}),
  ask('app.likings', {}),
  ask('app.survey', {}),
  ask('app.messages', {}),
  ask('app.invitations', {}),
  ask('app.inviteCode', {}, { key: 'ABCD' }),
  ask('login.options', {}),
  ask('signup.name', {}),
  ask('address.location', {}),
  shipping,
  ask('checkout.payment', { cartUuid: otherCart }),
];

export const machine = appMachine;
export const placed = { outcome: 'placed', order: order(1) };
/** What the living flows are told as well. */
const heardByFlows = [
  { type: 'network.restored' },
  { type: 'page.shown', now: NOW },
  { type: 'restored', now: NOW },
  { type: 'order.changed', code: orderCode(1), state: 'PAID', version: 2 },
  { type: 'coupon.decided', code: 'FEIRA10' },
] as const;
/** Navigation: who may be where. */
export const model: Model<typeof appMachine> = {
  inputs: [
    input(),
    input({
      asked: ask('login.options', {}),
      memory: memory({ returnTo: placeAsked(shipping) }),
    }),
    input({
      asked: ask('signup.account', {}),
      memory: memory({ returnTo: placeAsked(shipping) }),
    }),
    input({ tenant: tenant(true) }),
  ],
  events: [
    ...asks,
    { type: 'session.opened', by: 'restore', ...client },
    { type: 'session.opened', by: 'elsewhere', ...newcomer },
    { type: 'session.opened', by: 'beside', ...newcomer },
    { type: 'session.opened', by: 'signin', ...client },
    { type: 'session.delayed' },
    { type: 'session.closed', by: 'restore' },
    { type: 'session.closed', by: 'lost' },
    { type: 'session.closed', by: 'signout' },
    { type: 'checkout.locked' },
    { type: 'checkout.unlocked' },
    { type: 'signout.requested' },
    cart(2),
    cart(0),
    cart(0, null, cartUuid),
    campaigns(5),
    campaigns(0),
    allOpen,
    missing('sumiu'),
    { type: 'marketplace.loaded', intranet: true, messages: {} },
    ...heardByFlows,
  ],
  outcomes: {
    login: [{ ok: client }, { ok: newcomer }],
    signup: [
      { ok: { outcome: 'created', account } },
      { ok: { outcome: 'created', account: { ...account, lacksLikings: true } } },
      { ok: { outcome: 'unproven' } },
    ],
    address: [{ ok: { location: {} } }],
    checkout: [
      { ok: placed },
      { ok: { ...placed, order: order(1, 1, 'PENDING_PAYMENT') } },
      { ok: { outcome: 'returned', reason: 'cart.changed', problem: { code: 'STOCK' }, current: null } },
      { ok: { outcome: 'returned', reason: 'cart.closed', problem: { code: 'LOCK' }, current: null } },
      { ok: { outcome: 'returned', reason: 'cart.choice', problem: { code: 'LOCK' }, current: null } },
      { ok: { outcome: 'returned', reason: 'cart.coupon', problem: { code: 'LOCK' }, current: null } },
    ],
  },
  reduceContext: (context) => sightOf(context as AppContext),
};
// A campaign that is waited for is told apart by which it is; the rest of a wish makes no difference once it
// is fulfilled.
export const sightOf = ({
  session,
  ended,
  account: has,
  intranet,
  cart: { count },
  campaigns: { isKnown, count: offered },
  asked,
  refusal,
}: AppContext) => [
  session,
  ended && session === 'visitor',
  has !== null,
  intranet,
  count > 0,
  intranet && isKnown && offered > 0,
  isKnown ? '' : campaignOf(asked),
  session === 'restoring' ? asked.type : '',
  session === 'waiting' && refusal?.reason === 'network.offline',
  asked.type === 'asked.app.campaign' && refusal !== null,
];

/** The screens of an order: they follow what the server says of it. */
export const orderModel: Model<typeof appMachine> = {
  inputs: [input()],
  events: [
    ...asks.filter(({ params }) => 'orderCode' in params),
    ask('app.home', {}),
    { type: 'session.opened', by: 'restore', ...client },
    { type: 'session.delayed' },
    { type: 'session.closed', by: 'lost' },
    ...(['PENDING_PAYMENT', 'PAYMENT_REVIEW', 'PAID', 'CANCELED', 'gone'] as const).map((state) =>
      orders(state),
    ),
    orders('PENDING_PAYMENT', 'CREDIT_CARD'),
    ...heardByFlows,
  ],
  outcomes: {
    pix: (['paid', 'canceled', 'left'] as const).map((outcome) => ({
      ok: { orderCode: orderCode(1), outcome },
    })),
    card: (['paid', 'reviewed', 'canceled', 'changed'] as const).map((outcome) => ({
      ok: { orderCode: orderCode(1), outcome },
    })),
  },
  reduceContext: (context) => {
    const { order: open } = context as AppContext;
    return [sightOf(context as AppContext), open?.standing, open?.byCard];
  },
};

/** News: what the app hears and passes on. */
export const newsModel: Model<typeof appMachine> = {
  inputs: [input({ seed: { campaigns: { campaigns: [], now: NOW } } })],
  events: [
    { type: 'session.closed', by: 'restore' },
    { type: 'session.opened', by: 'restore', ...client },
    { type: 'session.opened', by: 'signin', ...newcomer },
    { type: 'account.found', user, account, signupGrant: null },
    cart(2),
    cart(2, leadId),
    { type: 'lead.known', id: leadId },
    { type: 'lead.lost' },
    { type: 'location.chosen', location: { postalCode: '01310-100' } },
    { type: 'signin.completed', ...client },
    { type: 'account.changed', account },
    { type: 'draft.changed', patch: {} },
    { type: 'order.stale' },
    { type: 'notice.posted', text: 'Oi' },
    { type: 'notice.withdrawn', topic: 'code' },
    campaigns(5),
    missing(null),
    orders('PENDING_PAYMENT'),
    { type: 'marketplace.loaded', intranet: false, messages: {} },
    { type: 'marketplace.loaded', intranet: null, messages: {} },
    { type: 'campaign.met', campaign: null },
    { type: 'location.changed', location: { postalCode: '05435-000' }, point: { latitude: 1, longitude: 2 } },
    { type: 'network.lost' },
    ...heardByFlows,
    { type: 'page.hidden' },
    { type: 'response.received', now: NOW },
    { type: 'token.rejected' },
    { type: 'signin.elsewhere' },
    { type: 'session.closed.elsewhere' },
    { type: 'campaign.changed' },
    { type: 'signout.requested' },
    ask('app.home', {}),
    ask('app.orderPendingPayment', { orderCode: orderCode(1) }),
    ask('login.options', {}),
    ask('signup.name', {}),
    ask('address.location', {}),
    shipping,
    step(ask('login.options', {})),
    step(ask('signup.name', {})),
    step(ask('address.location', {})),
    step(shipping),
  ],
  reduceContext: (context) => {
    const {
      step: at,
      cart: { leadId: lead },
    } = context as AppContext;
    return [at?.screen, lead !== null, sightOf(context as AppContext)];
  },
};

/** An errand for an address that outlived its page. */
export const errandModel: Model<typeof appMachine> = {
  inputs: [
    input({ asked: ask('address.location', {}), memory: memory({ origin: placeOf('app.cart', {}) }) }),
  ],
  events: [
    { type: 'session.closed', by: 'restore' },
    cart(2),
    ask('app.home', {}),
    ask('app.about', {}),
    ask('address.location', {}),
    step(ask('address.location', {})),
  ],
  outcomes: { address: [{ ok: { location: {} } }] },
  reduceContext: (context) => [(context as AppContext).origin?.screen, sightOf(context as AppContext)],
};

/** The door of a company: whoever has none of its campaigns, and asks for a way in all the same. */
export const doorModel: Model<typeof appMachine> = {
  inputs: [input({ tenant: tenant(true) })],
  events: [
    { type: 'session.opened', by: 'restore', ...client },
    cart(2),
    campaigns(0),
    campaigns(5),
    ask('app.orderTrackingSearch', {}),
    ask('app.unauthenticatedCartAccess', {}),
    ask('login.options', {}),
  ],
  outcomes: {},
  reduceContext: (context) => {
    const { isKnown, count } = (context as AppContext).campaigns;
    return [isKnown, count > 0, sightOf(context as AppContext)];
  },
};

export { oracle } from './app.oracle.ts';
