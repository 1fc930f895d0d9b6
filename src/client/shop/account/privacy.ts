import { consentActors, ownDataActors } from '#actors/person/privacy.ts';
import { useShell } from '#client/context.ts';
import { useOnline, useTenant } from '#client/hooks.ts';
import { keepMeasuring } from '#client/person/measured.ts';
import { saveFile } from '#client/shop/save-file.ts';
import { useSay } from '#client/say.ts';
import { type ConsentsEvent, consentsMachine } from '#machines/account/consents.machine.ts';
import type { Owner } from '#machines/account/contact.machine.ts';
import { type OwnDataEvent, ownDataMachine } from '#machines/account/own-data.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { knownContact, proofIn, useProved } from './proving.ts';

export interface ConsentsView {
  state: SnapshotFrom<typeof consentsMachine>;
  send: (event: ConsentsEvent) => void;
}
export interface OwnDataView {
  state: SnapshotFrom<typeof ownDataMachine>;
  send: (event: OwnDataEvent) => void;
}

/** The chart of what a person allows. */
export function useConsents(): ConsentsView {
  const { api } = useShell();
  const [machine] = useState(() => consentsMachine.provide({ actors: consentActors(api) }));
  const [state, send] = useActor(machine);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const { client } = useTenant();
  const measured = state.context.consents.find(({ purpose }) => purpose === 'measurement')?.granted;
  useEffect(() => {
    if (measured !== undefined) keepMeasuring(client, measured);
  }, [client, measured]);
  return { state, send };
}

/** The chart of a copy of one's data and of the end of the account. Ended, this tab and the others sign out. */
export function useOwnData(person: Owner): OwnDataView {
  const { api, app, clock } = useShell();
  const say = useSay();
  const [machine] = useState(() => {
    const now = () => clock.now();
    return ownDataMachine.provide({
      actors: {
        ...ownDataActors(api, ({ exportedAt, data }) =>
          saveFile(
            `meus-dados-${exportedAt.slice(0, 10)}.json`,
            JSON.stringify({ exportedAt, data }, null, 2),
            'application/json',
          ),
        ),
        proof: proofIn(api, now),
      },
    });
  });
  const [state, send, actor] = useActor(machine, { input: { known: knownContact(person.user) } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useProved(actor, person);
  const isDeleted = state.matches('deleted');
  useEffect(() => {
    if (!isDeleted) return;
    // Said first: what is shown one after another would come behind the goodbye.
    say('Sua conta foi excluída.');
    app.send({ type: 'signout.requested' });
  }, [isDeleted, app, say]);
  return { state, send };
}
