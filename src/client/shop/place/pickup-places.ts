import { hubActors } from '#actors/place/hubs.ts';
import { useShell } from '#client/context.ts';
import { useOnline, useRootState } from '#client/hooks.ts';
import { pickupPointsMachine } from '#machines/address/pickup-points.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';

/** The hubs of a campaign, and where its things can be fetched. */
export function usePickupPoints(campaign: string) {
  const { api } = useShell();
  const near = useRootState('location', ({ context: { isDefault, point } }) => (isDefault ? null : point));
  const [machine] = useState(() => pickupPointsMachine.provide({ actors: hubActors(api) }));
  const [state, send] = useActor(machine, { input: { campaign, near } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  return { state, send };
}
