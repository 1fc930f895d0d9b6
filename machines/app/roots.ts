import type { AnyActorRef, EventFrom } from 'xstate';
import { locationMachine } from '#machines/address/location.machine.ts';
import { campaignsMachine } from '#machines/catalog/campaigns.machine.ts';
import { catalogMachine } from '#machines/catalog/catalog.machine.ts';
import { productMachine } from '#machines/catalog/product.machine.ts';
import { marketplaceMachine } from '#machines/marketplace.machine.ts';
import { networkMachine } from '#machines/network.machine.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { AppEvent } from './events.ts';
import {
  cartSlot,
  chosenSlot,
  couponSlot,
  leadSlot,
  noticesSlot,
  ordersSlot,
  walletsSlot,
} from './late-roots.ts';

/** The long-lived actors, and how news reach them: the app is the hub. */

export const roots = {
  session: sessionMachine,
  marketplace: marketplaceMachine,
  campaigns: campaignsMachine,
  catalog: catalogMachine,
  product: productMachine,
  location: locationMachine,
  lead: leadSlot,
  cart: cartSlot,
  coupon: couponSlot,
  chosen: chosenSlot,
  orders: ordersSlot,
  wallets: walletsSlot,
  network: networkMachine,
  notices: noticesSlot,
};
export type Root = keyof typeof roots;
type EventOf<R extends Root> = EventFrom<(typeof roots)[R]>;

/** Tells one root a fact, in words that it knows. Nobody there (a chart alone, a test): nothing happens. */
export function notify<R extends Root>(args: object, root: R, event: EventOf<R>): void {
  // The arguments of an action; a root's name in the system is its name here
  (args as { system: { get(name: Root): AnyActorRef | undefined } }).system.get(root)?.send(event);
}

/** The roots that know an event of the app as it is. */
type Hearer<E> = { [R in Root]: E extends EventOf<R> ? R : never }[Root];
/** Who hears what under its own name; a root that does not know the event does not compile here. */
const audience = {
  'network.lost': ['session'],
  'network.restored': [
    'session',
    'marketplace',
    'campaigns',
    'catalog',
    'product',
    'lead',
    'cart',
    'coupon',
    'chosen',
    'orders',
    'wallets',
  ],
  'page.hidden': ['marketplace', 'campaigns', 'orders'],
  'page.shown': ['marketplace', 'campaigns', 'orders', 'wallets'],
  restored: ['session', 'marketplace', 'campaigns', 'cart', 'coupon', 'chosen', 'orders', 'wallets'],
  'response.received': ['session'],
  'token.rejected': ['session'],
  'signin.elsewhere': ['session'],
  'account.changed': ['session'],
  'session.closed.elsewhere': ['session'],
  'signout.requested': ['session'],
  'campaign.changed': ['campaigns', 'catalog', 'product'],
  'draft.changed': ['cart'],
  'coupon.decided': ['cart'],
  'order.changed': ['orders', 'wallets'],
  'order.stale': ['orders', 'wallets'],
  'notice.posted': ['notices'],
  'notice.withdrawn': ['notices'],
} as const satisfies { [T in AppEvent['type']]?: readonly Hearer<Extract<AppEvent, { type: T }>>[] };
type Heard = keyof typeof audience;

/** What the app only passes on. */
export const passedOn = Object.fromEntries(
  Object.keys(audience).map((type) => [type, { actions: 'notifyRoots' }]),
) as Record<Heard, { actions: 'notifyRoots' }>; // fromEntries forgets its keys
/** News under their own name, to everyone whom they concern. */
export const notifyRoots = (args: { event: { type: string } }): void => {
  // Each pair was checked above
  for (const root of audience[args.event.type as Heard] ?? []) notify(args, root, args.event as never);
};
