import { bringParts, takeDrawn } from '#components/layout/later.tsx';
import type { Tenant } from '#contract/tenant/tenant.ts';
import type { Mine, Seed } from '#machines/app/context.ts';
import { isNotFound, isPresentable, refusalOf, seedOf, whereIs } from '#machines/app/selectors.ts';
import type { AppActor, AppSnapshot } from '#machines/app/app.machine.ts';
import { cartMachine } from '#machines/cart/cart.machine.ts';
import { placeOf, samePath, toAsked } from '#machines/navigation/place.ts';
import { type Place, definition } from '#machines/navigation/screens.ts';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { AnyActorRef } from 'xstate';
import { stoppedClock } from '#client/clock.ts';
import { ShellContext } from '#client/context.ts';
import { type InlineHashes, type Manifest, documentOf } from './page/document.ts';
import { hrefOfLink, hrefOfLinkIn, placeOfLink } from '#client/outside/deep-link.ts';
import { NOWHERE, addresses, isDrawn, isOwn, tidied } from './drawn.ts';
import { firstProducts } from './first-products.ts';
import { bornWith } from './first-state.ts';
import { type FindKept, withKept } from './kept-reads.ts';
import { pageData } from './page.ts';
import {
  LATE_SCREENS,
  OFFLINE,
  type Rendered,
  gone,
  hiddenHead,
  isFilled,
  offlineShell,
  screenFiles,
  sentTo,
  shell,
} from './rendered.tsx';
import { createShopRouter } from './routes.tsx';
import { noStorage } from '#client/storage.ts';
import { reasonCookie } from './reason-cookie.ts';
import { type TenantView, tenantView } from '#client/tenant.ts';
import { descriptionOf, imageOf, rootIn, titleOf, titleOfNowhere } from './page/title.ts';
import { until } from './wiring/until.ts';
import { type Wired, wire } from './wiring/wiring.ts';

export { withCoupon } from '#client/outside/deep-link.ts';
export { type PayerPageInput, payerPage } from './page/payer-page.tsx';
export { NOWHERE, type Own, keptAs, ownAt } from './drawn.ts';

/**
 * What caches may do with a page. Those of a network (RFC 9213) may show an old one while they fetch the next: together
 * not longer than our own keep it after a change. A browser asks each time.
 */
const SHARED = {
  'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
  'cdn-cache-control': 'public, max-age=1, stale-while-revalidate=4',
};

/** Longest wait for data, ms: a page without them is better than none. */
const PATIENCE = 2_500;

/** Whatever charts would do later than that is no part of a page: nothing is set for it. */
const timers = {
  setTimeout: (work: () => void, ms: number) => (ms < PATIENCE ? setTimeout(work, ms) : null),
  clearTimeout: (timer: NodeJS.Timeout | null) => timer && clearTimeout(timer),
};

export interface RenderInput {
  /** Path with query. */
  url: string;
  tenant: Tenant;
  sandbox: boolean;
  /** MAP_STYLE_URL */ mapStyle?: string | undefined;
  /** Scheme and host. */
  origin: string;
  /** Answers calls of the API in this process. */
  fetch: (request: Request) => Promise<Response>;
  /** The answer of a read that everybody may make, where it is kept: asked before {@link fetch}. */
  kept?: FindKept;
  /** epoch ms of the one clock */
  now: number;
  /** Whoever asks has the page of {@link NOWHERE} already: of a thing that is gone only the status is said. */
  hasNowhere?: boolean;
  /** The browser has nothing in hand: no session, no cart, no errand. */
  isNobody?: boolean;
  /** What is known of whoever asks, for a page of theirs alone: {@link ownAt} says whether it is needed. */
  mine?: Mine | null;
}

