import { FUNNEL_DAYS, type FunnelDays } from '#contract/ops/funnel.ts';
import {
  type BookPage,
  type BookPlace,
  COUNTED,
  type PathsPlace,
  bookPages,
} from '#machines/book/book.machine.ts';

export const BASE = '/flows/';

/** The addresses of the pages. No chart is called so: their names have no dashes. */
const pages: Readonly<Record<BookPage, string>> = {
  campaign: 'campaign-status',
  changes: 'what-changed',
  paths: 'walked-paths',
  ticket: 'open-ticket',
  faults: 'when-it-fails',
  notes: 'all-notes',
  copy: 'copy-desk',
};

/** Which paths, or failures, are looked at: `#chart=pix&state=waiting`. */
function fragmentOf(paths: PathsPlace | undefined): string {
  const given = Object.entries(paths ?? {}).filter(([, value]) => value !== '');
  return given.length === 0 ? '' : `#${new URLSearchParams(given)}`;
}
function pathsIn(hash: string, hasState: (chart: string, path: string) => boolean): PathsPlace {
  const given = new URLSearchParams(hash.slice(1));
  const [chart, state] = [given.get('chart') ?? '', given.get('state') ?? ''];
  if (!hasState(chart, '')) return { chart: '', state: '', event: '' };
  return { chart, state: hasState(chart, state) ? state : '', event: given.get('event') ?? '' };
}

const funnelIn = (search: string): FunnelDays | undefined =>
  FUNNEL_DAYS.find((days) => String(days) === new URLSearchParams(search).get('funnel'));

/** Which ticket is looked at: `#chamado=7K2QF-0M9XD`. No server is sent it with the page. */
const ticketFragment = (code: string | undefined): string =>
  code ? `#${new URLSearchParams({ chamado: code })}` : '';

/** The address of a place of the book: `/flows/checkout#payment`, `/flows/checkout?funnel=7#payment`. */
export const addressOf = (place: BookPlace): string =>
  place.chart === null
    ? `${BASE}${place.page ? pages[place.page] : ''}${
        place.page === 'paths' || place.page === 'faults' ? fragmentOf(place.paths) : ''
      }${place.page === 'ticket' ? ticketFragment(place.code) : ''}`
    : `${BASE}${encodeURIComponent(place.chart)}${
        place.funnel ? `?funnel=${place.funnel}` : ''
      }${place.state === '' ? '' : `#${place.state}`}`;

/**
 * The place that an address names; the map where it names none, or one that is not there.
 * @param hasState whether a chart has a state of this path; '' asks for the chart itself
 */
export function placeAt(address: string, hasState: (chart: string, path: string) => boolean): BookPlace {
  const { pathname, search, hash } = new URL(address, 'http://book');
  const chart = decoded(/^\/flows\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '');
  const state = decoded(hash.slice(1));
  const page = bookPages.find((one) => pages[one] === chart);
  if (page === 'paths' || page === 'faults') return { chart: null, page, paths: pathsIn(hash, hasState) };
  if (page === 'ticket')
    return { chart: null, page, code: new URLSearchParams(hash.slice(1)).get('chamado') ?? '' };
  if (page) return { chart: null, page };
  if (chart === '') return { chart: null };
  if (!hasState(chart, '')) return { chart: null, missing: chart };
  const funnel = chart === COUNTED ? funnelIn(search) : undefined;
  return { chart, state: hasState(chart, state) ? state : '', ...(funnel ? { funnel } : {}) };
}

/** What stands in a part of an address; nothing for what is no text in UTF-8. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
