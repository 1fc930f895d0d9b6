import type { Campaign } from '#contract/campaign.ts';
import type { Cart } from '#contract/cart.ts';
import type { Order } from '#contract/order/order.ts';
import type { Address } from '#contract/place.ts';
import { isAddressIncomplete } from '#domain/place/address.ts';
import type { Point } from '#domain/place/point.ts';
import { param } from '#machines/navigation/place.ts';
import { chartOf } from '#machines/navigation/screens.ts';
import { type AppContext, campaignOf, itemOf, wantedAt } from './context.ts';
import { isSameWho, whoOf } from './facts.ts';
import { guards, stateOf } from './gates.ts';
import { notify, notifyRoots } from './roots.ts';

interface Args {
  context: AppContext;
}
/**
 * Behind a company's door, or before it: what is sold there is not requested. The gate speaks after the state
 * is entered.
 */
const isShutOut = (args: Args): boolean => guards.isOutside(args) || guards.isUncertain(args);
/** Somebody is here who has wallets, or is believed to be. */
const mayAsk = (args: Args): boolean => args.context.session !== 'visitor' && !guards.isUnknown(args);
const notifyLeadClosed = (args: Args): void => notify(args, 'cart', { type: 'lead.closed' });

/** A known client's first whole address. */
export const homeOf = (account: AppContext['account']): Address | null =>
  account?.addresses.find((address) => !isAddressIncomplete(address)) ?? null;

