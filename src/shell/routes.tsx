import type { AppActor } from '#machines/app/app.machine.ts';
import {
  type Place,
  type ScreenId,
  type Screens,
  type SearchOf,
  definition,
  screenIds,
  screens,
} from '#machines/navigation/screens.ts';
import {
  type RouterHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
} from '@tanstack/react-router';
import { addressesOf, placeRead, searchCodec } from './addresses.ts';
import { Crash } from './page/crash.tsx';
import { Frame } from './page/frame.tsx';
import { type Bridge, type Navigator, createBridge } from './location.ts';
import { NotFound } from './page/not-found.tsx';
import { components } from './screens.tsx';
import { scrollsNow } from './scroll.ts';
import { Pending } from './page/waiting.tsx';

const root = createRootRouteWithContext<Pick<Bridge, 'offer'>>()({
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: Crash,
});

const screenRoute = <const K extends ScreenId, const P extends string>(screen: K, path: P) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: components[screen],
    // Two campaigns are two screens: nothing typed in one may be found in the other.
    remountDeps: ({ params }) => params,
    // Read by the row's own reader
    validateSearch: (raw: Record<string, unknown>) => (definition(screen).search?.(raw) ?? {}) as SearchOf<K>,
    beforeLoad: async ({ params, search, preload, context }) => {
      // Keys that no screen knows came through the root: read again.
      const place = placeRead(screen, params, search as object); // K's own search to the compiler
      if (!place) throw notFound();
      // A hover loads code; it does not move the chart.
      if (!preload) await context.offer(place);
    },
  });

type ScreenRoutes = { [K in ScreenId]: ReturnType<typeof screenRoute<K, Screens[K]['path']>> };
const plant = () =>
  root.addChildren(
    Object.fromEntries(
      screenIds.map((id) => [id, screenRoute(id, screens[id].path)]),
    ) as unknown as ScreenRoutes,
  ); // fromEntries forgets its keys
// One tree for all routers: it has no state, and a server makes a router for every page.
let tree: ReturnType<typeof plant> | undefined;

/**
 * A transition that gives way to the next one is nothing to complain about, and the update happens in any
 * case; the router keeps the transition to itself.
 */
function hushTransitions(): void {
  const begin = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = begin(update);
    for (const step of [transition.ready, transition.finished]) step.catch(() => undefined);
    return transition;
  };
}

/** The router of one page, whose tree is made from the screen table. */
export function createShopRouter(history: RouterHistory) {
  let bridge: Bridge | undefined;
  const router = createRouter({
    routeTree: (tree ??= plant()),
    history,
    context: { offer: async (place) => bridge?.offer(place) },
    ...searchCodec,
    caseSensitive: true,
    // On the server it would be an inline script, which the policy forbids.
    scrollRestoration: typeof window !== 'undefined' && scrollsNow(),
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: Crash,
    // The screen one leaves is better than a flash of something else; a slow network must still be seen to
    // work.
    defaultPendingMs: 600,
    defaultPendingMinMs: 200,
    defaultPendingComponent: Pending,
    // The tile's picture becomes the product's. A search in place is no change of screen, nor is the first one.
    defaultViewTransition: {
      types: ({ fromLocation, pathChanged }) => (fromLocation && pathChanged ? ['screen'] : false),
    },
  });
  if (typeof document !== 'undefined' && 'startViewTransition' in document) hushTransitions();
  // The codec and the bridge know places, not the tree's generics
  const plain = router as unknown as Navigator & Parameters<typeof addressesOf>[0];
  return {
    router,
    addresses: addressesOf(plain),
    /** Keeps the router and a chart together from now on. */
    connect(app: AppActor, prepare: (place: Place) => Promise<void> | undefined = () => undefined) {
      const connected = createBridge(app, history, prepare);
      bridge = connected;
      return { ask: connected.ask, follow: () => connected.follow(plain) };
    },
  };
}
