import { unreadActors } from '#actors/person/inbox.ts';
import { useShell } from '#client/context.ts';
import { useOnline, useRootState } from '#client/hooks.ts';
import { showUnread } from '#client/person/unread.ts';
import { unreadMachine } from '#machines/account/unread.machine.ts';
import { useActorRef } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';

/** Counts the messages that nobody opened, for whoever is signed in: once for the page, then when an order moved. */
export function UnreadCount() {
  const { api } = useShell();
  const [machine] = useState(() => unreadMachine.provide({ actors: unreadActors(api) }));
  const actor = useActorRef(machine);
  useEffect(() => showUnread(actor), [actor]);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) actor.send({ type: 'network.restored' });
  }, [isOnline, actor]);
  const steps = useRootState('orders', ({ context }) =>
    context.orders.map(({ code, state }) => `${code}${state}`).join(),
  );
  const last = useRef(steps);
  useEffect(() => {
    // The list that comes to an empty one is no news.
    if (last.current && steps !== last.current) actor.send({ type: 'messages.stale' });
    last.current = steps;
  }, [steps, actor]);
  return null;
}
