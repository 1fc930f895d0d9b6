import { inboxActors } from '#actors/person/inbox.ts';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { tellUnread } from '#client/person/unread.ts';
import { inboxMachine } from '#machines/account/inbox.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';

/** What the store told the person who is signed in. */
export function useInbox() {
  const { api } = useShell();
  const [machine] = useState(() => inboxMachine.provide({ actors: inboxActors(api) }));
  const [state, send] = useActor(machine);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const { messages, opened } = state.context;
  const isKnown = state.matches('shown') || state.hasTag('empty');
  const count = messages.filter(({ id, readAt }) => readAt === undefined && !opened.includes(id)).length;
  useEffect(() => {
    if (isKnown) tellUnread({ type: 'messages.seen', count });
  }, [isKnown, count]);
  return { state, send };
}
