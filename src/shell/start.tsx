import { bringParts } from '#components/layout/later.tsx';
import type { AppInput, Seed } from '#machines/app/context.ts';
import type { LeftBehind } from './left-behind.ts';
import { RouterProvider, createBrowserHistory } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { afterPaint, whenFree, yieldToMain } from '#client/yield-to-main.ts';
import { createClock } from '#client/clock.ts';
import { type Shell, ShellContext } from '#client/context.ts';
import { firstState } from './first-state.ts';
import { once } from '#client/late.ts';
import { samePath } from '#machines/navigation/place.ts';
import type { Place } from '#machines/navigation/screens.ts';
import { type PageData, keepPage, readPage } from './page.ts';
import { createShopRouter } from './routes.tsx';
import { type Storage, openStorage } from '#client/storage.ts';
import { openTabs } from './wiring/tabs.ts';
import { type Wired, wire } from './wiring/wiring.ts';

const draw = (shell: Shell, router: ReturnType<typeof createShopRouter>['router']) => (
  <StrictMode>
    <ShellContext value={shell}>
      <RouterProvider router={router} />
    </ShellContext>
  </StrictMode>
);

/** What an earlier page left. The code that checks it comes only where something was left. */
async function leftBy(
  { lead, memory, location, cart, placing, signup, guest, chosen }: Storage,
  place: Place | null,
  now: number,
  privacyVersion: string,
): Promise<LeftBehind> {
  const leadId = lead.read()?.id ?? null;
  const { stored, lines } = cart.read();
  const kept = [memory, location, placing, signup, guest, chosen].map((part) => part.read());
  return [stored, lines, ...kept].every((value) => value === undefined)
    ? { cart: { leadId } }
    : (await import('./left-behind.ts')).leftBehind(
        { leadId, stored, lines, kept },
        place,
        now,
        privacyVersion,
      );
}

/**
 * What came with the page, unless it was made for somebody whom this browser does not know, or no more: of
 * that nothing is taken over.
 */
function seedHere(seed: Seed | null, { hint, lead }: Storage): Seed | null {
  const owner = seed?.mine?.owner;
  if (!owner) return seed;
  return (owner.kind === 'client' ? hint.read() : lead.read()?.id === owner.id) ? seed : null;
}

/**
 * The reason for which the server sent the person here: the charts begin at this very place with it, as if
 * they had refused it themselves.
 */
async function refusalFromServer(
  place: Place | null,
  memory: AppInput['memory'],
): Promise<Pick<AppInput, 'asked' | 'memory'>> {
  if (!place || !document.cookie.includes('vitrine-reason')) return {};
  return (await import('./reason-cookie.ts')).refusalAt(place, memory, document);
}

/** Nothing of this may stand in the way of the first screen. */
const afterwards = () => import('./after-first-screen.ts');
function settle(page: PageData, wired: Wired, { clock, tenant }: Shell, keep: () => Promise<void>): void {
  const settleNow = async () => {
    keepPage(page);
    await keep();
    (await afterwards()).afterFirstScreen(wired, clock, tenant);
  };
  // When the network is lost right after the first screen, this is done when it is back.
  const settleOnline = () =>
    void settleNow().catch(() => addEventListener('online', settleOnline, { once: true }));
  void whenFree().then(settleOnline);
}

/** The browser's own question whether to install the shop comes once, maybe before the code that asks: kept for it. */
const keepPrompt = (event: Event): void => {
  event.preventDefault();
  Object.assign(globalThis, { installPrompt: event });
};

