import { likingsActors } from '#actors/person/likings.ts';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import type { Account } from '#contract/people/account.ts';
import type { AskedLiking } from '#domain/person/likings.ts';
import { type LikingsEvent, askedOf, likingsMachine } from '#machines/asked/likings.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';

export interface LikingsView {
  state: SnapshotFrom<typeof likingsMachine>;
  send: (event: LikingsEvent) => void;
  /** the question that is asked now */
  asked: AskedLiking | undefined;
}

/** The chart of the questions about taste. An answer that is kept is told to all charts and tabs with the account. */
export function useLikings(account: Account): LikingsView {
  const { api, app } = useShell();
  const [machine] = useState(() => likingsMachine.provide({ actors: likingsActors(api) }));
  const [state, send] = useActor(machine, { input: { account } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const kept = state.context.account;
  useEffect(() => {
    if (kept.version > account.version) app.send({ type: 'account.changed', account: kept });
  }, [kept, account.version, app]);
  return { state, send, asked: askedOf(state.context) };
}
