import { type BookPage, type BookPlace, bookPages } from '#machines/book/book.machine.ts';

export const BASE = '/flows/';

/** The addresses of the pages. No chart is called so: their names have no dashes. */
const pages: Readonly<Record<BookPage, string>> = {
  campaign: 'campaign-status',
  changes: 'what-changed',
  notes: 'all-notes',
  copy: 'copy-desk',
};

/** The address of a place of the book: `/flows/checkout#payment`. */
export const addressOf = (place: BookPlace): string =>
  place.chart === null
    ? `${BASE}${place.page ? pages[place.page] : ''}`
    : `${BASE}${encodeURIComponent(place.chart)}${place.state === '' ? '' : `#${place.state}`}`;

/**
 * The place that an address names; the map where it names none, or one that is not there.
 * @param hasState whether a chart has a state of this path; '' asks for the chart itself
 */
export function placeAt(address: string, hasState: (chart: string, path: string) => boolean): BookPlace {
  const { pathname, hash } = new URL(address, 'http://book');
  const chart = decoded(/^\/flows\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '');
  const state = decoded(hash.slice(1));
  const page = bookPages.find((one) => pages[one] === chart);
  if (page) return { chart: null, page };
  if (chart === '') return { chart: null };
  if (!hasState(chart, '')) return { chart: null, missing: chart };
  return { chart, state: hasState(chart, state) ? state : '' };
}

/** What stands in a part of an address; nothing for what is no text in UTF-8. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
