import { inboxActors } from '#actors/person/inbox.ts';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
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
  return { state, send };
}
