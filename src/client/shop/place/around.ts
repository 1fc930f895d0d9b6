import { aroundActors } from '#actors/place/hubs.ts';
import { useShell } from '#client/context.ts';
import { useChosen } from '#client/shop/campaign/chosen.tsx';
import { useChosenStore } from '#client/shop/campaign/chosen-store.ts';
import { useOnline, useRootState } from '#client/hooks.ts';
import {
  type AroundCampaign,
  aroundMachine,
  pointsAround,
  storesAround,
} from '#machines/address/around.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';

/** The stores and pickup points around the person's place, of these campaigns. */
export function useAround(campaigns: AroundCampaign[]) {
  const { api } = useShell();
  const near = useRootState('location', ({ context: { isDefault, point } }) => (isDefault ? null : point));
  const chosen = useChosen();
  const { choose } = useChosenStore();
  const [machine] = useState(() => aroundMachine.provide({ actors: aroundActors(api) }));
  const [state, send] = useActor(machine, { input: { campaigns, near } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useEffect(() => send({ type: 'place.changed', near }), [near, send]);
  return {
    state,
    send,
    chosen,
    choose,
    points: pointsAround(state.context, chosen),
    stores: storesAround(state.context),
  };
}
export type AroundView = ReturnType<typeof useAround>;
