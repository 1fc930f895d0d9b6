import { noteSignIn } from '#client/person/measured.ts';
import type { IntranetVault } from '#actors/person/intranet.ts';
import { type IntranetEvent, intranetLoginMachine } from '#machines/intranet/intranet-login.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { useShell } from '#client/context.ts';
import { useApp, useOnline } from '#client/hooks.ts';
import { late } from '#client/late.ts';
import { createStore } from '#client/store.ts';

export interface IntranetView {
  state: SnapshotFrom<typeof intranetLoginMachine>;
  send: (event: IntranetEvent) => void;
}

/** In this tab, under the tenant's name, until a sign-out wipes it. */
function vaultOf(client: string): IntranetVault {
  const store = createStore(() => globalThis.sessionStorage, `vitrine:${client}:`);
  return {
    read: () => store.get('company'),
    write: (value) => (value ? store.set('company', value) : store.drop('company')),
  };
}

/** The chart of a company's door. @param isTyping a code that is on its way is typed here */
export function useIntranetLogin(isTyping: boolean): IntranetView {
  const app = useApp();
  const { api, clock, tenant } = useShell();
  const [machine] = useState(() => {
    const load = async () =>
      (await import('#actors/person/intranet.ts')).intranetActors(
        await api(),
        vaultOf(tenant.client),
        clock.now,
      );
    return intranetLoginMachine.provide({
      actors: late(load, ['recallSent', 'sendCode', 'signIn', 'activate', 'readClock']),
    });
  });
  const [state, send] = useActor(machine, { input: { isTyping } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useEffect(() => {
    const { tokens, signupGrant, user, account } = state.context;
    if (!state.matches('done') || !tokens) return;
    noteSignIn('INTRANET');
    app.send({ type: 'signin.completed', tokens, signupGrant, user, account });
  }, [state, app]);
  return { state, send };
}
