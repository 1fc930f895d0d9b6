import type { EventFrom } from 'xstate';
import { type AppContext, type AppInput, campaignOf } from '#machines/app-context.ts';
import { appMachine } from '#machines/app.machine.ts';
import { ask, placeAsked } from '#machines/place.ts';
import type { Asked } from '#machines/screens.ts';
import { expectThat } from '../support/expect-that.ts';
import type { Model, Oracle } from '../support/walk.ts';
import { NOW, account, campaignId, cartUuid, client, itemId, leadId, newcomer, order, orderCode, otherCart, user } from './samples.ts';

type AppEvent = EventFrom<typeof appMachine>;
const statuses = (['OK', 'SCHEDULED', 'BLOCKED', 'EXPIRED', 'COMPLETED'] as const).map((status, n) => ({ id: campaignId(n + 1), slug: `campanha-${n + 1}`, status, reasons: [] }));
/** A snapshot of a root actor, as far as the app looks at it. */
const heard = (id: string, snapshot: object) => ({ type: `xstate.snapshot.${id}`, snapshot }) as unknown as AppEvent;
const cart = (count: number, lead: string | null = null) => heard('cart', { context: { uuid: cartUuid, lines: count ? [{ id: itemId(1), campaignId: campaignId(1), quantity: count }] : [], leadId: lead, draft: {} } });
const campaigns = (count: number) => heard('campaigns', { context: { isKnown: true, campaigns: Array.from({ length: count }), statuses: count ? statuses : [] } });
const missing = (ref: string | null) => heard('catalog', { context: { ref }, matches: () => ref !== null });
const step = (asked: Asked) => heard(asked.type.split('.')[1] ?? '', { machine: { id: asked.type.split('.')[1] }, value: asked.type.split('.')[2], context: { asked } });

const tenant = (intranet: boolean) => ({ client: 'feira', intranet, guestOrders: false });
const input = (more: Partial<AppInput> = {}): AppInput => ({ tenant: tenant(false), now: NOW, hint: true, cart: {}, ...more });
const shipping = ask('checkout.shipping', { cartUuid });
const asks: Asked[] = [
  ask('app.home', {}), ask('app.newHome', {}), ask('app.about', {}), ask('app.cart', {}), ask('app.campaign', { campaignId: campaignId(1) }), ask('app.campaign', { campaignId: 'sumiu' }),
  ...[1, 2, 3, 4].map((n) => ask('app.catalog', { campaign: `campanha-${n}` })), ask('app.catalog', { campaign: 'campanha-1' }, { q: 'pão' }), ask('app.catalog', { campaign: 'sumiu' }),
  ...[1, 2, 3, 4].map((n) => ask('app.category', { campaign: `campanha-${n}`, category: 'frutas' })), ask('app.category', { campaign: 'sumiu', category: 'frutas' }),
  ...[5, 2, 3, 4].map((n) => ask('app.product', { campaignId: campaignId(n), itemId: itemId(1) })), ask('app.product', { campaignId: 'sumiu', itemId: itemId(1) }),
  ask('app.unauthenticatedCartAccess', {}), ask('app.orderSuccess', { orderCode: orderCode(1) }), ask('app.orderPendingPayment', { orderCode: orderCode(1) }), ask('app.ordersDetails', { orderCode: orderCode(1) }),
  ask('app.accountDashboard', {}), ask('app.intranetLogin', {}), ask('login.options', {}), ask('signup.name', {}), ask('address.location', {}), shipping, ask('checkout.payment', { cartUuid: otherCart }),
];

