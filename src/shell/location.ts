import { bringParts } from '#components/layout/later.tsx';
import { refusalOf, whereIs } from '#machines/app/selectors.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import { placeAsked, samePath, samePlace, toAsked } from '#machines/navigation/place.ts';
import { type NavigationRequest, type Place, definition } from '#machines/navigation/screens.ts';
import { toLocation } from './addresses.ts';
import { showUnderWay } from './under-way.ts';
import { type ParsedLocation, type RouterHistory, redirect } from '@tanstack/react-router';
import { waitFor } from 'xstate';

/**
 * The part of a router that the bridge writes with; the places are typed, the router's own generics are not
 * needed here.
 */
export interface Navigator {
  history: RouterHistory;
  latestLocation: ParsedLocation;
  buildLocation(to: { to: string; params: object; search: object }): { href: string };
  navigate(to: {
    to: string;
    params: object;
    search: object;
    replace: boolean;
    resetScroll: boolean;
  }): Promise<void>;
}

const indexOf = (history: RouterHistory) => history.location.state.__TSR_index ?? 0;
/** What is looked for there: other words begin their list anew. */
const wordsIn = (place: Place): unknown => Reflect.get(place.search, 'q');
const leavesNothing = (place: Place, rule: 'replace' | 'passing') =>
  definition(place.screen).history === rule;

/**
 * Keeps the address and the chart together. One per router, so that two pages rendered at once on the server
 * never meet.
 */
export interface Bridge {
  /**
   * URL → chart: offers what the address asks for; the chart answers by where it is then.
   * @throws a redirect when it is elsewhere
   */
  offer(asked: Place): Promise<void>;
  /** A person asks for a screen. Flows that are not loaded yet are, before the chart needs them. */
  ask(asked: NavigationRequest): Promise<void>;
  /** Chart → URL: the only writer of the history. @returns how to stop */
  follow(router: Navigator): () => void;
}

/** @param prepare loads what the chart will need to be in that place; undefined when it is there already */
export function createBridge(
  app: AppActor,
  history: RouterHistory,
  prepare: (place: Place) => Promise<void> | undefined,
): Bridge {
  let navigator: Navigator | null = null;
  /** The chart is moving because the address did, so the address need not be written. */
  let offering = false;
  /** History index at which address and chart last agreed: where a refused Back returns to. */
  let settled: number | null = null;
  /** Where the chart was then. */
  let agreed: Place | null = null;

  async function offer(asked: Place): Promise<void> {
    await prepare(asked);
    const before = whereIs(app.getSnapshot());
    // Until it has landed the address is not written from here: the redirect below leaves no entry.
    offering = true;
    try {
      if (app.getSnapshot().hasTag('booting') || !samePlace(before, asked)) app.send(toAsked(asked));
      // What needs to know who is here waits for that, at the start and when it is asked for before.
      await waitFor(app, (snapshot) => !snapshot.hasTag('booting'));
      // Why one is elsewhere stands above that screen: drawn after it, it would push it down. Where that is, is asked
      // after the wait: the chart may have gone on.
      if (refusalOf(app.getSnapshot())) await bringParts(['client/last-refusal.tsx']).catch(() => undefined);
    } finally {
      offering = false;
    }
    const now = whereIs(app.getSnapshot());
    if (!now) return;
    const index = indexOf(history);
    if (samePlace(now, asked)) {
      settled = index;
      agreed = now;
      return;
    }
    if (settled !== null && settled !== index && samePlace(now, before)) {
      history.go(settled - index); // a refused Back, Forward or push is undone, however many entries it was
      return new Promise(() => undefined); // superseded by the load which that causes
    }
    // The table's paths are the tree's paths
    throw redirect({ ...toLocation(now), replace: true } as Parameters<typeof redirect>[0]);
  }

  async function ask(asked: NavigationRequest): Promise<void> {
    const place = placeAsked(asked);
    // Nothing to wait for: the chart answers within the click.
    const preparing = prepare(place);
    if (preparing) showUnderWay(preparing);
    try {
      if (preparing) await preparing;
    } catch (lost) {
      // The address says why: it asks again, and has the words for what did not come.
      if (!navigator) throw lost;
      return write(navigator, place, false);
    }
    const before = whereIs(app.getSnapshot());
    app.send(asked);
    const now = whereIs(app.getSnapshot());
    // The chart was there all along and only the address was not: after an address that leads nowhere.
    if (navigator && now && samePlace(before, now) && samePlace(now, place)) write(navigator, now, false);
  }

  /** @param resetScroll false where only what is chosen on the screen has changed */
  function write(router: Navigator, place: Place, replace: boolean, resetScroll = true): void {
    const to = toLocation(place);
    if (router.buildLocation(to).href !== router.latestLocation.href)
      showUnderWay(router.navigate({ ...to, replace, resetScroll }));
  }

  function follow(router: Navigator): () => void {
    navigator = router;
    // The chart may have moved between the first page and this moment.
    let last = agreed ?? whereIs(app.getSnapshot());
    const look = (snapshot: ReturnType<AppActor['getSnapshot']>) => {
      const now = whereIs(snapshot);
      const left = last;
      if (now === null || samePlace(now, left)) return;
      last = now;
      if (offering) return;
      const wasEvicted = samePlace(snapshot.context.refusal?.asked ?? null, left);
      const isSearchOnly = left !== null && samePath(left, now);
      // What is only read on the way leaves the way behind it: Back leads there again.
      const wasPassedThrough =
        left !== null && leavesNothing(left, 'passing') && !definition(now.screen).aside;
      const replace =
        left === null || leavesNothing(now, 'replace') || wasPassedThrough || wasEvicted || isSearchOnly;
      write(router, now, replace, !isSearchOnly || wordsIn(left) !== wordsIn(now));
    };
    look(app.getSnapshot());
    return app.subscribe(look).unsubscribe;
  }

  return { offer, ask, follow };
}
