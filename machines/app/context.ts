import type { Cart } from '#contract/cart.ts';
import type { CheckoutDraft } from '#contract/order/order.ts';
import type { PixCharge } from '#contract/payment/payment.ts';
import type { Account, User } from '#contract/people/account.ts';
import type { Address, Form } from '#contract/place.ts';
import type { Point } from '#domain/place/point.ts';
import type { Standing } from '#domain/order/order-standing.ts';
import type { InputFrom } from 'xstate';
import type { CampaignState, CampaignsLoaded, Who } from '#machines/catalog/campaign-statuses.ts';
import type { cartMachine } from '#machines/cart/cart.machine.ts';
import type { CatalogSeed } from '#machines/catalog/catalog.machine.ts';
import { pointOf } from '#machines/address/location.machine.ts';
import type { MarketplaceLoaded } from '#machines/marketplace.machine.ts';
import { ask, param, placeAsked, screenAsked, searched } from '#machines/navigation/place.ts';
import type { OrdersSeed } from '#machines/orders/no-orders.ts';
import type { ProductSeed } from '#machines/catalog/product.machine.ts';
import type { ProductsSeed } from '#machines/catalog/products.machine.ts';
import type { Refusal } from '#machines/navigation/refusal.ts';
import {
  type NavigationRequest,
  type Place,
  type ScreenId,
  chartOf,
  definition,
} from '#machines/navigation/screens.ts';
import type { Drafts } from './flow-drafts.ts';
import type { GuestDraft } from '#machines/checkout/guest-draft.ts';
import type { SignupDraft } from '#machines/signup/setup.ts';
import type { AppMemory, ChosenMemory, LocationMemory, StoredPlacing } from '#machines/stored.ts';

/** What the app must know of its tenant to say who may be where. */
export interface TenantInfo {
  client: string;
  intranet: boolean;
  guestOrders: boolean;
  /** what the store asks of an address beside the usual */
  addressForm?: Form | undefined;
  /** what it asks of a person beside the usual */
  personalForm?: Form | undefined;
}
/**
 * What the server knows of the person for whom it made a page. It is shown until the shop was asked who is
 * here, and proves nothing.
 */
export interface Mine {
  /** whose it is: of a visitor the record, of somebody who was signed in when the page was made the user */
  owner: { kind: 'lead' | 'client'; id: string };
  place: Address | null;
  cart: Cart | null;
  /** where their own account or orders are shown: what of them is seen there */
  account?: Account;
  orders?: Partial<OrdersSeed>;
  /** where they buy: the same of the account, for whose sign-in the page waits */
  buyer?: Account;
  /** how the order stands that the page is of */
  drawn?: DrawnOrder;
}
/** What the server has already loaded for the first screen: answers of load ports, as plain data. */
export interface Seed {
  mine?: Mine;
  marketplace?: MarketplaceLoaded;
  campaigns?: CampaignsLoaded;
  catalog?: CatalogSeed;
  product?: ProductSeed;
  products?: ProductsSeed;
}
/**
 * `now` in epoch ms of the shop's clock; `hint`: a sign-in is remembered; `jitter` 0 to 1 spreads polling;
 * `memory`, `location`, `chosen`, `cart`, `placing`, `signup`, `guest`: what outlived the page.
 */
export interface AppInput {
  tenant: TenantInfo;
  now: number;
  hint: boolean;
  cart: InputFrom<typeof cartMachine>;
  online?: boolean;
  jitter?: number;
  asked?: NavigationRequest;
  memory?: AppMemory | null;
  location?: LocationMemory | null;
  chosen?: ChosenMemory | null;
  placing?: StoredPlacing | null;
  signup?: SignupDraft | null;
  guest?: GuestDraft | null;
  seed?: Seed;
  /** taken for signed in, by charts that only draw */
  assumed?: Account | undefined;
}
/**
 * Who is here, as far as it is known. `waiting`: a remembered sign-in that could not be asked about yet; it
 * is believed.
 */