/** Moves the chart to the place and waits for its data. */
async function presented(app: AppActor, place: Place | null): Promise<AppSnapshot> {
  app.start();
  if (place) app.send(toAsked(place));
  const actors = [app, ...Object.values(app.getSnapshot().children)].filter(
    (actor): actor is AnyActorRef => actor !== undefined,
  );
  await until(actors, () => isPresentable(app.getSnapshot()), PATIENCE);
  return app.getSnapshot();
}

async function markup(
  { app, api }: Wired,
  url: string,
  view: TenantView,
  seed: Pick<Seed, 'products'>,
  { origin, now }: RenderInput,
): Promise<{ html: string; parts: string[] }> {
  const { router, connect } = createShopRouter(createMemoryHistory({ initialEntries: [url] }));
  connect(app);
  await router.load();
  await bringParts();
  takeDrawn();
  const html = renderToString(
    <ShellContext
      value={{
        app,
        api,
        tenant: view,
        clock: stoppedClock(now),
        storage: noStorage(),
        origin,
        renderedAt: now,
        first: null,
        seed,
        addresses,
        attend: () => Promise.resolve(),
      }}
    >
      <RouterProvider router={router} />
    </ShellContext>,
  );
  return { html, parts: takeDrawn() };
}

/**
 * A page of the shop for nobody in particular.
 * Public screens come with their data; an address that the chart answers elsewhere is a 302, one that leads
 * nowhere a 404.
 */
export async function render(input: RenderInput): Promise<Rendered> {
  const { url, tenant, sandbox, mapStyle, origin, fetch, kept, now } = input;
  const view = tenantView(tenant, sandbox, mapStyle);
  const address = new URL(url, origin);
  if (address.pathname === OFFLINE) return offlineShell(view);
  const linked = hrefOfLinkIn(addresses, address);
  if (linked !== undefined) return sentTo(linked);
  const place = addresses.placeAt(address);
  if (!place && placeOfLink(addresses, url)) return sentTo(hrefOfLink(addresses, url));
  const mine = place && input.mine && isOwn(place, input.mine) ? input.mine : null;
  if (place && !mine && !isDrawn(place, input.isNobody)) return shell(place, view, now);
  const tidy = place && tidied(address, place);
  if (tidy) return sentTo(tidy);

  const isPrivate = place !== null && !definition(place.screen).public;
  const storage = noStorage();
  const wired = wire({
    tenant: view,
    clock: stoppedClock(now),
    storage,
    tabs: { tell: () => undefined, hear: () => () => undefined },
    base: origin,
    server: {
      calls: { fetch, ...(kept ? { through: (api) => withKept(api, origin, kept) } : {}) },
      actor: { clock: timers },
    },
    input: bornWith(mine ? { mine } : null),
    // Of who has nothing in hand its slot stands on public pages, as it does in the browser.
    cart: mine || isPrivate ? cartMachine : undefined,
  });
  const { app } = wired;
  try {
    // What stands there instead may be a step of a flow.
    if (isPrivate) await wired.flows.prepare(place);
    const snapshot = await presented(app, place);
    const there = whereIs(snapshot);
    const missing = !place || isNotFound(snapshot);
    const reason = refusalOf(snapshot)?.reason;
    const isElsewhere = !missing && there !== null && !samePath(there, place);
    const isTheirs = mine !== null && there !== null && isOwn(there, mine);
    if (mine && place && (missing || !isTheirs)) return shell(place, view, now);
    // A company's store is drawn for nobody, and a closed campaign is judged for nobody: whoever has something in
    // hand may be let in by their own charts.
    if (isElsewhere && input.isNobody === false && (view.intranet || reason?.startsWith('campaign.')))
      return shell(place, view, now);
    if (isElsewhere && !isTheirs && !(isPrivate && isDrawn(there, true) && !definition(there.screen).public))
      return sentTo(addresses.hrefOf(there), reason);
    const shown = there ?? place;
    // A product that is gone, say.
    if (missing && place) return input.hasNowhere ? gone(view) : render({ ...input, url: NOWHERE });
    const products = await firstProducts(wired, shown, PATIENCE);
    const { html, parts } = await markup(
      wired,
      isElsewhere ? addresses.hrefOf(there) : url,
      view,
      products,
      input,
    );
    // A screen that broke here is left out of the markup: the browser then draws it anew, and says what
    // broke.
    const loaded = { ...seedOf(snapshot), ...products, ...(mine ? { mine } : {}) };
    const seed = html.includes('<!--$!-->') || !isFilled(loaded, place) ? null : loaded;
    if (mine && place && !seed) return shell(place, view, now);
    return {
      status: missing ? 404 : 200,
      head:
        missing || isPrivate
          ? hiddenHead(missing ? titleOfNowhere(view) : titleOf(snapshot, view))
          : {
              title: titleOf(snapshot, view),
              description: descriptionOf(snapshot, view),
              canonical: addresses.hrefOf(canonicalOf(place, snapshot)),
              image: imageOf(snapshot, view),
              hidden: false,
            },
      html,
      snapshot: pageData(view, now, seed, {
        parts,
        nowhere: missing,
        shown: isPrivate && shown ? addresses.hrefOf(shown) : undefined,
      }),
      files: [...(isPrivate ? [LATE_SCREENS] : []), ...(shown ? [screenFiles[shown.screen]] : []), ...parts],
      shared: !isPrivate,
      dueAt: rootIn(snapshot, 'campaigns')?.context.dueAt ?? null,
      isWhole: seed !== null,
    };
  } finally {
    app.stop();
  }
}

