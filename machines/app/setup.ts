import { assign, raise, sendTo, setup } from 'xstate';
import type { Account } from '#contract/people/account.ts';
import type { Address } from '#contract/place.ts';
import type { Point } from '#domain/place/point.ts';
import {
  type AppContext,
  type AppInput,
  type CampaignsFact,
  type CartFact,
  type OrderFact,
  campaignOf,
  cartOf,
  here,
  itemOf,
} from './context.ts';
import * as errand from './errands.ts';
import type { AppEvent } from './events.ts';
import { whoOf } from './facts.ts';
import { type Drafts, noDrafts } from './flow-drafts.ts';
import * as gate from './gates.ts';
import { homeOf, notifications } from './notifications.ts';
import { type Root, roots } from './roots.ts';
import type { CheckoutOutput } from '#machines/checkout/facts.ts';
import { type FlowId, flowSlots } from '#machines/navigation/flows.ts';
import { ask, param, placeAsked, samePlace, screenAsked } from '#machines/navigation/place.ts';
import type { Refusal } from '#machines/navigation/refusal.ts';
import type { NavigationRequest, Place } from '#machines/navigation/screens.ts';
import type { cardMachine } from '#machines/orders/card.machine.ts';
import type { pixMachine } from '#machines/orders/pix.machine.ts';
import type { ClosedBy, OpenedBy } from '#machines/session/setup.ts';
import type { SignupOutput } from '#machines/signup/setup.ts';
import { slot } from '#machines/slot.ts';

/**
 * The parts of the app chart by name: what it invokes, asks and does. The chart itself is in app.machine.ts.
 */
