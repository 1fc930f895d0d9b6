import { type AppContext, campaignOf, param } from './app-context.ts';
import { ask } from './place.ts';
import type { ReasonCode } from './refusal.ts';
import type { Asked } from './screens.ts';

/** The questions that gates ask. Each looks at facts only. */

type Asking = { context: AppContext };

/** Screens that can be shown before it is known who is here. */
const open = /^asked\.app\.(home|newHome|campaign|catalog|category|product|cart|about|intranetLogin)$/;
export const isRestoring = ({ context }: Asking): boolean => context.session === 'restoring';
export const isReady = ({ context }: Asking): boolean => context.session !== 'restoring' || (!context.intranet && open.test(context.asked.type));

export const isVisitor = ({ context }: Asking): boolean => context.session === 'visitor';
export const isEnded = ({ context }: Asking): boolean => context.session === 'visitor' && context.ended;
export const isClient = ({ context }: Asking): boolean => context.session === 'client';
/** Signed in, or remembered to be and not asked about yet. */
export const isTrusted = ({ context }: Asking): boolean => context.session === 'client' || context.session === 'waiting';
/** Nothing can be said about an account before the sign-in is asked about. */
export const isUnsure = ({ context }: Asking): boolean => context.session === 'waiting' || (context.session === 'client' && context.user === null);
export const lacksAccount = ({ context }: Asking): boolean => context.session === 'client' && context.user !== null && context.account === null;
export const hasAccount = ({ context }: Asking): boolean => context.session === 'client' && context.account !== null;
export const isAwaitedClient = ({ context }: Asking): boolean => context.session === 'client' && context.returnTo !== null;
export const isAwaitedAccount = ({ context }: Asking): boolean => context.session === 'client' && context.account !== null && context.returnTo !== null;

/** The intranet guard of specification §2: signed in and with at least one campaign, or outside. Unheard campaigns are waited for inside. */
export const isOutside = ({ context: { intranet, session, campaigns } }: Asking): boolean => intranet && (session === 'visitor' || (session === 'client' && campaigns.isKnown && campaigns.count === 0));
export const isUncertain = ({ context }: Asking): boolean => context.intranet && context.session === 'restoring';
export const isInside = ({ context: { intranet, session, campaigns } }: Asking): boolean => intranet && session === 'client' && campaigns.isKnown && campaigns.count > 0;
export const isPublicStore = ({ context }: Asking): boolean => !context.intranet;

export const isCartEmpty = ({ context }: Asking): boolean => context.cart.count === 0;
export const isOtherCart = ({ context }: Asking): boolean => ![null, context.cart.uuid].includes(param(context.asked, 'cartUuid'));

const statusOf = ({ campaigns, asked }: AppContext) => campaigns.statuses.find(({ id, slug }) => [id, slug].includes(campaignOf(asked)))?.status;
export const isMissing = ({ context }: Asking): boolean => context.missing !== null && context.missing === campaignOf(context.asked);
export const isScheduled = ({ context }: Asking): boolean => statusOf(context) === 'SCHEDULED';
export const isBlocked = ({ context }: Asking): boolean => statusOf(context) === 'BLOCKED';
export const isExpired = ({ context }: Asking): boolean => statusOf(context) === 'EXPIRED';
export const isOpen = ({ context }: Asking): boolean => ['OK', 'COMPLETED'].includes(statusOf(context) ?? '');

/** A refusal and where it leads. `land` becomes the wish, so that a standing state is always the place that was asked for. */
export type Refusing = { reason: ReasonCode; land: Asked };
const refuse = (reason: ReasonCode, land: Asked) => ({ type: 'refuse', params: { reason, land } }) as const;
const toCampaign = (reason: ReasonCode) => ({ type: 'refuse', params: ({ context }: Asking): Refusing => ({ reason, land: ask('app.campaign', { campaignId: campaignOf(context.asked) }) }) }) as const;

/** Every gate of the app, as edges. A state lists the ones that guard it, in the order in which they speak. */
export const gates = {
  uncertain: { guard: 'isUncertain', target: '#app.booting' },
  outside: { guard: 'isOutside', target: '#app.intranetLogin', actions: ['comeBack', refuse('intranet.closed', ask('app.intranetLogin', {}))] },
  publicStore: { guard: 'isPublicStore', target: '#app.home', actions: refuse('intranet.open', ask('app.home', {})) },
  inside: { guard: 'isInside', target: '#app.returning', actions: 'wishReturn' },
  restoring: { guard: 'isRestoring', target: '#app.booting' },
  ended: { guard: 'isEnded', target: '#app.login', actions: ['comeBack', refuse('session.ended', ask('login.options', {}))] },
  visitor: { guard: 'isVisitor', target: '#app.login', actions: ['comeBack', refuse('session.missing', ask('login.options', {}))] },
  visitorWithCart: { guard: 'isVisitor', target: '#app.unauthenticatedCartAccess', actions: ['comeBack', refuse('session.missing', ask('app.unauthenticatedCartAccess', {}))] },
  trusted: { guard: 'isTrusted', target: '#app.returning', actions: ['wishCart', 'wishReturn'] },
  unsure: { guard: 'isUnsure', target: '#app.home', actions: refuse('network.offline', ask('app.home', {})) },
  lacksAccount: { guard: 'lacksAccount', target: '#app.signup', actions: ['comeBack', refuse('account.missing', ask('signup.account', {}))] },
  awaitedClient: { guard: 'isAwaitedClient', target: '#app.returning', actions: 'wishReturn' },
  client: { guard: 'isClient', target: '#app.home', actions: refuse('session.present', ask('app.home', {})) },
  awaitedAccount: { guard: 'isAwaitedAccount', target: '#app.returning', actions: 'wishReturn' },
  account: { guard: 'hasAccount', target: '#app.home', actions: refuse('account.present', ask('app.home', {})) },
  cartEmpty: { guard: 'isCartEmpty', target: '#app.cart', actions: refuse('cart.empty', ask('app.cart', {})) },
  cartOther: { guard: 'isOtherCart', target: '#app.cart', actions: refuse('cart.other', ask('app.cart', {})) },
  missing: { guard: 'isMissing', target: '#app.notFound' },
  scheduled: { guard: 'isScheduled', target: '#app.campaign', actions: toCampaign('campaign.scheduled') },
  blocked: { guard: 'isBlocked', target: '#app.campaign', actions: toCampaign('campaign.blocked') },
  expired: { guard: 'isExpired', target: '#app.campaign', actions: toCampaign('campaign.expired') },
} as const;
