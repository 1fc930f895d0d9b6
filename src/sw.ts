/**
 * The service worker. It keeps the shell and the catalog readable without a network, and nothing that belongs to a person.
 * A new version waits until the page says so (`SKIP_WAITING`), because a reload in the middle of a checkout is not ours to make.
 */
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { isAnonymousRead, isKeepable, keyOf } from './sw-policy.ts';

declare const self: ServiceWorkerGlobalScope;

/** Seconds after which a kept catalog is no longer shown: prices older than a day mislead more than they help. */
const LONGEST_KEPT = 86_400;

/** Where the server gives the themed page without a person or a catalog in it. Without one, the plain page of the build is shown. */
const SHELL = '/offline';

const files = self.__WB_MANIFEST;
/** One per build: a version that is still waiting must not replace the page of the one at work, whose scripts differ. */
const shells = `shell-${files
  .map((file) => (typeof file === 'string' ? file : (file.revision ?? file.url)))
  .join()
  .replaceAll(/[^\w-]/g, '')
  .slice(0, 2_000)}`;

cleanupOutdatedCaches();
// Pages come from the server, so no address may be answered by a file that happens to fit it.
precacheAndRoute(files, { directoryIndex: '', cleanURLs: false });

function withoutDate(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.delete('Date');
  return new Response(response.body, { status: response.status, headers });
}

async function keepShell(): Promise<void> {
  try {
    const page = await fetch(SHELL, { credentials: 'omit', headers: { Accept: 'text/html' } });
    if (isKeepable(page)) await (await caches.open(shells)).put(SHELL, page);
  } catch {
    // Without it the plain page is shown; an installation does not fail for that.
  }
}

async function dropFormerShells(): Promise<void> {
  const former = (await caches.keys()).filter((name) => name.startsWith('shell-') && name !== shells);
  await Promise.all(former.map((name) => caches.delete(name)));
}

const offlinePage = async (): Promise<Response> =>
  (await caches.match(SHELL, { cacheName: shells })) ?? (await matchPrecache('/offline.html')) ?? Response.error();

self.addEventListener('install', (event) => event.waitUntil(keepShell()));
// The first visit is kept too: without the claim, a network lost in it would take the screens that are not loaded yet.
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([dropFormerShells(), self.clients.claim()])));

registerRoute(
  new NavigationRoute(
    async ({ request }) => {
      try {
        return await fetch(request);
      } catch {
        return offlinePage();
      }
    },
    { denylist: [/^\/api\//, /^\/auth\/(?:login|renew|logout|sso)/, /^\/sandbox/] },
  ),
);

registerRoute(
  ({ request, sameOrigin }) => sameOrigin && isAnonymousRead(request),
  new NetworkFirst({
    cacheName: 'catalog',
    plugins: [
      { cacheKeyWillBeUsed: ({ request }) => Promise.resolve(keyOf(request)) },
      { cacheWillUpdate: ({ response }) => Promise.resolve(isKeepable(response) ? response : null) },
      new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: LONGEST_KEPT, purgeOnQuotaError: true }),
      // A kept answer says what was sold, not what time it is: pages set their clock by `Date`.
      { cachedResponseWillBeUsed: ({ cachedResponse }) => Promise.resolve(cachedResponse ? withoutDate(cachedResponse) : cachedResponse) },
    ],
  }),
);

self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
