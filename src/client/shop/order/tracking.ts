import { type TrackingEvent, trackingMachine } from '#machines/orders/tracking.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { late } from '#client/late.ts';

export interface TrackingView {
  state: SnapshotFrom<typeof trackingMachine>;
  send: (event: TrackingEvent) => void;
}

/** The chart that follows an order by its code. */
export function useTracking(code: string): TrackingView {
  const { api } = useShell();
  const [machine] = useState(() =>
    trackingMachine.provide({
      actors: late(
        async () => (await import('#actors/order/tracking.ts')).trackingActors(api),
        ['loadTracked'],
      ),
    }),
  );
  const [state, send] = useActor(machine, { input: { code } });
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