export const appSetup = setup({
  types: {
    input: {} as AppInput,
    context: {} as AppContext,
    events: {} as AppEvent,
    tags: {} as 'booting' | 'busy' | 'locked' | 'notFound',
    children: {} as { [R in Root | FlowId | 'pix' | 'card']: R },
  },
  actors: {
    ...roots,
    ...flowSlots,
    pix: slot<typeof pixMachine>('pix'),
    card: slot<typeof cardMachine>('card'),
  },
  guards: {
    ...gate.guards,
    isSameCampaign: ({ context }, request: NavigationRequest) =>
      campaignOf(request) === campaignOf(context.asked),
    isSameItem: ({ context: { asked } }, request: NavigationRequest) =>
      campaignOf(request) === campaignOf(asked) && itemOf(request) === itemOf(asked),
    isSamePlace: ({ context }, request: NavigationRequest) =>
      samePlace(placeAsked(request), placeAsked(context.asked)),
    isSameCart: ({ context }, request: NavigationRequest) =>
      [null, context.cart.uuid].includes(cartOf(request)),
    leavesErrand: (_, request: NavigationRequest) => errand.leavesErrand(screenAsked(request)),
    isElsewhere: (_, { by }: { by: OpenedBy }) => by === 'elsewhere' || by === 'beside',
    isNewBeside: (_, { by, account }: { by: OpenedBy; account: Account | null }) =>
      by === 'beside' && account === null,
    isJustComeWithout: (_, { by, account }: { by: OpenedBy; account: Account | null }) =>
      (by === 'signin' || by === 'beside') && account === null,
    isHeldUp: errand.isHeldUp,
    knowsReturn: errand.knowsReturn,
    knowsOrigin: errand.knowsOrigin,
    isCartNews: ({ context }, { cart }: { cart: CartFact }) =>
      Object.entries(cart).some(([name, fact]) => Reflect.get(context.cart, name) !== fact),
    isKnownClient: ({ context }) => context.session === 'client',
    isLeaving: (_, { by }: { by: ClosedBy }) => by === 'signout' || by === 'elsewhere',
    isLeavingIntranet: ({ context }, { by }: { by: ClosedBy }) =>
      context.intranet && (by === 'signout' || by === 'elsewhere'),
    isLost: (_, { by }: { by: ClosedBy }) => by === 'lost',
    isCreated: (_, { outcome }: SignupOutput) => outcome === 'created',
    isToBeAsked: ({ context: { returnTo } }, output: SignupOutput) =>
      output.outcome === 'created' &&
      output.account.lacksLikings === true &&
      (returnTo === null || returnTo.screen === 'app.home'),
    isNewcomer: (_, { account }: { account: Account | null }) => account === null,
    hasLead: ({ context }) => context.cart.leadId !== null,
    // A known user without an account who then has one has just created it, here or in another tab.
    isNewAccount: ({ context }, { account }: { account: Account | null }) =>
      context.user !== null && context.account === null && account !== null,
    isPaid: (_, { outcome }: { outcome: string }) => outcome === 'paid',
    isLeft: (_, { outcome }: { outcome: string }) => outcome === 'left',
    isPlaced: (_, { outcome }: CheckoutOutput) => outcome === 'placed',
    isUnpaid: (_, output: CheckoutOutput) =>
      output.outcome === 'placed' && output.order.state === 'PENDING_PAYMENT',
  },
  actions: {
    take: assign((_, request: NavigationRequest) => ({ asked: request, ended: false, refusal: null })),
    leaveErrand: assign({ returnTo: null, origin: null }),
    resume: assign({ ended: false }),
    refuse: assign(({ context }, { reason, land }: gate.Refusing) => ({
      refusal: { reason, asked: placeAsked(context.asked) },
      asked: land,
    })),
    refuseRequest: assign((_, refusal: Refusal) => ({ refusal })),
    clearRefusal: assign({ refusal: null }),
    land: assign((_, { land }: { land: NavigationRequest }) => ({ asked: land })),
    // A flow that was under way is come back to where it stood, not where it was begun.
    comeBack: assign({ returnTo: ({ context }) => here(context) ?? placeAsked(context.asked) }),
    rememberReturn: assign({ returnTo: ({ context }) => here(context) }),
    rememberOrigin: assign({ origin: ({ context }) => here(context) }),
    requestCart: assign({ returnTo: ({ context }) => context.returnTo ?? placeAsked(ask('app.cart', {})) }),
    requestReturn: assign(errand.ended),
    requestOrigin: assign(errand.broughtBack),
    requestHeldUp: assign(errand.heldUp),
    askAgain: raise(({ context }) => context.asked),
    forgetStart: assign({ start: null }),
    follow: assign(({ context }, { step }: { step: Place | null }) => ({ step: step ?? context.step })),
    // Exits come before the actions of the edge that asks where one was.
    leaveStep: assign({ step: null, left: ({ context }) => context.step }),
    /** While it is not known who is here, the order that was on its way waits for them. */
    leavePlacing: assign(({ context }) => (context.session === 'restoring' ? {} : { placing: null })),
    adoptSession: assign(({ context }, { user, account, signupGrant }: Person) => ({
      session: 'client' as const,
      ended: false,
      // `notifyHome` has told the others: what is entered at once goes by it.
      location: context.location ?? homeOf(account),
      user,
      account,
      signupGrant,
      // Whoever signs in looks once more at what somebody before them had sent.
      placing: context.session === 'visitor' ? null : context.placing,
      drafts: {
        ...context.drafts,
        login: null,
        signup: account ? null : context.drafts.signup,
        guest: account ? null : context.drafts.guest,
      },
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
      drawn: undefined,
      // Signing out forgets the lead as well.
      ...(by === 'signout' || by === 'elsewhere' ? { cart: { ...context.cart, leadId: null } } : {}),
      ended: by === 'lost',
      user: null,
      account: null,
      signupGrant: null,
    })),
    // Told to the cart and the location: a flow that begins now goes by it.
    adoptChosen: assign(({ context: { cart } }, { location }: { location: Address }) => ({
      location,
      cart: { ...cart, draft: { ...cart.draft, location } },
    })),
    forgetErrands: assign({ returnTo: null, origin: null, refusal: null, drafts: noDrafts }),
    noteCart: assign((_, { cart }: { cart: CartFact }) => ({ cart })),
    noteWho: assign(({ context }) => ({ who: whoOf(context) })),
    noteCampaigns: assign((_, { campaigns }: { campaigns: CampaignsFact }) => ({ campaigns })),
    // Nothing said leaves what the page said of it.
    noteOrder: assign((_, { order }: { order: OrderFact | null }) =>
      order ? { order, drawn: undefined } : {},
    ),
    // How it stood at another time says nothing: the answer that is asked for now does, or the page's own.
    forgetOrder: assign({
      order: ({ context: { drawn, asked } }) => (drawn?.code === param(asked, 'orderCode') ? drawn : null),
    }),
    forgetDrawn: assign({ drawn: undefined }),
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
    ...notifications,
    // A checkout that was begun before it was known who is here learns it.
    // So does a Pix code that came with the page.
    notifyBuyer: ({ self }, { account }: Pick<AppContext, 'account'>) => {
      const { checkout, pix } = self.getSnapshot().children;
      checkout?.send({ type: 'account.found', account });
      pix?.send({ type: 'session.opened' });
    },
    // Sent after the step, not within it: the session makes an actor of its own when it opens.
    notifySession: sendTo('session', ({ event }) => event),
    notifyLogin: sendTo('login', ({ event }) => event),
    notifySignup: sendTo('signup', ({ event }) => event),
    notifyAddress: sendTo('address', ({ event }) => event),
    notifyCheckout: sendTo('checkout', ({ event }) => event),
    notifyPix: sendTo('pix', ({ event }) => event),
  },
});

type Person = Pick<AppContext, 'user' | 'account' | 'signupGrant'>;
