import { LIKED, productsQuery } from '#machines/catalog/products-query.ts';
import { type ProductsEvent, productsMachine } from '#machines/catalog/products.machine.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import type { Wanted } from '#machines/navigation/search.ts';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type ActorRefFrom, type SnapshotFrom, createActor } from 'xstate';
import { type Shell, useShell } from '#client/context.ts';
import { late } from '#client/late.ts';
import { useChosen } from '#client/shop/campaign/chosen.tsx';
import { useOnline, useRoot, useRootState } from '#client/hooks.ts';

type List = ActorRefFrom<typeof productsMachine>;
/** A list outlives its screen, so that Back finds it whole; one for each page of the browser. */
type Lists = WeakMap<AppActor, List>;
const all: Lists = new WeakMap();
const liked: Lists = new WeakMap();
const begun = new WeakSet<List>();
function listOf(lists: Lists, { app, api, seed }: Pick<Shell, 'app' | 'api' | 'seed'>): List {
  const known = lists.get(app);
  if (known) return known;
  const machine = productsMachine.provide({
    actors: late(async () => (await import('#actors/products.ts')).productsActors(api), ['loadProducts']),
  });
  const list = createActor(machine, { input: { seed: seed?.products } });
  lists.set(app, list);
  return list;
}

export interface ProductList {
  snapshot: SnapshotFrom<typeof productsMachine>;
  /** The campaigns whose products are shown, in their order. */
  campaigns: readonly string[];
  /** Why it is not even known where to look. */
  problem: 'offline' | 'failed' | null;
  send: (event: ProductsEvent) => void;
  retry: () => void;
}

/** All products that an address asks for, among the campaigns that are offered here. */
export function useProducts(search: Wanted): ProductList {
  const list = listOf(all, useShell());
  const found = useList(list, search);
  // Another list than the one that was read begins at its top; one that is come back to stays where it was.
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current !== search) scrollTo(0, 0);
    shown.current = search;
  }, [search]);
  return found;
}

/** Of the same campaigns what somebody likes comes first, as far as their answers say it. */
export function useLiked(): ProductList {
  const { app, api } = useShell();
  return useList(listOf(liked, { app, api }), FOR_YOU, ROW);
}
/** All products in the order of what somebody likes, as an address. */
export const FOR_YOU = { sort: LIKED } satisfies Wanted;
/** More than a row shows: some of them are sold out. */
const ROW = { size: 12 };

/** Categories that somebody likes. */
export const useTastes = (): readonly string[] =>
  useRootState('session', ({ context }) => context.account?.tastes) ?? NONE;
const NONE: readonly string[] = [];

function useList(list: List, search: Wanted, page?: { size: number }): ProductList {
  const subscribe = useCallback((wake: () => void) => list.subscribe(wake).unsubscribe, [list]);
  const read = () => list.getSnapshot();
  const snapshot = useSyncExternalStore(subscribe, read, read);

  const campaigns = useRoot('campaigns');
  const session = useRoot('session');
  const isKnown = useRootState('campaigns', ({ context }) => context.isKnown);
  const known = useRootState('campaigns', ({ context }) => context.campaigns);
  const tastes = useTastes();
  const chosen = useChosen();
  const statuses = useRootState('campaigns', ({ context }) => context.statuses);
  const problem = useRootState('campaigns', (state) =>
    state.hasTag('offline') ? 'offline' : state.hasTag('failed') ? 'failed' : null,
  );
  const query = useMemo(
    () => ({ ...productsQuery(search, { campaigns: known, statuses, store: chosen }, tastes), ...page }),
    [search, known, statuses, chosen, tastes, page],
  );
  useEffect(() => {
    const lookAgain = () => list.send({ type: 'list.returned' });
    const isBegun = begun.has(list);
    if (!isBegun) {
      begun.add(list);
      list.start();
      session.on('session.closed', ({ by }) => list.send({ type: 'session.closed', by }));
    }
    // A page that the worker kept shows what was.
    if (isBegun || 'kept' in document.documentElement.dataset) lookAgain();
    const see = () => !document.hidden && lookAgain();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [list, session]);
  useEffect(() => {
    if (isKnown) list.send({ type: 'products.asked', query });
  }, [list, isKnown, query]);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) list.send({ type: 'network.restored' });
  }, [list, isOnline]);
  return {
    snapshot,
    campaigns: query.campaigns,
    problem: isKnown ? null : problem,
    send: list.send,
    retry: () => (isKnown ? list.send({ type: 'load.retried' }) : campaigns.send({ type: 'load.retried' })),
  };
}
