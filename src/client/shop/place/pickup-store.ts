import { pickupStoreActors } from '#actors/place/hubs.ts';
import { useShell } from '#client/context.ts';
import { useOnline, useRoot, useRootState } from '#client/hooks.ts';
import { useGo } from '#client/links.ts';
import { useCheckoutRequest } from '#client/shop/cart/checkout-request.ts';
import {
  type PickupStoreEvent,
  type StorePoint,
  chosenPoint,
  pickupStoreMachine,
} from '#machines/address/pickup-store.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SnapshotFrom } from 'xstate';

export interface PickupStoreView {
  state: SnapshotFrom<typeof pickupStoreMachine>;
  send: (event: PickupStoreEvent) => void;
  chosen: StorePoint | null;
}

/** The points of a campaign for what is in the cart. The one that is taken goes with the cart to the purchase. */
export function usePickupStore(campaign: string, uuid: string | null): PickupStoreView {
  const { api, app } = useShell();
  const cart = useRoot('cart');
  const near = useRootState('location', ({ context: { isDefault, point } }) => (isDefault ? null : point));
  const [machine] = useState(() =>
    pickupStoreMachine.provide({ actors: pickupStoreActors(api, app.system) }),
  );
  const [state, send, actor] = useActor(machine, { input: { campaign, cart: uuid, near } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useEffect(() => send({ type: 'place.changed', near }), [near, send]);
  const go = useGo();
  const { blocker, request } = useCheckoutRequest();
  // What is in the way of the purchase stands in the cart, with its remedy.
  const goOn = useEffectEvent(() => (blocker ? go('app.cart') : request()));
  useEffect(() => {
    const taken = actor.on('pickup.taken', ({ choice }) => {
      cart.send({ type: 'draft.changed', patch: { shippingMethod: choice } });
      goOn();
    });
    return () => taken.unsubscribe();
  }, [actor, cart]);
  return { state, send, chosen: chosenPoint(state.context) };
}
