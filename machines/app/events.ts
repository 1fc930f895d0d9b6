import type { AddressNews } from '#machines/address/setup.ts';
import type { LocationNews } from '#machines/address/location.machine.ts';
import type { CampaignsNews } from '#machines/catalog/campaigns.machine.ts';
import type { CatalogNews } from '#machines/catalog/catalog.machine.ts';
import type { CheckoutNews } from '#machines/checkout/facts.ts';
import type { LeadNews } from '#machines/lead.machine.ts';
import type { LoginNews } from '#machines/login/setup.ts';
import type { MarketplaceNews } from '#machines/marketplace.machine.ts';
import type { NavigationRequest } from '#machines/navigation/screens.ts';
import type { NetworkNews } from '#machines/network.machine.ts';
import type { PixNews } from '#machines/orders/pix.machine.ts';
import type { SessionNews, TokenNews } from '#machines/session/setup.ts';
import type { SignupNews } from '#machines/signup/setup.ts';
import type { OrderState } from '#contract/order.ts';

/** What the actors of the app tell it. */
type ActorNews =
  | SessionNews
  | MarketplaceNews
  | CampaignsNews
  | CatalogNews
  | LocationNews
  | LeadNews
  | NetworkNews
  | LoginNews
  | SignupNews
  | AddressNews
  | CheckoutNews
  | PixNews;
/** News from outside: the page, the stream, other tabs. */
type PageNews =
  | TokenNews
  | { type: 'page.hidden' }
  | { type: 'page.shown'; now: number }
  | { type: 'signin.elsewhere' }
  | { type: 'session.closed.elsewhere' }
  | { type: 'campaign.changed' }
  | { type: 'order.changed'; code: string; state: OrderState; version: number };
export type AppEvent =
  | NavigationRequest
  | ActorNews
  | PageNews
  | { type: 'refusal.dismissed' }
  | { type: 'signout.requested' };
