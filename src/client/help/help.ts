import { type HelpInput, helpMachine } from '#machines/help/help.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { late } from '#client/late.ts';

export interface HelpView {
  state: SnapshotFrom<typeof helpMachine>;
  send: (event: EventFrom<typeof helpMachine>) => void;
}

/** The chart of the store's own words about help. */
export function useHelp(input: HelpInput): HelpView {
  const { api } = useShell();
  const [machine] = useState(() => {
    const load = async () => (await import('#actors/person/help.ts')).helpActors(await api());
    return helpMachine.provide({ actors: late(load, ['readHelp']) });
  });
  const [state, send] = useActor(machine, { input });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  return { state, send };
}
