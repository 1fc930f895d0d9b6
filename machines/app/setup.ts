import { type EventFrom, assign, raise, sendTo, setup } from 'xstate';
import type { Campaign } from '#contract/campaign.ts';
import type { Cart } from '#contract/cart.ts';
import type { Account, User } from '#contract/people/account.ts';
import type { Order, OrderState } from '#contract/order.ts';
import type { Address } from '#contract/place.ts';
import type { Point } from '#domain/place/location.ts';
import { isAddressIncomplete } from '#domain/place/address.ts';
import {
  type AppContext,
  type AppInput,
  type CampaignsFact,
  type CartFact,
  type OrderFact,
  campaignOf,
  here,
  param,
} from './context.ts';
import { whoOf } from './facts.ts';
import * as errand from './errands.ts';
import * as gate from './gates.ts';
import { isAsked } from '#machines/navigation/request.ts';
import { campaignsMachine } from '#machines/catalog/campaigns.machine.ts';
import { cartMachine } from '#machines/cart/cart.machine.ts';
import { catalogMachine } from '#machines/catalog/catalog.machine.ts';
import type { CheckoutOutput } from '#machines/checkout/facts.ts';
import { type Drafts, noDrafts } from './flow-drafts.ts';
import { flowSlots, leadSlot, noticesSlot, ordersSlot } from '#machines/navigation/flow-slots.ts';
import { locationMachine } from '#machines/address/location.machine.ts';
import { marketplaceMachine } from '#machines/marketplace.machine.ts';
import { networkMachine } from '#machines/network.machine.ts';
import { ask, placeAsked, samePlace } from '#machines/navigation/place.ts';
import { productMachine } from '#machines/catalog/product.machine.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';
import type { Asked, Place } from '#machines/navigation/screens.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { ClosedBy, OpenedBy, TokenNews } from '#machines/session/setup.ts';
import type { SignupOutput } from '#machines/signup/setup.ts';
import { tell } from '#machines/notify.ts';
import * as visitor from './visitor-tells.ts';

/** Facts that root actors tell the app. */
type Told =
  | {
      type: 'session.opened';
      by: OpenedBy;
      user: User | null;
      account: Account | null;
      signupGrant: string | null;
    }
  | { type: 'session.closed'; by: ClosedBy }
  | { type: 'session.delayed' }
  | { type: 'account.found'; user: User | null; account: Account | null; signupGrant: string | null }
  | { type: 'marketplace.loaded'; intranet: boolean | null; messages: Record<string, string> }
  | { type: 'campaign.met'; campaign: Campaign | null }
  | { type: 'location.changed'; location: Address | null; point: Point }
  | { type: 'lead.known'; id: string }
  | { type: 'lead.lost' }
  | { type: 'checkout.locked' }
  | { type: 'checkout.unlocked' };
/** News from outside: the page, the stream, other tabs. They are passed on to whom they concern. */
type News =
  | TokenNews
  | { type: 'page.hidden' }
  | { type: 'page.shown'; now: number }
  | { type: 'signin.elsewhere' }
  | { type: 'session.closed.elsewhere' }
  | { type: 'campaign.changed' }
  | { type: 'order.changed'; code: string; state: OrderState; version: number };
export type AppEvent = Asked | Told | News | { type: 'refusal.dismissed' } | { type: 'signout.requested' };

const roots = {
  session: sessionMachine,
  marketplace: marketplaceMachine,
  campaigns: campaignsMachine,
  catalog: catalogMachine,
  product: productMachine,
  location: locationMachine,
  lead: leadSlot,
  cart: cartMachine,
  orders: ordersSlot,
  network: networkMachine,
  notices: noticesSlot,
};
type Root = keyof typeof roots;
/** A fact for one root, in words that it knows. */
const notifyRoot = <R extends Root>(teller: object, root: R, event: EventFrom<(typeof roots)[R]>): void =>
  tell(teller, root, event);
/**
 * Behind a company's door, or before it: what is sold there is not asked for. The gate speaks after the state
 * is entered.
 */
const isShutOut = (args: { context: AppContext }): boolean =>
  gate.guards.isOutside(args) || gate.guards.isUncertain(args);
