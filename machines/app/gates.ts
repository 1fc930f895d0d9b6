import type { CampaignStatus } from '#contract/campaign.ts';
import { type AppContext, campaignOf, cartOf, itemOf } from './context.ts';
import { isSameWho } from './facts.ts';
import { guestGuards, refusesGuests } from './guests.ts';
import { ask, param, screenAsked } from '#machines/navigation/place.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';
import { type NavigationRequest, isEarly } from '#machines/navigation/screens.ts';

/** The questions that gates ask. Each looks at facts only. */

type GuardArgs = { context: AppContext };

const isRestoring = ({ context }: GuardArgs): boolean => context.session === 'restoring';
/** Nobody has said yet who is here, not even the server that made the page. */
const isUnknown = ({ context }: GuardArgs): boolean => isRestoring({ context }) && !context.isBelieved;
const isReady = ({ context }: GuardArgs): boolean =>
  (context.session !== 'restoring' && context.cart.isKnown) ||
  (!context.intranet && isEarly(screenAsked(context.asked), context.isBelieved));

const isVisitor = ({ context }: GuardArgs): boolean => context.session === 'visitor';
const isShopVisitor = ({ context }: GuardArgs): boolean => context.session === 'visitor' && !context.intranet;
const isEnded = ({ context }: GuardArgs): boolean => context.session === 'visitor' && context.ended;
const isClient = ({ context }: GuardArgs): boolean => context.session === 'client';
/** Signed in, or remembered to be and not asked about yet. */
const isTrusted = ({ context }: GuardArgs): boolean =>
  context.session === 'client' || context.session === 'waiting';
/** Nothing can be said about an account before the sign-in is asked about. */
const isUnsure = ({ context }: GuardArgs): boolean =>
  context.session === 'waiting' || (context.session === 'client' && context.user === null);
const lacksAccount = ({ context }: GuardArgs): boolean =>
  context.session === 'client' && context.user !== null && context.account === null;
const hasAccount = ({ context }: GuardArgs): boolean =>
  context.session === 'client' && context.account !== null;
const isAwaitedClient = ({ context }: GuardArgs): boolean =>
  context.session === 'client' && context.returnTo !== null;
const isAwaitedAccount = ({ context }: GuardArgs): boolean =>
  context.session === 'client' && context.account !== null && context.returnTo !== null;

/**
 * The intranet guard of specification §2 lets in who is signed in and has at least one campaign. Unheard campaigns
 * are waited for inside.
 */
const isOutside = ({ context: { intranet, session } }: GuardArgs): boolean =>
  intranet && session === 'visitor';
/** One of the company's people, to whom none of its campaigns is open (D62). */
const isCampaignless = ({ context: { intranet, session, campaigns } }: GuardArgs): boolean =>
  intranet && session === 'client' && campaigns.isKnown && campaigns.count === 0;
const isUncertain = ({ context }: GuardArgs): boolean => context.intranet && context.session === 'restoring';
const isInside = ({ context: { intranet, session, campaigns } }: GuardArgs): boolean =>
  intranet && session === 'client' && campaigns.isKnown && campaigns.count > 0;
const isPublicStore = ({ context }: GuardArgs): boolean => !context.intranet;

const isCartEmpty = ({ context }: GuardArgs): boolean => context.cart.count === 0;
/** Its order was made elsewhere: in another tab, or on another device. */
const isCartOrdered = ({ context: { cart, asked } }: GuardArgs): boolean =>
  cart.ordered !== null && cart.ordered === cartOf(asked);
const isOtherCart = ({ context }: GuardArgs): boolean =>
  ![null, context.cart.uuid].includes(cartOf(context.asked));

/** A screen of choices without what is chosen for (D76). */
const lacksSubject = ({ context: { asked } }: GuardArgs): boolean => !campaignOf(asked) || !itemOf(asked);

/** How the requested campaign stands, if it has been heard of. */
export const stateOf = ({ campaigns, asked }: AppContext) =>
  campaigns.statuses.find(({ id, slug }) => [id, slug].includes(campaignOf(asked)));
const statusOf = (context: AppContext) => stateOf(context)?.status;
const isMissing = ({ context }: GuardArgs): boolean =>
  context.missing !== null && context.missing === campaignOf(context.asked);
/** Closed to this person: what others are told, who have no key or order of theirs, refuses nobody. */
const closes =
  (status: CampaignStatus) =>
  ({ context }: GuardArgs): boolean =>
    statusOf(context) === status &&
    context.session !== 'restoring' &&
    isSameWho(context.campaigns.who, context.who);
const isScheduled = closes('SCHEDULED');
const isBlocked = closes('BLOCKED');
const isExpired = closes('EXPIRED');
const isOpen = ({ context }: GuardArgs): boolean => ['OK', 'COMPLETED'].includes(statusOf(context) ?? '');

