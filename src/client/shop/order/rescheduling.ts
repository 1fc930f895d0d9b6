import { type ReschedulingEvent, reschedulingMachine } from '#machines/orders/rescheduling.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { late } from '#client/late.ts';
import { useGo } from '#client/links.ts';

export interface ReschedulingView {
  state: SnapshotFrom<typeof reschedulingMachine>;
  send: (event: ReschedulingEvent) => void;
}

/**
 * The chart that moves an order to another window. What is chosen stands in the address, so that reloading and
 * signing in again bring it back; moved, the order itself is asked for.
 */
export function useRescheduling(search: { order?: string; window?: string }): ReschedulingView {
  const { api } = useShell();
  const go = useGo();
  const [machine] = useState(() =>
    reschedulingMachine.provide({
      actors: late(
        async () => (await import('#actors/order/rescheduling.ts')).reschedulingActors(api),
        ['loadCandidates', 'loadWindows', 'reschedule'],
      ),
    }),
  );
  const [state, send] = useActor(machine, {
    input: { id: search.order ?? null, windowId: search.window ?? null },
  });
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
  const { id, windowId, order } = state.context;
  const isChoosing = state.hasTag('choosing');
  const { order: named, window: written } = search;
  useEffect(() => {
    if (named !== undefined && named !== id)
      send({ type: 'order.named', id: named, windowId: written ?? null });
    else if (isChoosing && id !== null && (named !== id || written !== (windowId ?? undefined)))
      go('app.rescheduleOrder', {}, { order: id, ...(windowId === null ? {} : { window: windowId }) });
  }, [isChoosing, named, written, id, windowId, go, send]);
  const code = state.matches('done') ? order?.code : undefined;
  useEffect(() => {
    if (code !== undefined) go('app.ordersDetails', { orderCode: code });
  }, [code, go]);
  return { state, send };
}
