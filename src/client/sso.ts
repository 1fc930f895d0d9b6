import { noteSignIn } from '#client/person/measured.ts';
import type { Beside } from '#actors/person/sso.ts';
import { type SsoEvent, ssoMachine } from '#machines/login/sso.machine.ts';
import { ssoReturnMachine } from '#machines/login/sso-return.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { useShell } from './context.ts';
import { useApp, useOnline } from './hooks.ts';
import { late } from './late.ts';

export interface SsoView {
  state: SnapshotFrom<typeof ssoMachine>;
  send: (event: SsoEvent) => void;
  /** Opens a window with the tap, as browsers ask for it; on this page where they refuse it. */
  choose: (provider: string) => void;
  /** Without a window: the provider's page comes in the place of this one. */
  chooseHere: (provider: string) => void;
}

const WIDTH = 480;
const HEIGHT = 680;
/** A window beside this one, with a word in it until the provider's page comes. */
function openWindow(): Beside | null {
  const left = Math.max(0, Math.round(screenX + (outerWidth - WIDTH) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - HEIGHT) / 2));
  const beside = open(
    'about:blank',
    '_blank',
    `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`,
  );
  if (beside) beside.document.title = 'Abrindo…';
  return beside;
}

/** The ports of the charts below, and the window that was opened with a tap. */
function useSsoPorts() {
  const { api, clock } = useShell();
  const [ports] = useState(() => {
    let beside: Beside | null = null;
    return {
      load: async () =>
        (await import('#actors/person/sso.ts')).ssoActors(await api(), clock.now, {
          own: window,
          beside: () => beside,
        }),
      /** In the place of one that may be open. @returns false where the browser opens none, or none is wanted */
      openBeside(isWanted: boolean): boolean {
        beside?.close();
        beside = isWanted ? openWindow() : null;
        return beside !== null;
      },
    };
  });
  return ports;
}

/** The chart of signing in with another account. @param isReturn the provider has sent this page back */
export function useSso(isReturn = false): SsoView {
  const app = useApp();
  const { openBeside, load } = useSsoPorts();
  const [machine] = useState(() =>
    ssoMachine.provide({
      actors: late(load, ['prepareTry', 'askBeside', 'leaveFor', 'recallTry', 'redeem', 'activate']),
    }),
  );
  const [state, send] = useActor(machine, { input: { isReturn } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useEffect(() => {
    const { tokens, signupGrant, user, account } = state.context;
    if (!state.matches('done') || !tokens) return;
    noteSignIn('SSO');
    app.send({ type: 'signin.completed', tokens, signupGrant, user, account, by: 'beside' });
  }, [state, app]);
  const begin = (provider: string, isWanted: boolean) =>
    send({ type: 'provider.chosen', provider, isBeside: openBeside(isWanted) });
  return {
    state,
    send,
    choose: (provider) => begin(provider, true),
    chooseHere: (provider) => begin(provider, false),
  };
}

/** The chart of the window that the provider sends back. */
export function useSsoReturn(): SnapshotFrom<typeof ssoReturnMachine> {
  const { load } = useSsoPorts();
  const [machine] = useState(() => ssoReturnMachine.provide({ actors: late(load, ['handOver']) }));
  return useActor(machine)[0];
}
