import type { Mine } from '#machines/app/context.ts';
import { type Place, definition } from '#machines/navigation/screens.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { linkIn } from '#client/outside/deep-link.ts';
import { remembered } from './page/remembered.ts';
import { OFFLINE } from './rendered.tsx';
import { createShopRouter } from './routes.tsx';

/** A router reads and writes addresses the same way for every page. */
const { addresses: routed } = createShopRouter(createMemoryHistory());

/** Addresses that are remembered: links of public pages, most of which stand on many. */
const LINKS = 5_000;
const hrefOfPublic = remembered(LINKS, (_, place: Place) => routed.hrefOf(place));
/** Of a place with somebody's numbers in it nothing stays here. */
export const addresses: typeof routed = {
  ...routed,
  hrefOf: (place) =>
    definition(place.screen).public
      ? hrefOfPublic(JSON.stringify([place.screen, place.params, place.search]), place)
      : routed.hrefOf(place),
};

/** An address that leads nowhere, by which the page of all such addresses is drawn. */
export const NOWHERE = '/not-found';

/**
 * Whether the server draws what stands at a place: of public screens for everybody, of others for who has
 * nothing in hand. An address with somebody's numbers in it is drawn for nobody.
 */
export const isDrawn = ({ screen, params }: Place, isNobody = false): boolean =>
  Boolean(definition(screen).public ?? (isNobody && Object.keys(params).length === 0));

function hasLines({ cart }: Mine): boolean {
  return cart !== null && cart.products.length > 0;
}
function isBuying(mine: Mine): boolean {
  return mine.buyer !== undefined && hasLines(mine);
}
function hasOrder({ account, orders }: Mine): boolean {
  return account !== undefined && orders?.order !== undefined;
}
function isOrderWhole(mine: Mine): boolean {
  return hasOrder(mine) && (mine.drawn?.standing !== 'unpaid' || mine.drawn.charge !== undefined);
}

/** Private screens that are drawn with what the server knows of whoever asks, where that fills them. */
const own = {
  'app.cart': hasLines,
  // Whoever is signed in has nothing to do there.
  'app.unauthenticatedCartAccess': (mine: Mine) => mine.owner.kind === 'lead' && hasLines(mine),
  'app.accountDashboard': ({ account }: Mine) => account !== undefined,
  'app.ordersDetails': hasOrder,
  // How the order stands says which of them it is; one that is to be paid has its code.
  'app.orderSuccess': isOrderWhole,
  'app.orderPendingPayment': isOrderWhole,
  // Who has nothing in the cart, or no account, is led elsewhere.
  'checkout.shipping': isBuying,
  'checkout.method': isBuying,
  'checkout.payment': isBuying,
  'checkout.installment': isBuying,
  'checkout.confirmation': isBuying,
};
/** A place that has such a screen. */
export type Own = Place<keyof typeof own>;
const isOwnScreen = (place: Place): place is Own => place.screen in own;
export const isOwn = (place: Place, mine: Mine): boolean => isOwnScreen(place) && own[place.screen](mine);
/** The place of an address, where it is such a one. */
export function ownAt(url: string, origin: string): Own | null {
  const place = addresses.placeAt(new URL(url, origin));
  return place && isOwnScreen(place) ? place : null;
}

/**
 * The address by which a page for many is kept, the same for all that show the same; null for what is drawn
 * for each, or sent elsewhere.
 */
export function keptAs(url: string, origin: string, isNobody: boolean): string | null {
  const address = new URL(url, origin);
  if (address.pathname === OFFLINE) return OFFLINE;
  if (linkIn(address) !== undefined) return null;
  const place = addresses.placeAt(address);
  if (!place) return NOWHERE;
  return isDrawn(place, isNobody) && !tidied(address, place) ? addresses.hrefOf(place) : null;
}

/**
 * The address as it is read, where it says more than is looked at: the browser writes it so, and would draw
 * another page than the one that came.
 */
export function tidied({ pathname, searchParams }: URL, place: Place): string | null {
  const read = Object.entries(place.search).map(([name, value]) => [name, String(value)] as const);
  if (read.every(([name, value]) => searchParams.get(name) === value)) return null;
  const params = new URLSearchParams(searchParams);
  for (const [name, value] of read) params.set(name, value);
  return `${pathname}?${params}`;
}
