import { deviceActors } from '#actors/person/devices.ts';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { type DevicesEvent, devicesMachine } from '#machines/account/devices.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';

export interface DevicesView {
  state: SnapshotFrom<typeof devicesMachine>;
  send: (event: DevicesEvent) => void;
}

/** The chart of the devices on which a person is signed in. Left here, all tabs of this browser sign out. */
export function useDevices(): DevicesView {
  const { api, app } = useShell();
  const [machine] = useState(() => devicesMachine.provide({ actors: deviceActors(api) }));
  const [state, send] = useActor(machine);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const isLeft = state.matches('left');
  useEffect(() => {
    if (isLeft) app.send({ type: 'signout.requested' });
  }, [isLeft, app]);
  return { state, send };
}