export type SessionFact = 'restoring' | 'waiting' | 'visitor' | 'client';
export interface CartFact {
  /** false until the cart has spoken for the first time */
  isKnown: boolean;
  /** the server has it as it is here */
  isSettled: boolean;
  uuid: string | null;
  count: number;
  leadId: string | null;
  draft: CheckoutDraft;
  /** the number of the one before it, when that became an order */
  ordered: string | null;
}
/** The order that is open and how it stands, once the server has answered. */
export interface OrderFact {
  /** as it was asked for */
  code: string;
  standing: Standing | 'gone';
  /** it is paid by card; left out of what came with the page, which is by Pix */
  byCard?: boolean;
}
/** An order that a page was made of; with its Pix code where it is still to be paid. */
export interface DrawnOrder extends OrderFact {
  charge?: PixCharge;
}
export interface CampaignsFact {
  isKnown: boolean;
  /** whom they were asked for; null while they are asked for */
  who: Who | null;
  count: number;
  statuses: Pick<CampaignState, 'id' | 'slug' | 'status'>[];
}
/** Facts copied from the long-lived actors, so that every gate is a question to this alone. */
export interface AppContext {
  /** what the root actors were born from; dropped when they are */
  start: AppInput | null;
  tenant: TenantInfo;
  /** the last navigation request; in a standing state always the one for that very screen */
  asked: NavigationRequest;
  /** where the living flow is */
  step: Place | null;
  /** where the flow was that was just left */
  left: Place | null;
  /** where to go after signing in or up */
  returnTo: Place | null;
  /** where to go after choosing an address */
  origin: Place | null;
  refusal: Refusal | null;
  session: SessionFact;
  /** the page came with somebody's account: until it is known who is here, it is theirs */
  isBelieved: boolean;
  /** the session was ended by the server, not by the person */
  ended: boolean;
  user: User | null;
  account: Account | null;
  signupGrant: string | null;
  intranet: boolean;
  cart: CartFact;
  campaigns: CampaignsFact;
  /** null until the server has said how the order stands that was asked for */
  order: OrderFact | null;
  /** the one that the page was made of, until the server says anything newer about one */
  drawn: DrawnOrder | undefined;
  /** for whom campaigns are asked now */
  who: Who;
  /** the campaign, as asked for, that the server does not know */
  missing: string | null;
  location: Address | null;
  point: Point;
  placing: StoredPlacing | null;
  /** what was begun in the flows, so that coming back to one loses nothing */
  drafts: Drafts;
}

export function started(input: AppInput): AppContext {
  const location = input.location?.location ?? null;
  return {
    start: input,
    tenant: input.tenant,
    asked: input.asked ?? ask('app.home', {}),
    step: null,
    left: null,
    returnTo: input.memory?.returnTo ?? null,
    origin: input.memory?.origin ?? null,
    refusal: input.memory?.refusal ?? null,
    session: input.assumed ? 'client' : 'restoring',
    isBelieved: input.seed?.mine?.account !== undefined,
    ended: false,
    user: null,
    account: input.assumed ?? null,
    signupGrant: null,
    intranet: input.tenant.intranet,
    cart: {
      isKnown: false,
      isSettled: false,
      uuid: null,
      count: 0,
      leadId: input.cart.leadId ?? null,
      draft: {},
      ordered: null,
    },
    order: null,
    drawn: input.seed?.mine?.drawn,
    who: { kind: input.assumed ? 'client' : 'visitor' },
    campaigns: { isKnown: false, who: null, count: 0, statuses: [] },
    missing: null,
    location,
    point: pointOf(location),
    placing: input.placing ?? null,
    drafts: {
      login: input.memory?.login ?? null,
      signup: input.signup ?? null,
      address: input.memory?.address ?? null,
      guest: input.guest ?? null,
    },
  };
}

const isStanding = (asked: NavigationRequest): boolean => chartOf(screenAsked(asked)) === 'app';
/** A screen on the way to something else: what is read beside an errand, and what is passed through. */
export const isBeside = (screen: ScreenId): boolean =>
  definition(screen).aside !== undefined || definition(screen).history === 'passing';
/**
 * The place one is at, or is just leaving: the standing screen that was asked for last, or the flow's step.
 */
export const here = ({ step, left, asked }: AppContext): Place | null =>
  isStanding(asked) ? placeAsked(asked) : (step ?? left);

/**
 * The campaign of a screen, as written in its address (`{campaign}` and `{campaignId}` name the same, D26; of
 * a screen of choices it is the subject's, D76).
 */
export const campaignOf = (asked: NavigationRequest): string =>
  param(asked, 'campaignId') ?? param(asked, 'campaign') ?? searched(asked, 'campaign') ?? '';
/** The item of a screen, likewise. */
export const itemOf = (asked: NavigationRequest): string =>
  param(asked, 'itemId') ?? searched(asked, 'item') ?? '';
/** In which package an item is wanted, and how many of it, as an address says; left out where it does not. */
export function wantedAt(asked: NavigationRequest): { packageId?: string; quantity?: number } {
  const packageId = searched(asked, 'package');
  const quantity = Number(searched(asked, 'quantity'));
  return {
    ...(packageId === null ? {} : { packageId }),
    ...(Number.isInteger(quantity) && quantity > 0 ? { quantity } : {}),
  };
}
/** The cart of a screen of the purchase, likewise. */
export const cartOf = (asked: NavigationRequest): string | null =>
  param(asked, 'cartUuid') ?? searched(asked, 'cart');