/** What the app tells the long-lived actors, in their own words. */
export const notifications = {
  notifyRoots,
  notifyOpened: (args: Args): void => {
    const { returnTo, step } = args.context;
    notify(args, 'cart', {
      type: 'session.opened',
      inCheckout: [returnTo, step].some((place) => place && chartOf(place.screen) === 'checkout'),
    });
    for (const root of ['orders', 'wallets', 'lead'] as const) notify(args, root, { type: 'session.opened' });
  },
  // A session that the server ended leaves the cart: its owner is coming back.
  notifyLost: (args: Args): void => {
    for (const root of ['orders', 'wallets'] as const) notify(args, root, { type: 'session.closed' });
  },
  notifyClosed: (args: Args): void => {
    for (const root of [
      'cart',
      'coupon',
      'chosen',
      'orders',
      'wallets',
      'campaigns',
      'catalog',
      'product',
      'location',
      'lead',
    ] as const)
      notify(args, root, { type: 'session.closed' });
  },
  notifyGoodbye: (args: Args): void =>
    notify(args, 'notices', {
      type: 'notice.posted',
      key: 'logout',
      values: { accountName: args.context.account?.name ?? '' },
    }),
  notifyMessages: (args: Args, { messages }: { messages: Record<string, string> }): void =>
    notify(args, 'notices', { type: 'messages.loaded', messages }),
  notifyCampaigns: (args: Args, { known }: { known: readonly Campaign[] }): void =>
    notify(args, 'cart', { type: 'campaigns.loaded', campaigns: known }),
  notifyMet: (args: Args, { campaign }: { campaign: Campaign | null }): void => {
    if (campaign) notify(args, 'campaigns', { type: 'campaign.met', campaign });
  },
  notifyMoved: (args: Args, { point }: { point: Point }): void => {
    notify(args, 'campaigns', { type: 'location.changed', point });
    notify(args, 'marketplace', { type: 'location.changed', point });
  },
  notifyCatalog: (args: Args): void => {
    const { asked } = args.context;
    if (isShutOut(args) || campaignOf(asked) === '') return;
    const q = 'q' in asked.search ? asked.search.q : undefined;
    const tag = param(asked, 'category');
    notify(args, 'catalog', {
      type: 'catalog.asked',
      campaign: campaignOf(asked),
      ...(tag === null ? {} : { tag }),
      ...(q === undefined ? {} : { q }),
    });
  },
  notifyProduct: (args: Args): void => {
    if (isShutOut(args)) return;
    notify(args, 'product', {
      type: 'product.asked',
      campaignId: campaignOf(args.context.asked),
      itemId: itemOf(args.context.asked),
      ...wantedAt(args.context.asked),
    });
  },
  notifyAccessed: (args: Args): void => {
    const id = stateOf(args.context)?.id;
    if (id !== undefined) notify(args, 'campaigns', { type: 'campaign.accessed', id });
  },
  // An order is its buyer's: before it is known who is here, nobody's is requested.
  notifyOrders: (args: Args): void => {
    if (!guards.isOrderless(args) && !guards.isUnknown(args))
      notify(args, 'orders', { type: 'order.opened', code: param(args.context.asked, 'orderCode') ?? '' });
  },
  // So are wallets, and only who has an account has one.
  notifyWallets: (args: Args): void => {
    if (mayAsk(args))
      notify(args, 'wallets', {
        type: 'wallets.opened',
        uuid: param(args.context.asked, 'walletUuid'),
      });
  },
  notifyPlaced: (args: Args, { order, cartUuid }: { order: Order; cartUuid: string }): void => {
    notify(args, 'cart', { type: 'order.placed', cartUuid });
    for (const root of ['orders', 'wallets'] as const) notify(args, root, { type: 'order.placed', order });
    notify(args, 'campaigns', { type: 'campaign.changed' });
  },
  notifyCorrected: (args: Args, { current }: { current: Cart | null }): void => {
    if (current) notify(args, 'cart', { type: 'cart.corrected', cart: current });
    // It may be a campaign that has ended or closed since it was heard of.
    notify(args, 'campaigns', { type: 'campaign.changed' });
  },
  // A known client's first whole address is where they are, until they say something else.
  notifyHome: (args: Args, { account }: Pick<AppContext, 'account'>): void => {
    const location = homeOf(account);
    if (location && args.context.location === null)
      notify(args, 'location', { type: 'location.set', location });
  },
  // Where somebody wants it delivered is where they are.
  notifyChosen: (args: Args, { location }: { location: Address }): void => {
    notify(args, 'location', { type: 'location.set', location });
    notify(args, 'cart', { type: 'draft.changed', patch: { location } });
  },
  // What is bought goes where the person is, unless its cart says otherwise.
  notifyPlace: (args: Args): void => {
    const { location, cart } = args.context;
    if (location && !cart.draft.location)
      notify(args, 'cart', { type: 'draft.changed', patch: { location } });
  },
  // The same for a cart that has something in it, once the server has it: what was decided about it elsewhere
  // is known by then.
  notifyWhere: (args: Args): void => {
    const { location, cart } = args.context;
    if (location && cart.isSettled && cart.count > 0 && !cart.draft.location)
      notify(args, 'cart', { type: 'draft.changed', patch: { location } });
  },
  notifyCodeOver: (args: Args): void => notify(args, 'notices', { type: 'notice.withdrawn', topic: 'code' }),
  notifyWho: (args: Args): void => {
    const who = whoOf(args.context);
    if (!isSameWho(who, args.context.who)) notify(args, 'campaigns', { type: 'who.changed', who });
  },
  /**
   * A place that a visitor sets creates the lead (D12), or is added to it. A lead that the server has deleted
   * is created again; the cart has dropped it by then. A company's store has no visitors.
   */
  notifyLead: (args: Args): void => {
    const { session, intranet, location } = args.context;
    if (session === 'visitor' && !intranet && location)
      notify(args, 'lead', { type: 'lead.wanted', location });
  },
  notifyLeadKnown: (args: Args, { id }: { id: string }): void =>
    notify(args, 'cart', { type: 'lead.known', id }),
  notifyLeadClosed,
  /** The server has closed the lead; what it had unlocked is the account's now. */
  notifyAccountMade: (args: Args): void => {
    notifyLeadClosed(args);
    notify(args, 'campaigns', { type: 'campaign.changed' });
  },
};
