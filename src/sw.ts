/**
 * The service worker. It shows pages of everybody again at once, keeps the shell and the catalog readable without
 * a network, and nothing that belongs to a person. The first version keeps only the shell before it takes over,
 * so that a short first visit has it too; the other files follow when the page rests (`KEEP_ALL`). A later
 * version has them all before it is offered, and waits until the page says so (`SKIP_WAITING`), because a reload
 * in the middle of a checkout is not ours to make.
 */
import { ExpirationPlugin } from 'workbox-expiration';
import { PrecacheController, PrecacheRoute, cleanupOutdatedCaches } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import {
  LONGEST_KEPT,
  builtFilesOf,
  isAnonymousRead,
  isKeepable,
  isShopWindow,
  isShowable,
  isTrouble,
  keptPage,
  keyOf,
  mayBeKept,
  pushedOf,
} from './sw-policy.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Where the server gives the themed page without a person or a catalog in it. Without one, the plain page of
 * the build is shown.
 */
const SHELL = '/offline';
const PLAIN = '/offline.html';

const files = self.__WB_MANIFEST;
/**
 * One of each per build: a version that is still waiting must not replace the page of the one at work, whose
 * scripts differ, and no new version begins with a page of the one before it.
 */
const build = files
  .map((file) => (typeof file === 'string' ? file : (file.revision ?? file.url)))
  .join()
  .replaceAll(/[^\w-]/g, '')
  .slice(0, 2_000);
const [shells, pages] = [`shell-${build}`, `pages-${build}`];
/** Pages that are kept at most; the longest unseen go first. */
const MOST_PAGES = 40;

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

async function dropFormerPages(): Promise<void> {
  const former = (await caches.keys()).filter(
    (name) => /^(?:shell|pages)-/.test(name) && name !== shells && name !== pages,
  );
  await Promise.all(former.map((name) => caches.delete(name)));
}

/** What an address is kept under: a place within the page is none of its own. */
const withoutHash = (address: string): string => address.replace(/#.*/, '');

async function keepPage(address: string, page: Response): Promise<void> {
  if (isTrouble(page)) return;
  const kept = await keptPage(page, Date.now());
  const cache = await caches.open(pages);
  // What is no page of everybody any more is not shown as one.
  if (!kept) return void (await cache.delete(withoutHash(address), { ignoreVary: true }));
  await cache.put(withoutHash(address), kept);
  const all = await cache.keys();
  await Promise.all(all.slice(0, -MOST_PAGES).map((one) => cache.delete(one, { ignoreVary: true })));
}

/** Keeps the page that somebody came to before there was a worker. */
async function keepFirstPage(address: string): Promise<void> {
  if (new URL(address).origin !== self.location.origin) return;
  const page = await fetch(address, { credentials: 'same-origin', redirect: 'manual', priority: 'low' });
  await keepPage(address, page);
}

/**
 * A page of everybody is shown as it was sent last, while the next is fetched: its charts ask anew for what stands
 * on it (`src/shell/kept-page.ts`). Any other comes from the server.
 */
async function pageFor(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const ask = async (): Promise<Response> => {
    const page = await fetch(request);
    event.waitUntil(keepPage(request.url, page.clone()).catch(() => undefined));
    return page;
  };
  const fresh = ask();
  // Handled below where somebody waits for it.
  event.waitUntil(fresh.catch(() => undefined));
  const kept = mayBeKept(request)
    ? await caches.match(withoutHash(request.url), { cacheName: pages, ignoreVary: true })
    : undefined;
  if (kept && isShowable(kept, Date.now())) return kept;
  return fresh.catch(offlinePage);
}

const offlinePage = async (): Promise<Response> =>
  (await caches.match(SHELL, { cacheName: shells })) ??
  (await controller.matchPrecache(PLAIN)) ??
  Response.error();

self.addEventListener('install', (event) => event.waitUntil(install()));
// The first visit is kept too: without the claim, a network lost in it would take the screens that are not
// loaded yet.
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([controller.activate(event), dropFormerPages(), self.clients.claim()])),
);

registerRoute(
  new NavigationRoute(
    // A navigation is always a fetch.
    ({ event }) => pageFor(event as FetchEvent),
    {
      denylist: [
        /^\/api\//,
        /^\/auth\/(?:link|login|renew|logout|sso)/,
        /^\/sso\//,
        /^\/sandbox/,
        /^\/(?:ops|flows)(?:\/|$)/,
      ],
    },
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

/** How long an open window may take to say that it goes where a notification leads, ms. */
const LONGEST_ANSWER = 1_000;

const windows = async (): Promise<WindowClient[]> =>
  (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(({ url }) =>
    isShopWindow(url),
  );

async function showPush(sent: unknown): Promise<void> {
  const { title, text, target, tag } = pushedOf(sent, self.location.origin);
  await self.registration.showNotification(title, {
    body: text,
    lang: 'pt-BR',
    data: target,
    ...(tag === undefined ? {} : { tag }),
  });
  for (const page of await windows()) page.postMessage({ type: 'PUSH_CAME' });
}

/** True when a page went there by itself, with what was begun on it; false where none answers in time. */
function isTaken(page: WindowClient, target: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), LONGEST_ANSWER);
    page.postMessage({ type: 'PUSH_PRESSED', target }, [port2]);
  });
}

/** Opens what a notification is about, in the shop's window where there is one. */
async function openPushed(target: string): Promise<void> {
  const address = `/?${new URLSearchParams({ link: target, push: '1' })}`;
  const open = await windows();
  const page = open.find(({ focused }) => focused) ?? open[0];
  if (!page) return void (await self.clients.openWindow(address));
  // A window that may not come forward goes there all the same.
  await page.focus().catch(() => undefined);
  if (!(await isTaken(page, target))) await page.navigate(address);
}

self.addEventListener('push', (event) => {
  let sent: unknown;
  try {
    sent = event.data?.json();
  } catch {
    // Something is shown in any case.
  }
  event.waitUntil(showPush(sent));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { data } = event.notification as { data: unknown };
  event.waitUntil(openPushed(pushedOf({ target: data }, self.location.origin).target));
});

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  // Whatever a page of this origin sends
  const { type, page } = (event.data ?? {}) as { type?: string; page?: string };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'KEEP_PAGE' && page) event.waitUntil(keepFirstPage(page).catch(() => undefined));
  // What fails now is tried again at the next page that rests.
  if (type === 'KEEP_ALL') event.waitUntil(keepAll().catch(() => undefined));
});
