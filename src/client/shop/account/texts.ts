import { consentActors } from '#actors/person/privacy.ts';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { type TextsEvent, textsMachine } from '#machines/account/texts.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SnapshotFrom } from 'xstate';

export interface TextsView {
  state: SnapshotFrom<typeof textsMachine>;
  send: (event: TextsEvent) => void;
}

/** The chart of the question about newer texts. @param onSettled nothing more is to be asked about these versions */
export function useTexts(onSettled: () => void): TextsView {
  const { api, tenant } = useShell();
  const { terms, privacy } = tenant.legal;
  const [machine] = useState(() => textsMachine.provide({ actors: consentActors(api) }));
  const [state, send] = useActor(machine, {
    input: {
      texts: [
        { id: 'terms', version: terms.version },
        { id: 'privacy', version: privacy.version },
      ],
    },
  });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const isSettled = state.matches('settled');
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (isSettled) settle();
  }, [isSettled]);
  return { state, send };
}