/** Who is told what: the events of one root may be heard by others under the same name. */
const audience = {
  'network.lost': ['session'],
  'network.restored': ['session', 'marketplace', 'campaigns', 'catalog', 'product', 'lead', 'cart', 'orders'],
  'page.hidden': ['marketplace', 'campaigns', 'orders'],
  'page.shown': ['marketplace', 'campaigns', 'orders'],
  restored: ['session', 'marketplace', 'campaigns', 'cart', 'orders'],
  'response.received': ['session'],
  'token.rejected': ['session'],
  'signin.elsewhere': ['session'],
  'session.closed.elsewhere': ['session'],
  'signout.requested': ['session'],
  'campaign.changed': ['campaigns', 'catalog', 'product'],
  'order.changed': ['orders'],
} as const satisfies Record<string, readonly Root[]>;

/**
 * The parts of the app chart by name: what it invokes, asks and does. The chart itself is in app.machine.ts.
 */
export const appSetup = setup({
  types: {
    input: {} as AppInput,
    context: {} as AppContext,
    events: {} as AppEvent,
    tags: {} as 'booting' | 'busy' | 'locked' | 'notFound',
    children: {} as { [R in Root | 'login' | 'signup' | 'address' | 'checkout' | 'pix']: R },
  },
  actors: {
    ...roots,
    ...flowSlots,
  },
  guards: {
    ...gate.guards,
    isSameCampaign: ({ context, event }) => isAsked(event) && campaignOf(event) === campaignOf(context.asked),
    isSamePlace: ({ context, event }) =>
      isAsked(event) && samePlace(placeAsked(event), placeAsked(context.asked)),
    isSameCart: ({ context, event }) =>
      isAsked(event) && [null, context.cart.uuid].includes(param(event, 'cartUuid')),
    isElsewhere: (_, { by }: { by: OpenedBy }) => by === 'elsewhere',
    isHeldUp: errand.isHeldUp,
    isKnownClient: ({ context }) => context.session === 'client',
    isLeaving: (_, { by }: { by: ClosedBy }) => by === 'signout' || by === 'elsewhere',
    isLeavingIntranet: ({ context }, { by }: { by: ClosedBy }) =>
      context.intranet && (by === 'signout' || by === 'elsewhere'),
    isLost: (_, { by }: { by: ClosedBy }) => by === 'lost',
    isCreated: (_, { outcome }: SignupOutput) => outcome === 'created',
    isNewcomer: (_, { account }: { account: Account | null }) => account === null,
    hasLead: ({ context }) => context.cart.leadId !== null,
    // A known user without an account who then has one has just created it, here or in another tab.
    isNewAccount: ({ context }, { account }: { account: Account | null }) =>
      context.user !== null && context.account === null && account !== null,
    isPaid: (_, { outcome }: { outcome: string }) => outcome === 'paid',
    isPlaced: (_, { outcome }: CheckoutOutput) => outcome === 'placed',
    isUnpaid: (_, output: CheckoutOutput) =>
      output.outcome === 'placed' && output.order.state === 'PENDING_PAYMENT',
  },
  actions: {
    // A wish that the app raises for itself (after booting, returning) keeps the refusal that led to it, and
    // the errand.
    take: assign(({ context, event }) => {
      if (!isAsked(event)) return {};
      if (event === context.asked) return { ended: false };
      return {
        asked: event,
        ended: false,
        refusal: null,
        ...(errand.isLeft(event) ? { returnTo: null, origin: null } : {}),
      };
    }),
    refuse: assign(({ context }, { reason, land }: gate.Refusing) => ({
      refusal: { reason, asked: placeAsked(context.asked) },
      asked: land,
    })),
    refuseWish: assign(({ context, event }, { reason }: { reason: ReasonCode }) => ({
      refusal: { reason, asked: isAsked(event) ? placeAsked(event) : here(context) },
    })),
    clearRefusal: assign({ refusal: null }),
    land: assign((_, { land }: { land: Asked }) => ({ asked: land })),
    comeBackToStep: assign({ returnTo: ({ context }) => context.left }),
    comeBack: assign({ returnTo: ({ context }) => placeAsked(context.asked) }),
    rememberHere: assign({ returnTo: errand.begun }),
    rememberOrigin: assign({ origin: errand.origin }),
    wishCart: assign({ returnTo: ({ context }) => context.returnTo ?? placeAsked(ask('app.cart', {})) }),
    wishReturn: assign(errand.ended),
    wishOrigin: assign(errand.broughtBack),
    wishHeldUp: assign(errand.heldUp),
    askAgain: raise(({ context }) => context.asked),
    forgetStart: assign({ start: null }),
    follow: assign(({ context }, { step }: { step: Place | null }) => ({ step: step ?? context.step })),
    // Exits come before the actions of the edge that asks where one was.
    leaveStep: assign({ step: null, left: ({ context }) => context.step }),
    leavePlacing: assign({ placing: null }),
    adoptSession: assign(({ context }, { user, account, signupGrant }: Person) => ({
      session: 'client' as const,
      ended: false,
      user,
      account,
      signupGrant,
      drafts: { ...context.drafts, login: null, signup: account ? null : context.drafts.signup },
    })),
    adoptAccount: assign((_, { account }: { account: Account }) => ({
      account,
      signupGrant: null,
      drafts: noDrafts,
    })),
    keepDraft: assign(({ context }, draft: Partial<Drafts>) => ({ drafts: { ...context.drafts, ...draft } })),
    delay: assign({ session: 'waiting' as const }),
    forgetPerson: assign(({ context }, { by }: { by: ClosedBy }) => ({
      session: 'visitor' as const,
      // Signing out forgets the lead as well.
      ...(by === 'signout' || by === 'elsewhere' ? { cart: { ...context.cart, leadId: null } } : {}),
      ended: by === 'lost',
      user: null,
      account: null,
      signupGrant: null,
    })),
    forgetErrands: assign({ returnTo: null, origin: null, refusal: null, drafts: noDrafts }),
    noteCart: assign((_, { cart }: { cart: CartFact }) => ({ cart })),
    noteWho: assign(({ context }) => ({ who: whoOf(context) })),
    noteCampaigns: assign((_, { campaigns }: { campaigns: CampaignsFact }) => ({ campaigns })),
    noteOrder: assign((_, { order }: { order: OrderFact | null }) => ({ order })),
    // How it stood at another time says nothing: the answer that is asked for now does.
    forgetOrder: assign({ order: null }),
    landOnSuccess: assign(({ context }) => ({
      asked: ask('app.orderSuccess', { orderCode: param(context.asked, 'orderCode') ?? '' }),
    })),
    noteCatalog: assign((_, { missing }: { missing: string | null }) => ({ missing })),
    noteStore: assign(({ context }, { intranet }: { intranet: boolean | null }) => ({
      intranet: intranet ?? context.intranet,
    })),
    noteLocation: assign((_, { location, point }: { location: Address | null; point: Point }) => ({
      location,
      point,
    })),
    /** News under their own name, to everyone whom they concern. */
    notifyRoots: (args) => {
      for (const root of audience[args.event.type as keyof typeof audience] ?? [])
        tell(args, root, args.event);
    },
    notifyOpened: (args) => {
      const { returnTo, step } = args.context;
      notifyRoot(args, 'cart', {
        type: 'session.opened',
        inCheckout: [returnTo, step].some((place) => place?.screen.startsWith('checkout.')),
      });
      for (const root of ['orders', 'lead'] as const) notifyRoot(args, root, { type: 'session.opened' });
    },
    // A session that the server ended leaves the cart: its owner is coming back.
    notifyLost: (args) => notifyRoot(args, 'orders', { type: 'session.closed' }),
    notifyClosed: (args) => {
      for (const root of ['cart', 'orders', 'campaigns', 'catalog', 'product', 'location', 'lead'] as const)
        notifyRoot(args, root, { type: 'session.closed' });
    },
    notifyGoodbye: (args) =>
      notifyRoot(args, 'notices', {
        type: 'notice.posted',
        key: 'logout',
        values: { accountName: args.context.account?.name ?? '' },
      }),
    notifyMessages: (args, { messages }: { messages: Record<string, string> }) =>
      notifyRoot(args, 'notices', { type: 'messages.loaded', messages }),
    notifyMet: (args, { campaign }: { campaign: Campaign | null }) => {
      if (campaign) notifyRoot(args, 'campaigns', { type: 'campaign.met', campaign });
    },
    notifyMoved: (args, { point }: { point: Point }) => {
      notifyRoot(args, 'campaigns', { type: 'location.changed', point });
      notifyRoot(args, 'marketplace', { type: 'location.changed', point });
    },
    notifyCatalog: (args) => {
      const { asked } = args.context;
      if (isShutOut(args)) return;
      const q =
        asked.type === 'asked.app.catalog' || asked.type === 'asked.app.category'
          ? asked.search.q
          : undefined;
      const tag = param(asked, 'category');
      notifyRoot(args, 'catalog', {
        type: 'catalog.asked',
        campaign: campaignOf(asked),
        ...(tag === null ? {} : { tag }),
        ...(q === undefined ? {} : { q }),
      });
    },
    notifyProduct: (args) => {
      if (isShutOut(args)) return;
      notifyRoot(args, 'product', {
        type: 'product.asked',
        campaignId: campaignOf(args.context.asked),
        itemId: param(args.context.asked, 'itemId') ?? '',
      });
    },
    notifyAccessed: (args) => {
      const id = gate.stateOf(args.context)?.id;
      if (id !== undefined) notifyRoot(args, 'campaigns', { type: 'campaign.accessed', id });
    },
    // An order is its buyer's: before it is known who is here, nobody's is asked for.
    notifyOrders: (args) => {
      const { session, asked } = args.context;
      if (session === 'client' || session === 'waiting')
        notifyRoot(args, 'orders', { type: 'order.opened', code: param(asked, 'orderCode') ?? '' });
    },
    notifyPlaced: (args, { order, cartUuid }: { order: Order; cartUuid: string }) => {
      notifyRoot(args, 'cart', { type: 'order.placed', cartUuid });
      notifyRoot(args, 'orders', { type: 'order.placed', order });
      notifyRoot(args, 'campaigns', { type: 'campaign.changed' });
    },
    notifyCorrected: (args, { current }: { current: Cart | null }) => {
      if (current) notifyRoot(args, 'cart', { type: 'cart.corrected', cart: current });
      // It may be a campaign that has ended or closed since it was heard of.
      notifyRoot(args, 'campaigns', { type: 'campaign.changed' });
    },
    // A known client's first whole address is where they are, until they say something else.
    notifyHome: (args, { account }: Pick<AppContext, 'account'>) => {
      const location = account?.addresses.find((address) => !isAddressIncomplete(address));
      if (location && args.context.location === null)
        notifyRoot(args, 'location', { type: 'location.set', location });
    },
    // A checkout that was begun before it was known who is here learns it.
    notifyBuyer: ({ self }, { account }: Pick<AppContext, 'account'>) =>
      self.getSnapshot().children.checkout?.send({ type: 'account.found', account }),
    // What is bought goes where the person is, unless its cart says otherwise.
    notifyPlace: (args) => {
      const { location, cart } = args.context;
      if (location && !cart.draft.location)
        notifyRoot(args, 'cart', { type: 'draft.changed', patch: { location } });
    },
    // The same for a cart that has something in it, once the server has it: what was decided about it
    // elsewhere is known by then.
    notifyWhere: (args) => {
      const { location, cart } = args.context;
      if (location && cart.isSettled && cart.count > 0 && !cart.draft.location)
        notifyRoot(args, 'cart', { type: 'draft.changed', patch: { location } });
    },
    notifyCodeOver: (args) => notifyRoot(args, 'notices', { type: 'notice.withdrawn', topic: 'code' }),
    notifyWho: (args) => visitor.notifyWho(args),
    notifyLead: (args) => visitor.notifyLead(args),
    notifyLeadKnown: (args, { id }: { id: string }) => visitor.notifyLeadKnown(args, id),
    notifyLeadClosed: (args) => visitor.notifyLeadClosed(args),
    notifyAccountMade: (args) => visitor.notifyAccountMade(args),
    notifyLogin: sendTo('login', ({ event }) => event),
    notifySignup: sendTo('signup', ({ event }) => event),
    notifyAddress: sendTo('address', ({ event }) => event),
    notifyCheckout: sendTo('checkout', ({ event }) => event),
    notifyPix: sendTo('pix', ({ event }) => event),
  },
});

type Person = Pick<AppContext, 'user' | 'account' | 'signupGrant'>;
