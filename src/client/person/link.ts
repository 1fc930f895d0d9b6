import { noteSignIn } from '#client/person/measured.ts';
import { type LinkEvent, signInLinkMachine } from '#machines/login/link.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { useShell } from '#client/context.ts';
import { useApp, useOnline } from '#client/hooks.ts';
import { late } from '#client/late.ts';

export interface LinkView {
  state: SnapshotFrom<typeof signInLinkMachine>;
  send: (event: LinkEvent) => void;
}

/** The chart of a sign-in link. */
export function useSignInLink(): LinkView {
  const app = useApp();
  const { api, clock } = useShell();
  const [machine] = useState(() =>
    signInLinkMachine.provide({
      actors: late(
        async () => (await import('#actors/person/link.ts')).linkActors(await api(), clock.now, window),
        ['readLink', 'lookAtLink', 'redeemLink', 'activate'],
      ),
    }),
  );
  const [state, send] = useActor(machine);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useEffect(() => {
    const { tokens, signupGrant, user, account } = state.context;
    if (!state.matches('done') || !tokens) return;
    noteSignIn('EMAIL');
    app.send({ type: 'signin.completed', tokens, signupGrant, user, account, by: 'beside' });
  }, [state, app]);
  return { state, send };
}
