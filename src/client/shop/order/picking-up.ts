import { pickupActors } from '#actors/place/pickup.ts';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { makeKnown } from '#client/storage.ts';
import { createStore } from '#client/store.ts';
import { Pickup } from '#contract/order/after-purchase.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { type PickupEvent, pickupMachine } from '#machines/orders/pickup.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import type { SnapshotFrom } from 'xstate';

export interface PickupView {
  state: SnapshotFrom<typeof pickupMachine>;
  send: (event: PickupEvent) => void;
}

const NAME = 'pickups';
/** Orders that wait to be fetched, newest seen first: more than that nobody carries. */
const MOST = 5;

/**
 * Orders to be fetched that were seen on this device, for the counter without a network. A sign-out forgets
 * them with everything else under the tenant's name.
 */
function keptPickups(client: string) {
  const store = createStore(
    () => (typeof window === 'undefined' ? null : globalThis.localStorage),
    `vitrine:${client}:`,
    makeKnown,
  );
  const read = (): Pickup[] => {
    const { success, output } = v.safeParse(v.array(Pickup), store.get(NAME));
    return success ? output : [];
  };
  return {
    read,
    /** One that is fetched or called off has nothing to show at a counter any more. */
    keep(pickup: Pickup): void {
      const others = read().filter(({ id }) => id !== pickup.id);
      const own = hasOrderTag(pickup.state, 'final') ? [] : [pickup];
      store.set(NAME, [...own, ...others].slice(0, MOST));
    },
  };
}

/** The chart of fetching an order. @param id of the order; null: whichever there is */
export function usePickup(id: string | null): PickupView {
  const { api, tenant } = useShell();
  const [kept] = useState(() => keptPickups(tenant.client));
  const [machine] = useState(() => pickupMachine.provide({ actors: pickupActors(api) }));
  const [input] = useState(() => ({ id, kept: kept.read() }));
  const [state, send] = useActor(machine, { input });
  const { pickup } = state.context;
  useEffect(() => {
    if (pickup) kept.keep(pickup);
  }, [kept, pickup]);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) send({ type: 'page.shown' });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [send]);
  return { state, send };
}
