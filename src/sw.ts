/**
 * The service worker. It keeps the shell and the catalog readable without a network, and nothing that belongs
 * to a person. The first version keeps only the shell before it takes over, so that a short first visit has
 * it too; the other files follow when the page rests (`KEEP_ALL`). A later version has them all before it is
 * offered, and waits until the page says so (`SKIP_WAITING`), because a reload in the middle of a checkout is
 * not ours to make.
 */
import { ExpirationPlugin } from 'workbox-expiration';
import { PrecacheController, PrecacheRoute, cleanupOutdatedCaches } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { builtFilesOf, isAnonymousRead, isKeepable, keyOf } from './sw-policy.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Seconds after which a kept catalog is no longer shown: prices older than a day mislead more than they help.
 */
const LONGEST_KEPT = 86_400;

/**
 * Where the server gives the themed page without a person or a catalog in it. Without one, the plain page of
 * the build is shown.
 */
const SHELL = '/offline';
const PLAIN = '/offline.html';

const files = self.__WB_MANIFEST;
/**
 * One per build: a version that is still waiting must not replace the page of the one at work, whose scripts
 * differ.
 */
const shells = `shell-${files
  .map((file) => (typeof file === 'string' ? file : (file.revision ?? file.url)))
  .join()
  .replaceAll(/[^\w-]/g, '')
  .slice(0, 2_000)}`;

const controller = new PrecacheController();
controller.addToCacheList(files);
cleanupOutdatedCaches();
// Pages come from the server, so no address may be answered by a file that happens to fit it.
registerRoute(new PrecacheRoute(controller, { directoryIndex: '', cleanURLs: false }));

function withoutDate(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.delete('Date');
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Keeps the built files that are missing, one by one and at low priority. @throws when one cannot be fetched
 */
async function keepFiles(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(controller.strategy.cacheName);
  for (const url of urls) {
    const key = controller.getCacheKeyForURL(url);
    if (!key || (await cache.match(key))) continue;
    // A hashed name always means the same content; any other may be outdated in the browser's cache.
    const isHashed = key === new URL(url, self.location.href).href;
    const file = await fetch(url, {
      credentials: 'same-origin',
      priority: 'low',
      cache: isHashed ? 'default' : 'reload',
    });
    if (!file.ok) throw new Error(`${url} answers ${file.status}`);
    await cache.put(key, file);
  }
}

/** Keeps the shop's own page for times without a network, with what it loads. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shells);
  const page = await fetch(SHELL, { credentials: 'omit', headers: { Accept: 'text/html' } });
  if (!isKeepable(page)) return;
  await keepFiles(builtFilesOf(await page.clone().text()));
  await cache.put(SHELL, page);
}
const hasShell = async (): Promise<boolean> =>
  (await caches.match(SHELL, { cacheName: shells })) !== undefined;

async function install(): Promise<void> {
  await keepFiles(self.registration.active ? controller.getCachedURLs() : [PLAIN]);
  // Without it the plain page is shown, until the next `KEEP_ALL`.
  await keepShell().catch(() => undefined);
}
async function keepAll(): Promise<void> {
  if (!(await hasShell())) await keepShell();
  await keepFiles(controller.getCachedURLs());
}

async function dropFormerShells(): Promise<void> {
  const former = (await caches.keys()).filter((name) => name.startsWith('shell-') && name !== shells);
  await Promise.all(former.map((name) => caches.delete(name)));
}

const offlinePage = async (): Promise<Response> =>
  (await caches.match(SHELL, { cacheName: shells })) ??
  (await controller.matchPrecache(PLAIN)) ??
  Response.error();

self.addEventListener('install', (event) => event.waitUntil(install()));
// The first visit is kept too: without the claim, a network lost in it would take the screens that are not
// loaded yet.
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([controller.activate(event), dropFormerShells(), self.clients.claim()])),
);

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
      {
        cachedResponseWillBeUsed: ({ cachedResponse }) =>
          Promise.resolve(cachedResponse ? withoutDate(cachedResponse) : cachedResponse),
      },
    ],
  }),
);

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const { type } = (event.data ?? {}) as { type?: string }; // whatever a page of this origin sends
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  // What fails now is tried again at the next page that rests.
  if (type === 'KEEP_ALL') event.waitUntil(keepAll().catch(() => undefined));
});
