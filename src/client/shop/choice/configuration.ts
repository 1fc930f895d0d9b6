import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { childrenActors } from '#actors/children.ts';
import type { Item } from '#contract/catalog.ts';
import type { KitChoice } from '#domain/cart-line.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import { configurationMachine } from '#machines/catalog/configuration.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';

/** What an item is filled with is shown by several screens one after the other, and asked for once, ms. */
const KEPT_FOR = 60_000;
const lately = new WeakMap<AppActor, { item: string; children: readonly Item[]; until: number }>();
function childrenOf(app: AppActor, { id }: Item, now: number): readonly Item[] | null {
  const known = lately.get(app);
  return known?.item === id && now < known.until ? known.children : null;
}

/** What can be chosen in an item, with the stock of each option. @param selection what was chosen before */
export function useConfiguration(item: Item, selection: readonly KitChoice[]) {
  const { api, app, clock } = useShell();
  const [machine] = useState(() => configurationMachine.provide({ actors: childrenActors(api) }));
  const [state, send] = useActor(machine, {
    input: { item, selection, known: childrenOf(app, item, clock.now()) },
  });
  const { children: parts } = state.context;
  useEffect(() => {
    if (parts.length > 0 && lately.get(app)?.children !== parts)
      lately.set(app, { item: item.id, children: parts, until: clock.now() + KEPT_FOR });
  }, [app, clock, item.id, parts]);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const isNews = item !== state.context.item;
  useEffect(() => {
    if (isNews) send({ type: 'item.changed', item });
  }, [isNews, item, send]);
  return { state, send };
}
