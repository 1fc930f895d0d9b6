import { type SnapshotFrom, assign, raise, sendTo, setup } from 'xstate';
import type { OrderState } from '#contract/order.ts';
import type { Campaign } from '#contract/campaign.ts';
import type { Account, User } from '#contract/identity.ts';
import type { Address } from '#contract/place.ts';
import type { Point } from '#domain/location.ts';
import { addressMachine } from './address.machine.ts';
import { type AppContext, type AppInput, campaignOf, here, param } from './app-context.ts';
import * as gate from './app-gates.ts';
import { campaignsMachine } from './campaigns.machine.ts';
import { countOf } from './cart-lines.ts';
import { cartMachine } from './cart.machine.ts';
import { catalogMachine } from './catalog.machine.ts';
import { checkoutMachine } from './checkout.machine.ts';
import { locationMachine } from './location.machine.ts';
import { loginMachine } from './login.machine.ts';
import { marketplaceMachine } from './marketplace.machine.ts';
import { networkMachine } from './network.machine.ts';
import { noticesMachine } from './notices.machine.ts';
import { ordersMachine } from './orders.machine.ts';
import { pixMachine } from './pix.machine.ts';
import { ask, placeAsked, placeIn, toAsked } from './place.ts';
import { productMachine } from './product.machine.ts';
import type { Asked } from './screens.ts';
import { type ClosedBy, type OpenedBy, type TokenNews, sessionMachine } from './session.machine.ts';
import { signupMachine } from './signup.machine.ts';

/** Facts that root actors tell the app. */
type Told =
  | { type: 'session.opened'; by: OpenedBy; user: User | null; account: Account | null; signupGrant: string | null }
  | { type: 'session.closed'; by: ClosedBy }
  | { type: 'session.delayed' }
  | { type: 'account.found'; user: User | null; account: Account | null; signupGrant: string | null }
  | { type: 'marketplace.loaded'; intranet: boolean | null; messages: Record<string, string> }
  | { type: 'campaign.met'; campaign: Campaign | null }
  | { type: 'location.changed'; location: Address | null; point: Point }
  | { type: 'checkout.locked' }
  | { type: 'checkout.unlocked' };
/** News from outside: the page, the stream, other tabs. They are passed on to whom they concern. */
type News =
  | TokenNews
  | { type: 'page.hidden' }
  | { type: 'page.shown'; now: number }
  | { type: 'signin.elsewhere' }
  | { type: 'session.closed.elsewhere' }
  | { type: 'campaign.changed'; id?: string }
  | { type: 'order.changed'; code: string; state: OrderState; version: number };
export type AppEvent = Asked | Told | News | { type: 'refusal.dismissed' } | { type: 'signout.requested' };

const roots = ['session', 'marketplace', 'campaigns', 'catalog', 'product', 'location', 'cart', 'orders', 'network', 'notices'] as const;
type Root = (typeof roots)[number];
/** Who is told what: the events of one root may be heard by others under the same name. */
const audience = {
  'network.lost': ['session'],
  'network.restored': ['session', 'marketplace', 'campaigns', 'catalog', 'product', 'cart', 'orders'],
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