/** Starts the shop in the browser: takes the server's page over where it has content, else draws it anew. */
export async function startShop(): Promise<void> {
  addEventListener('beforeinstallprompt', keepPrompt);
  await yieldToMain();
  const root = document.getElementById('root');
  const page = readPage();
  // Without a page of ours and without one kept there is nothing to sell yet: the words in index.html stand.
  if (!root || !page) return;
  // Taken off before the router reads the address, where the page has no loader.
  if (globalThis.arrived ?? globalThis.location.search.includes('token='))
    (await import('#actors/person/link-kept.ts')).takeLink(globalThis.window);
  const { router, addresses, connect } = createShopRouter(createBrowserHistory());
  await yieldToMain();
  // The shell that the worker shows has no tenant in it, and no server has sent a link of it on.
  if (!document.getElementById('page') || globalThis.location.search.includes('link='))
    (await import('./wiring/without-server.ts')).prepare(page, { addresses, router });
  const { tenant, now } = page;
  const clock = createClock(document.getElementById('page') && now > 0 ? now : null);
  const storage = openStorage(tenant.client);
  const tabs = openTabs(tenant.client);
  const place = addresses.placeAt(router.history.location);
  const left = await leftBy(storage, place, clock.now(), tenant.legal.privacy.version);
  const refused = await refusalFromServer(place, left.memory);
  const hint = storage.hint.read();
  const seed = seedHere(page.seed, storage);
  // Whoever has something in hand is kept from the start; for anybody else it is early enough with their
  // first tap.
  const known = hint || left.cart.memory || seed?.mine ? await afterwards().catch(() => null) : null;
  await yieldToMain();
  const wired = wire({
    tenant,
    clock,
    storage,
    tabs,
    base: globalThis.location.origin,
    cart: known?.cartMachine,
    input: {
      hint,
      online: navigator.onLine,
      jitter: Math.random(),
      ...left,
      ...refused,
      ...(seed ? { seed } : {}),
    },
  });
  const { app } = wired;
  const parts = { app, storage, tabs, clock };
  await yieldToMain();
  // A chart that begins at its place enters the flow of that place at once.
  if (refused.asked && place) await wired.flows.prepare(place);
  app.start();
  known?.keepAll(parts);
  await yieldToMain();
  // Of such a visitor the server drew, from these very data.
  const { cart: leftCart, ...leftElse } = left;
  const hasLeft = Object.values({ ...leftElse, ...leftCart }).some(Boolean);
  const isVisitor = !(hint || refused.asked || hasLeft) && navigator.onLine;
  // What stands there instead may be a step of a flow.
  const shown = page.shown ? addresses.placeAt(new URL(page.shown, globalThis.location.href)) : null;
  if (shown) await wired.flows.prepare(shown);
  const theirs = known && { cart: known.cartMachine, ...wired.flows.bare() };
  const drawn = firstState({ ...page, seed }, place, isVisitor ? app : undefined, shown, theirs);
  const keep = once(async () => (known ? undefined : (await afterwards()).keepAll(parts)));
  app.getSnapshot().children.cart?.subscribe(
    () =>
      void afterPaint()
        .then(keep)
        .catch(() => undefined),
  );
  await yieldToMain();
  const { ask, follow } = connect(app, wired.flows.prepare);
  await router.load();
  await bringParts(page.parts ?? []);
  follow();
  await yieldToMain();
  // The person's own charts may have led elsewhere: that screen is drawn anew, not over this one.
  const first = samePath(addresses.placeAt(router.history.location), shown ?? place) ? drawn : null;

  const shell: Shell = {
    app,
    api: wired.api,
    tenant,
    clock,
    storage,
    first,
    seed,
    renderedAt: first ? now : null,
    origin: globalThis.location.origin,
    addresses,
    attend: ask,
  };
  if (first) {
    // The server has no Suspense around its matches; the router leaves its own out only when told that a
    // server was there.
    Object.assign(router, { ssr: { manifest: undefined } });
    // As a transition React takes the page over in slices, between which it can be scrolled and touched.
    startTransition(() => {
      hydrateRoot(root, draw(shell, router), { onRecoverableError: (fault) => console.error(fault) });
    });
  } else {
    root.replaceChildren();
    createRoot(root).render(draw(shell, router));
  }
  settle(page, wired, shell, keep);
}