/** A campaign has an id and a short name; search engines are told the short name (D26). */
function canonicalOf(place: Place, snapshot: AppSnapshot): Place {
  const slugOf = (ref: string) =>
    snapshot.context.campaigns.statuses.find(({ id }) => id === ref)?.slug ?? ref;
  const params = Object.fromEntries(
    Object.entries(place.params).map(([name, value]) => [
      name,
      name === 'campaignId' || name === 'campaign' ? slugOf(value) : value,
    ]),
  );
  return placeOf(place.screen, params);
}

/** A page as it is sent. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** For the policy header: `style-src 'self' <it>`. */
  hashes: InlineHashes | null;
  /** Epoch ms at which time opens or ends something on it; null when nothing does. */
  dueAt: number | null;
  /** False when something that it shows did not answer. */
  isWhole: boolean;
}

export interface PageInput extends RenderInput {
  /** Vite's manifest of dist/client; null in development. */
  manifest: Manifest | null;
  /** The text of a built file of dist/client, for styles that are inlined. */
  asset?: (file: string) => string | null;
}

/** The whole answer for an address of the shop. */
export async function renderPage(input: PageInput): Promise<Page> {
  const { status, location, reason, head, html, snapshot, files, shared, dueAt, isWhole } =
    await render(input);
  const why: Record<string, string> = reason ? { 'x-reason': reason } : {};
  if (status === 302) {
    const cookie: Record<string, string> = reason ? { 'set-cookie': reasonCookie(reason) } : {};
    return {
      status,
      headers: { ...why, ...cookie, location: location ?? '/', 'cache-control': 'no-store' },
      body: '',
      hashes: null,
      dueAt: null,
      isWhole: true,
    };
  }
  const { body, hashes, link } = await documentOf({
    tenant: tenantView(input.tenant, input.sandbox),
    origin: input.origin,
    head,
    files,
    html,
    data: snapshot,
    manifest: input.manifest,
    asset: input.asset ?? (() => null),
  });
  return {
    status,
    headers: {
      ...why,
      'content-type': 'text/html; charset=utf-8',
      ...(shared ? SHARED : { 'cache-control': 'no-store' }),
      // For the service worker: until when it may show this page again.
      ...(shared && dueAt ? { 'x-due': String(dueAt) } : {}),
      ...(shared && link ? { link } : {}),
    },
    body,
    hashes,
    dueAt: dueAt ?? null,
    isWhole: isWhole ?? true,
  };
}
