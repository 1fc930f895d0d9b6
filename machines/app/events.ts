import type { AddressNotification } from '#machines/address/setup.ts';
import type { LocationNotification } from '#machines/address/location.machine.ts';
import type { CampaignsNotification } from '#machines/catalog/campaigns.machine.ts';
import type { CouponNotification } from '#machines/cart/coupon-facts.ts';
import type { CatalogNotification } from '#machines/catalog/catalog.machine.ts';
import type { CheckoutNotification } from '#machines/checkout/facts.ts';
import type { LeadNotification } from '#machines/lead.machine.ts';
import type { LoginNotification } from '#machines/login/setup.ts';
import type { MarketplaceNotification } from '#machines/marketplace.machine.ts';
import type { NavigationRequest } from '#machines/navigation/screens.ts';
import type { NetworkNotification } from '#machines/network.machine.ts';
import type { CardNotification } from '#machines/orders/card-setup.ts';
import type { PixNotification } from '#machines/orders/pix.machine.ts';
import type { SessionNotification, TokenNotification } from '#machines/session/setup.ts';
import type { SignupNotification } from '#machines/signup/setup.ts';
import type { OrderState } from '#contract/order/order.ts';

/** What the actors of the app tell it. */
type ActorNotification =
  | SessionNotification
  | MarketplaceNotification
  | CampaignsNotification
  | CatalogNotification
  | LocationNotification
  | LeadNotification
  | NetworkNotification
  | LoginNotification
  | SignupNotification
  | AddressNotification
  | CouponNotification
  | CheckoutNotification
  | PixNotification
  | CardNotification;
/** News from outside: the page, the stream, other tabs. */
type PageEvent =
  | TokenNotification
  | { type: 'page.hidden' }
  | { type: 'page.shown'; now: number }
  | { type: 'signin.elsewhere' }
  | { type: 'session.closed.elsewhere' }
  | { type: 'campaign.changed' }
  | { type: 'order.changed'; code: string; state: OrderState; version: number };
export type AppEvent = NavigationRequest | ActorNotification | PageEvent | { type: 'signout.requested' };
