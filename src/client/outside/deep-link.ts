import { placeOf } from '#machines/navigation/place.ts';
import type { Place } from '#machines/navigation/screens.ts';
import type { Addresses } from '#client/context.ts';

/** The app's own scheme, which the web manifest names. */
const SCHEME = 'web+vitrine:';
const LONGEST = 2_000;

/** `/c%26c` is `/c&c` (D65): no path of the table means another thing by it. */
function parsed(text: string): URL | null {
  try {
    const url = new URL(text, 'http://shop.invalid');
    url.pathname = url.pathname.replaceAll('%26', '&');
    return url;
  } catch {
    return null;
  }
}

/**
 * The place that a link from outside means: any http(s) host and the app scheme are taken, only path and
 * query are used, and only an address of the
 * screen table is one. Anything else, `javascript:` and `data:` among it, leads nowhere. Source: spec.md §2
 * "Deep links"; D65.
 */
export function placeOfLink({ placeAt }: Addresses, link: string): Place | null {
  const url = link.length > LONGEST ? null : parsed(link.trim());
  if (!url) return null;
  if (url.protocol === 'http:' || url.protocol === 'https:') return placeAt(url);
  if (url.protocol !== SCHEME) return null;
  // `web+vitrine:/cart` and `web+vitrine://cart` are both written: what stands for a host may be the path's
  // first part.
  const whole = `${url.host}/${url.pathname}`.replace(/\/{2,}/g, '/').replace(/^\/?/, '/');
  for (const path of [whole, url.host ? url.pathname : null]) {
    const address = path === null ? null : parsed(`${path}${url.search}`);
    const place = address && placeAt(address);
    if (place) return place;
  }
  return null;
}

/** Where such a link leads: the shop's front when nowhere else. @param otherwise where one without a screen leads */
export function hrefOfLink(
  addresses: Addresses,
  link: string,
  otherwise: 'app.home' | 'app.messages' = 'app.home',
): string {
  const place = placeOfLink(addresses, link);
  return place ? withCoupon(addresses.hrefOf(place), link.trim()) : addresses.hrefOf(placeOf(otherwise, {}));
}

/** An address of the shop with the coupon that another one brought (`?cupom=`): it goes wherever one is sent. */
export function withCoupon(href: string, from: string): string {
  const code = parsed(from)?.searchParams.get('cupom');
  if (!code || parsed(href)?.searchParams.has('cupom')) return href;
  return `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ cupom: code })}`;
}

/** Where an address with such a link leads; what a notification was about is read in Messages (`&push=1`). */
export function hrefOfLinkIn(addresses: Addresses, address: URL): string | undefined {
  const link = linkIn(address);
  const isPush = address.searchParams.has('push');
  return link === undefined ? undefined : hrefOfLink(addresses, link, isPush ? 'app.messages' : 'app.home');
}

/** What `/?link=…` asks for; undefined for any other address. */
export function linkIn({ pathname, searchParams }: URL): string | undefined {
  return pathname === '/' ? (searchParams.get('link') ?? undefined) : undefined;
}
