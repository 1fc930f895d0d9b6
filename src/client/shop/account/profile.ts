import { profileActors } from '#actors/person/profile.ts';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { useGo } from '#client/links.ts';
import {
  type ProfileEvent,
  type ProfileInput,
  conflicts,
  profileMachine,
} from '#machines/account/profile.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';

export interface ProfileView {
  state: SnapshotFrom<typeof profileMachine>;
  send: (event: ProfileEvent) => void;
  /** the fields of which the person has to say what holds */
  contested: readonly string[];
}

/** The chart of a person's own data. Saved, the account is told to all charts and tabs, and is shown. */
export function useProfile(input: ProfileInput): ProfileView {
  const { api, app } = useShell();
  const go = useGo();
  const [machine] = useState(() => profileMachine.provide({ actors: profileActors(api) }));
  const [state, send] = useActor(machine, { input });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const { account } = state.context;
  const isSaved = state.matches('saved');
  useEffect(() => {
    if (!isSaved) return;
    app.send({ type: 'account.changed', account });
    go('app.profile');
  }, [isSaved, account, app, go]);
  return { state, send, contested: conflicts(state.context) };
}