/** How the order that was asked for stands; undefined until the server has answered. */
const standing = ({ context: { order, asked } }: GuardArgs) =>
  order?.code === param(asked, 'orderCode') ? order?.standing : undefined;
const isOrderUnpaid = (asking: GuardArgs): boolean => standing(asking) === 'unpaid';
/** The same, and by card: the number is typed into a field of its own. */
const isByCard = (asking: GuardArgs): boolean =>
  isOrderUnpaid(asking) && Boolean(asking.context.order?.byCard);
const isOrderReviewed = (asking: GuardArgs): boolean => standing(asking) === 'reviewed';
const isOrderPaid = (asking: GuardArgs): boolean => standing(asking) === 'paid';
const isOrderOver = (asking: GuardArgs): boolean => standing(asking) === 'over';
const isOrderGone = (asking: GuardArgs): boolean => standing(asking) === 'gone';
/** Somebody else's, as far as a visitor's record says: it may be that of whoever signs in. */
const isOrderHidden = (asking: GuardArgs): boolean => isVisitor(asking) && isOrderGone(asking);
/**
 * A campaign was closed when it was asked for, and is so no more: it has opened, to this person or at last,
 * or it is gone.
 */
const isReasonOver = ({ context }: GuardArgs): boolean => {
  const status = {
    'campaign.scheduled': 'SCHEDULED',
    'campaign.blocked': 'BLOCKED',
    'campaign.expired': 'EXPIRED',
  }[context.refusal?.reason as string];
  return status !== undefined && context.campaigns.isKnown && statusOf(context) !== status;
};

/** The guards by name. */
export const guards = {
  isRestoring,
  isUnknown,
  isReady,
  isVisitor,
  isShopVisitor,
  isEnded,
  isClient,
  isTrusted,
  isUnsure,
  lacksAccount,
  hasAccount,
  isAwaitedClient,
  isAwaitedAccount,
  isOutside,
  isCampaignless,
  isUncertain,
  isInside,
  isPublicStore,
  isCartEmpty,
  isCartOrdered,
  isOtherCart,
  lacksSubject,
  isMissing,
  isScheduled,
  isBlocked,
  isExpired,
  isOpen,
  isReasonOver,
  isOrderUnpaid,
  isByCard,
  isOrderReviewed,
  isOrderPaid,
  isOrderOver,
  isOrderGone,
  isOrderHidden,
  ...guestGuards,
};

/**
 * A refusal and where it leads. `land` becomes the request, so that a standing state is always the place that
 * was asked for.
 */
export type Refusing = { reason: ReasonCode; land: NavigationRequest };
const refuse = (reason: ReasonCode, land: NavigationRequest) =>
  ({ type: 'refuse', params: { reason, land } }) as const;
const toCart = (reason: ReasonCode) => refuse(reason, ask('app.cart', {}));
const toCampaign = (reason: ReasonCode) =>
  ({
    type: 'refuse',
    params: ({ context }: GuardArgs): Refusing => ({
      reason,
      land: ask('app.campaign', { campaignId: campaignOf(context.asked) }),
    }),
  }) as const;

const toOrder = (reason: ReasonCode, screen: 'app.orderPendingPayment' | 'app.ordersDetails') =>
  ({
    type: 'refuse',
    params: ({ context }: GuardArgs): Refusing => ({
      reason,
      land: ask(screen, { orderCode: param(context.asked, 'orderCode') ?? '' }),
    }),
  }) as const;

const signInFirst = {
  target: '#app.login',
  actions: ['comeBack', refuse('session.missing', ask('login.options', {}))],
} as const;