export const machine = appMachine;
const draft = { outcome: 'placed', order: order(1) };
/** Navigation: who may be where. */
export const model: Model<typeof appMachine> = {
  inputs: [input(), input({ asked: ask('login.options', {}), memory: { version: 1, returnTo: placeAsked(shipping), origin: null, refusal: null } }), input({ asked: ask('signup.account', {}), memory: { version: 1, returnTo: placeAsked(shipping), origin: null, refusal: null } }), input({ tenant: tenant(true) })],
  events: [
    ...asks, { type: 'session.opened', by: 'restore', ...client }, { type: 'session.opened', by: 'elsewhere', ...newcomer }, { type: 'session.delayed' },
    { type: 'session.closed', by: 'restore' }, { type: 'session.closed', by: 'lost' }, { type: 'session.closed', by: 'signout' }, { type: 'checkout.locked' }, { type: 'checkout.unlocked' }, { type: 'signout.requested' },
    cart(2), cart(0), campaigns(5), campaigns(0), missing('sumiu'), { type: 'marketplace.loaded', intranet: true, messages: {} },
  ],
  outcomes: {
    login: [{ ok: client }, { ok: newcomer }], signup: [{ ok: { account } }], address: [{ ok: { location: {} } }], pix: [{ ok: { orderCode: orderCode(1), outcome: 'paid' } }, { ok: { orderCode: orderCode(1), outcome: 'canceled' } }],
    checkout: [{ ok: draft }, { ok: { ...draft, order: order(1, 1, 'PENDING_PAYMENT') } }, { ok: { outcome: 'returned', problem: { code: 'STOCK', title: '' }, current: null } }],
  },
  reduceContext: (context) => sightOf(context as AppContext),
  limit: 60_000,
};
// A campaign that is waited for is told apart by which it is; the rest of a wish makes no difference once it is fulfilled.
const sightOf = ({ session, ended, account: has, intranet, cart: { count }, campaigns: { isKnown, count: offered }, asked }: AppContext) => [
  session, ended && session === 'visitor', has !== null, intranet, count > 0, intranet && isKnown && offered > 0, isKnown ? '' : campaignOf(asked), session === 'restoring' ? asked.type : '',
];

/** News: what the app hears and passes on. */
export const newsModel: Model<typeof appMachine> = {
  inputs: [input({ seed: { campaigns: { campaigns: [], now: NOW } } })],
  events: [
    { type: 'session.closed', by: 'restore' }, { type: 'session.opened', by: 'restore', ...client }, { type: 'session.opened', by: 'signin', ...newcomer }, { type: 'account.found', user, account, signupGrant: null }, cart(2), cart(2, leadId), campaigns(5), missing(null),
    { type: 'refusal.dismissed' }, { type: 'marketplace.loaded', intranet: false, messages: {} }, { type: 'marketplace.loaded', intranet: null, messages: {} }, { type: 'campaign.met', campaign: null }, { type: 'location.changed', location: { postalCode: '05435-000' }, point: { latitude: 1, longitude: 2 } },
    { type: 'network.lost' }, { type: 'network.restored' }, { type: 'page.hidden' }, { type: 'page.shown', now: NOW }, { type: 'restored', now: NOW }, { type: 'response.received', now: NOW }, { type: 'token.rejected' }, { type: 'signin.elsewhere' },
    { type: 'session.closed.elsewhere' }, { type: 'campaign.changed' }, { type: 'order.changed', code: orderCode(1), state: 'PAID', version: 2 }, { type: 'signout.requested' },
    ask('app.home', {}), ask('app.orderPendingPayment', { orderCode: orderCode(1) }), ask('login.options', {}), ask('signup.name', {}), ask('address.location', {}), shipping, step(ask('login.options', {})), step(ask('signup.name', {})), step(ask('address.location', {})), step(shipping),
  ],
  reduceContext: (context) => [(context as AppContext).step?.screen, sightOf(context as AppContext)],
  limit: 60_000,
};

