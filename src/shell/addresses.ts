import { placeOf } from '#machines/navigation/place.ts';
import { type Place, type ScreenId, definition, screenIds } from '#machines/navigation/screens.ts';
import type { AnyRoute, ParsedLocation } from '@tanstack/react-router';
import type { Addresses } from '#client/context.ts';

/** The part of a router that reads and writes addresses. */
interface Codec {
  parseLocation(location: {
    href: string;
    pathname: string;
    search: string;
    hash: string;
    state: { __TSR_index: number };
  }): ParsedLocation;
  getMatchedRoutes(pathname: string): readonly [unknown, Record<string, string>, AnyRoute?];
  buildLocation(to: { to: string; params: object; search: object }): { href: string };
}

/** A search as it stands in an address: every value is a text, so `?q=12` is looked for as it was typed. */
export const searchCodec = {
  parseSearch: (text: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch(search: object): string {
    const text = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ).toString();
    return text && `?${text}`;
  },
};

/** What the router is told of a place. */
export const toLocation = (place: Place) => ({
  to: definition(place.screen).path,
  params: place.params,
  search: place.search,
});

/**
 * The place of a screen with what its route has read; null where a parameter has none of its legal values.
 */
export function placeRead(screen: ScreenId, params: object, search: object): Place | null {
  const { only = {}, search: read } = definition(screen);
  const isLegal = Object.entries(only).every(([name, values]) =>
    values.includes(String(Reflect.get(params, name))),
  );
  // A search is an object of texts
  return isLegal ? placeOf(screen, params, read?.(search as Record<string, unknown>) ?? {}) : null;
}

/** Reads and writes addresses as the router does. @param router whose tree is made from the screen table */
export const addressesOf = (router: Codec): Addresses => ({
  placeAt({ pathname, search }) {
    const href = pathname + search;
    const location = router.parseLocation({ href, pathname, search, hash: '', state: { __TSR_index: 0 } });
    const [, params, route] = router.getMatchedRoutes(location.pathname);
    const screen = screenIds.find((id) => definition(id).path === route?.fullPath);
    // The router names what is left over after the nearest route `**`.
    return screen && !('**' in params) ? placeRead(screen, params, location.search) : null;
  },
  hrefOf: (place) => router.buildLocation(toLocation(place)).href,
});
