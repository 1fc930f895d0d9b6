import { renderToString } from 'react-dom/server';
import type { Seed } from '#machines/app/context.ts';
import type { Place } from '#machines/navigation/screens.ts';
import type { TenantView } from '#client/tenant.ts';
import type { Head } from './page/document.ts';
import { OfflineShell } from './page/offline-shell.tsx';
import { titleOfNowhere, titleOfPlace } from './page/title.ts';
import { Waiting } from './page/waiting.tsx';
import { pageData } from './page.ts';

/** What a page comes to, before it is written into a document. */
export interface Rendered {
  status: 200 | 302 | 404;
  /** Where to go instead, of a 302. */
  location?: string;
  /** Why one was sent elsewhere. */
  reason?: string;
  head: Head;
  html: string;
  /** What the browser goes on from. */
  snapshot: unknown;
  /** Source files whose code and styles the page needs. */
  files: string[];
  /** False for pages that belong to a person: nobody else may be shown them. */
  shared: boolean;
  /** Epoch ms at which time opens or ends something on it. */
  dueAt?: number | null;
  /** False when something that it shows did not answer. */
  isWhole?: boolean;
}

/** The source file of each screen, by which the page's styles and preloads are found. */
export const screenFiles = import.meta.screens.files;
/** Names the files of the screens that are not public. */
export const LATE_SCREENS = 'shell/late-screens.ts';

export const hiddenHead = (title: string): Head => ({
  title,
  description: '',
  canonical: '/',
  image: null,
  hidden: true,
});

/**
 * A private screen: the page in its colours and with its title; what is in it the browser asks for itself.
 */
export function shell(place: Place, tenant: TenantView, now: number): Rendered {
  return {
    status: 200,
    head: hiddenHead(titleOfPlace(place, tenant)),
    html: renderToString(<Waiting screen={place.screen} sandbox={tenant.sandbox} />),
    snapshot: pageData(tenant, now, null),
    files: [LATE_SCREENS, screenFiles[place.screen]],
    shared: false,
  };
}

/** Where the worker fetches the page that it shows without a network. */
export const OFFLINE = '/offline';
/**
 * Everything that the browser's charts load at their start, and the screens that need no answer. The worker
 * keeps the files of this page before all others, so they are what a short first visit leaves behind. `crash-
 * state` has the styles of the page itself.
 */
const OFFLINE_FILES = [
  'shell/page/crash-state.tsx',
  'shell/wiring/without-server.ts',
  'shell/after-first-screen.ts',
  LATE_SCREENS,
  'client/shop/place/unreachable-state.tsx',
  'shell/left-behind.ts',
  screenFiles['app.home'],
  screenFiles['app.cart'],
  'screens/not-found/not-found.tsx',
];
/** Its page is kept for days: it says no time, so that nobody's clock is set by it. */
export const offlineShell = (tenant: TenantView): Rendered => ({
  status: 200,
  head: hiddenHead(`Sem internet | ${tenant.partner}`),
  html: renderToString(<OfflineShell />),
  snapshot: pageData(tenant, 0, null),
  files: OFFLINE_FILES,
  shared: true,
});

/** Elsewhere, without anything of this page. */
export const sentTo = (location: string, reason?: string): Rendered => ({
  status: 302,
  location,
  ...(reason ? { reason } : {}),
  head: hiddenHead(''),
  html: '',
  snapshot: null,
  files: [],
  shared: false,
});

/** Of something that is not there: its page is the one of all such addresses. */
export const gone = (tenant: TenantView): Rendered => ({
  status: 404,
  head: hiddenHead(titleOfNowhere(tenant)),
  html: '',
  snapshot: null,
  files: [],
  shared: true,
});

/**
 * Whether the browser's charts will be born where these are: a call that failed here is no part of a seed, so
 * its page is drawn anew.
 */
export const isFilled = (
  { marketplace, campaigns, catalog, product, products }: Seed,
  place: Place | null,
): boolean => {
  const hasCampaign = place !== null && ('campaignId' in place.params || 'campaign' in place.params);
  return Boolean(
    marketplace &&
      campaigns &&
      (catalog || !hasCampaign) &&
      (product || place?.screen !== 'app.product') &&
      (products || place?.screen !== 'app.products'),
  );
};