const statusWords = { 'campaign.scheduled': 'SCHEDULED', 'campaign.blocked': 'BLOCKED', 'campaign.expired': 'EXPIRED' } as const;
const privateScreens = ['orderSuccess', 'orderPendingPayment', 'ordersDetails', 'accountDashboard'];
/** Nobody is where they may not be; a wish is granted or refused with a reason; a standing state is always the place that was asked for. */
export const oracle: Oracle = (snapshot, { steps, told, calls, before }) => {
  const context = snapshot.context as AppContext;
  const event = steps.at(-1);
  const state = typeof snapshot.value === 'string' ? snapshot.value : (Object.keys(snapshot.value)[0] ?? '');
  const inner = typeof snapshot.value === 'string' ? '' : String(Object.values(snapshot.value)[0]);
  const { session, account: has, refusal } = context;
  const isOpen = inner !== 'locked';
  if (privateScreens.includes(state) || (state === 'checkout' && isOpen)) expectThat(session === 'client' || session === 'waiting', 'a visitor is no client');
  if (state === 'signup') expectThat(session === 'client' && (has === null || before?.matches('signup') === true), 'only somebody without an account signs up');
  if (state === 'checkout' && isOpen) expectThat(context.cart.count > 0 && (session !== 'client' || has !== null), 'a checkout has lines and somebody to send them to');
  if (context.intranet && session === 'visitor' && isOpen) expectThat(['intranetLogin', 'address'].includes(state), 'an intranet store is closed to visitors');
  if (context.intranet && session === 'client' && context.campaigns.isKnown && context.campaigns.count === 0 && isOpen) expectThat(['intranetLogin', 'address', 'signup'].includes(state), 'and to clients without a campaign, without a loop');
  if (!context.intranet) expectThat(state !== 'intranetLogin', 'a public store has no intranet');
  if (session === 'restoring') expectThat(['booting', 'home', 'newHome', 'about', 'cart', 'campaign', 'catalog', 'category', 'product', 'notFound', 'login'].includes(state) && (!context.intranet || ['booting', 'intranetLogin'].includes(state)), 'who is here is waited for');
  expectThat(snapshot.hasTag('booting') === (state === 'booting') && snapshot.hasTag('locked') === (inner === 'locked') && snapshot.hasTag('notFound') === (state === 'notFound') && snapshot.hasTag('busy') === (state === 'booting' || inner === 'checking'), 'tags are what they say');
  if (!['booting', 'login', 'signup', 'address', 'checkout', 'notFound'].includes(state)) expectThat(context.asked.type === `asked.app.${state}`, 'a standing state is the place that was asked for');
  for (const flow of ['login', 'signup', 'address', 'checkout']) if (state === flow) expectThat(context.asked.type.startsWith(`asked.${flow}.`) && calls.some(({ port }) => port === flow), 'a flow is entered with a wish of its own');
  if (!['login', 'signup', 'address', 'checkout'].includes(state)) expectThat(context.step === null, 'no step outside of a flow');
  if (['catalog', 'category', 'product'].includes(state) && inner === 'open') expectThat(told.some(({ action }) => action === 'tellAccessed'), 'an entered campaign counts as accessed');
  if (['campaign', 'catalog', 'category', 'product'].includes(state)) expectThat(told.some(({ action }) => action === 'tellCatalog'), 'the catalog is asked for');
  if (['orderSuccess', 'orderPendingPayment', 'ordersDetails'].includes(state)) expectThat(told.some(({ action }) => action === 'tellOrders'), 'the order is opened');
  const ref = campaignOf(context.asked);
  const status = context.campaigns.statuses.find(({ id, slug }) => id === ref || slug === ref)?.status;
  if (refusal && refusal.reason in statusWords && state === 'campaign') expectThat(status === statusWords[refusal.reason as keyof typeof statusWords], 'the reason is the true one');
  if (inner === 'checking') expectThat(status === undefined, 'a door that is known is not waited for');
  if (state === 'notFound') expectThat(ref === 'sumiu', 'only what does not exist is not found');
  if (!event || !before) return;
  const was = before.context as AppContext;
  if (event.type.startsWith('asked.') && !before.hasTag('booting')) {
    const [, chart, screen] = event.type.split('.');
    const granted = chart === 'app' ? state === screen : state === chart;
    if (before.hasTag('locked')) expectThat(inner === 'locked' && refusal?.reason === 'order.placing' && refusal.asked?.screen === event.type.slice(6), 'nothing leads out of an order on its way');
    else if (granted) expectThat(refusal === null, 'a wish that is granted has no refusal');
    else expectThat(refusal !== null || state === 'booting' || state === 'notFound' || ((chart === 'login' || chart === 'signup' || screen === 'unauthenticatedCartAccess') && session === 'client') || (screen === 'intranetLogin' && session === 'client') || screen === 'unauthenticatedCartAccess', 'a wish that is not granted says why');
    if (refusal && ['session.missing', 'session.ended', 'account.missing', 'intranet.closed'].includes(refusal.reason)) expectThat(context.returnTo?.screen === refusal.asked?.screen, 'and comes back to it');
  }
  if (event.type === 'session.closed' && event['by'] === 'signout') expectThat(state === (context.intranet ? 'intranetLogin' : 'home') && context.returnTo === null && context.user === null && told.some(({ action }) => action === 'tellClosed') && told.some(({ action }) => action === 'tellGoodbye'), 'whoever signs out is at the door, with nothing left behind');
  if (event.type === 'session.closed') expectThat(session === 'visitor' && context.account === null && context.signupGrant === null && (before.hasTag('booting') || context.ended === (event['by'] === 'lost')), 'nobody is here');
  if (event.type === 'session.closed' && event['by'] === 'lost') {
    expectThat(told.at(-1)?.action === 'tellLost' || told.some(({ action }) => action === 'tellLost'), 'the cart is kept for whoever comes back');
    if (['checkout', 'signup', ...privateScreens].some((one) => before.matches(one as never)) && !before.hasTag('locked') && !context.intranet && (context.cart.count > 0 || !before.matches('checkout'))) expectThat(state === 'login' && refusal?.reason === 'session.ended' && context.returnTo !== null, 'signs in again where they were');
  }
  if (event.type === 'session.opened') expectThat(session === 'client' && (was.session === 'client' || told.some(({ action }) => action === 'tellOpened')), 'the others hear who came');
  if (event.type === 'session.delayed') expectThat(session === 'waiting', 'a sign-in that cannot be asked about is believed');
  if (event.type === 'signout.requested' && !before.hasTag('locked')) expectThat(told.at(-1)?.action === 'tellRoots' && state === Object.keys(typeof before.value === 'string' ? { [before.value]: 1 } : before.value)[0], 'the session is asked to end');
  if (event.type === 'signout.requested' && before.hasTag('locked')) expectThat(refusal?.reason === 'order.placing', 'not while an order is on its way');
  if (event.type === 'checkout.locked' && before.matches({ checkout: 'open' })) expectThat(inner === 'locked', 'locked');
  if (event.type === 'checkout.unlocked' && before.hasTag('locked')) expectThat(!snapshot.hasTag('locked'), 'unlocked');
  if (event.type === 'xstate.done.actor.checkout') {
    const { outcome, order: done } = event['output'] as { outcome: string; order?: { state: string } };
    if (session === 'client' && !context.intranet) expectThat(state === (outcome === 'returned' ? 'cart' : done?.state === 'PENDING_PAYMENT' ? 'orderPendingPayment' : 'orderSuccess'), 'the order has its screen');
    expectThat(told.some(({ action }) => action === (outcome === 'returned' ? 'tellCorrected' : 'tellPlaced')) && (outcome !== 'returned' || refusal?.reason === 'cart.changed' || context.intranet), 'and the cart hears of it');
  }
  if (event.type === 'xstate.done.actor.login') expectThat(session === 'client' && (event['output'] as { account: unknown }).account === has && (has !== null ? state !== 'signup' : state === 'signup' || context.intranet), 'signed in, and to be signed up');
  if (event.type === 'xstate.done.actor.signup') expectThat(has !== null && context.signupGrant === null && state !== 'signup', 'signed up');
  if (event.type === 'xstate.done.actor.pix') expectThat(state === ((event['output'] as { outcome: string }).outcome === 'paid' ? 'orderSuccess' : 'ordersDetails'), 'paid, or over');
  if (event.type === 'xstate.done.actor.address') expectThat(!snapshot.matches('address') && context.origin === null, 'back from the errand');
};