/** Every gate of the app, as edges. A state lists the ones that guard it, in the order in which they speak. */
export const gates = {
  uncertain: { guard: 'isUncertain', target: '#app.booting' },
  outside: {
    guard: 'isOutside',
    target: '#app.intranetLogin',
    actions: ['comeBack', refuse('intranet.closed', ask('app.intranetLogin', {}))],
  },
  /** Stays there whatever is asked for, until a campaign is open: the guards as written would go in a circle (D62). */
  campaignless: {
    guard: 'isCampaignless',
    target: '#app.intranetMarketplaceAccess',
    actions: ['comeBack', refuse('intranet.empty', ask('app.intranetMarketplaceAccess', {}))],
  },
  /** The same for who asked for nothing but the way in. */
  identified: {
    guard: 'isCampaignless',
    target: '#app.intranetMarketplaceAccess',
    actions: { type: 'land', params: { land: ask('app.intranetMarketplaceAccess', {}) } },
  },
  publicStore: {
    guard: 'isPublicStore',
    target: '#app.home',
    actions: refuse('intranet.open', ask('app.home', {})),
  },
  inside: { guard: 'isInside', target: '#app.returning', actions: 'requestReturn' },
  restoring: { guard: 'isRestoring', target: '#app.booting' },
  unknown: { guard: 'isUnknown', target: '#app.booting' },
  ended: {
    guard: 'isEnded',
    target: '#app.login',
    actions: ['comeBack', refuse('session.ended', ask('login.options', {}))],
  },
  visitor: { guard: 'isVisitor', ...signInFirst },
  /** A company's store lets the sign-up be begun before it is said who is here (specification §2). */
  shopVisitor: { guard: 'isShopVisitor', ...signInFirst },
  orderless: { guard: 'isOrderless', ...signInFirst },
  orderHidden: { guard: 'isOrderHidden', ...signInFirst },
  stranger: {
    guard: 'isStranger',
    target: '#app.unauthenticatedCartAccess',
    actions: [
      'comeBack',
      {
        type: 'refuse',
        params: ({ context }: GuardArgs): Refusing => ({
          reason: refusesGuests(context) ? 'guest.closed' : 'session.missing',
          land: ask('app.unauthenticatedCartAccess', {}),
        }),
      },
    ],
  },
  trusted: { guard: 'isTrusted', target: '#app.returning', actions: ['requestCart', 'requestReturn'] },
  unsure: { guard: 'isUnsure', target: '#app.home', actions: refuse('network.offline', ask('app.home', {})) },
  lacksAccount: {
    guard: 'lacksAccount',
    target: '#app.signup',
    actions: ['comeBack', refuse('account.missing', ask('signup.account', {}))],
  },
  /** Signed in, and the account is still to be made: asking to sign in leads there, not to the front. */
  unfinished: {
    guard: 'lacksAccount',
    target: '#app.signup',
    actions: refuse('account.missing', ask('signup.account', {})),
  },
  awaitedClient: { guard: 'isAwaitedClient', target: '#app.returning', actions: 'requestReturn' },
  client: { guard: 'isClient', target: '#app.home', actions: refuse('session.present', ask('app.home', {})) },
  awaitedAccount: { guard: 'isAwaitedAccount', target: '#app.returning', actions: 'requestReturn' },
  account: {
    guard: 'hasAccount',
    target: '#app.home',
    actions: refuse('account.present', ask('app.home', {})),
  },
  cartOrdered: { guard: 'isCartOrdered', target: '#app.cart', actions: toCart('cart.ordered') },
  cartEmpty: { guard: 'isCartEmpty', target: '#app.cart', actions: toCart('cart.empty') },
  cartOther: { guard: 'isOtherCart', target: '#app.cart', actions: toCart('cart.other') },
  subjectUnknown: {
    guard: 'lacksSubject',
    target: '#app.whatNow',
    actions: refuse('subject.unknown', ask('app.whatNow', {}, { reason: 'subject.unknown' })),
  },
  missing: { guard: 'isMissing', target: '#app.notFound' },
  scheduled: { guard: 'isScheduled', target: '#app.campaign', actions: toCampaign('campaign.scheduled') },
  blocked: { guard: 'isBlocked', target: '#app.campaign', actions: toCampaign('campaign.blocked') },
  expired: { guard: 'isExpired', target: '#app.campaign', actions: toCampaign('campaign.expired') },
  orderUnpaid: {
    guard: 'isOrderUnpaid',
    target: '#app.orderPendingPayment',
    actions: toOrder('order.unpaid', 'app.orderPendingPayment'),
  },
  orderReviewed: {
    guard: 'isOrderReviewed',
    target: '#app.ordersDetails',
    actions: toOrder('order.reviewed', 'app.ordersDetails'),
  },
  orderOver: {
    guard: 'isOrderOver',
    target: '#app.ordersDetails',
    actions: toOrder('order.over', 'app.ordersDetails'),
  },
  orderGone: { guard: 'isOrderGone', target: '#app.notFound' },
  /** What was waited for: nothing is refused. */
  orderPaid: { guard: 'isOrderPaid', target: '#app.orderSuccess', actions: 'landOnSuccess' },
} as const;

/** The door of a company's store. */
export const door = [gates.outside, gates.campaignless] as const;
/** Anybody may, who may be in the store. */
export const gatesOfEverybody = [gates.uncertain, ...door] as const;
/**
 * Who may see an account and orders: clients, and whoever the server made the page for, before it is known who is
 * here.
 */
export const gatesOfClients = [gates.unknown, ...door, gates.ended, gates.visitor] as const;
/** The same of an order, which may be a visitor's own. */
export const gatesOfBuyers = [gates.unknown, ...door, gates.ended, gates.orderless] as const;
