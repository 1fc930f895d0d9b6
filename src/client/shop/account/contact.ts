import { contactActors } from '#actors/person/contact.ts';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { useGo } from '#client/links.ts';
import { createStore } from '#client/store.ts';
import { type ContactEvent, type Owner, contactMachine } from '#machines/account/contact.machine.ts';
import type { Channel } from '#machines/login/code.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { knownContact, proofIn, useProved } from './proving.ts';

export interface ContactView {
  state: SnapshotFrom<typeof contactMachine>;
  send: (event: ContactEvent) => void;
}

/** The chart by which a contact changes. Changed, it is told to all charts and tabs, and the data are shown. */
export function useContactChange(
  person: Owner,
  { channel, isTyping }: { channel: Channel; isTyping: boolean },
): ContactView {
  const { api, app, tenant, clock } = useShell();
  const go = useGo();
  const [machine] = useState(() => {
    const store = createStore(() => globalThis.sessionStorage, `vitrine:${tenant.client}:`);
    const vault = {
      read: () => store.get('contact'),
      write: (value: unknown) => store.set('contact', value),
    };
    const now = () => clock.now();
    return contactMachine.provide({
      actors: {
        ...contactActors(api, vault, now),
        proof: proofIn(api, now),
      },
    });
  });
  const known = knownContact(person.user);
  const [state, send, actor] = useActor(machine, { input: { channel, isTyping, known } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useProved(actor, person);
  const isSent = !isTyping && state.matches('typing');
  const { owner } = state.context;
  useEffect(() => {
    if (isSent) go('app.updateActivation', { channel });
  }, [isSent, go, channel]);
  useEffect(() => {
    if (!owner?.account) return;
    app.send({ type: 'account.changed', user: owner.user, account: owner.account });
    go('app.profile');
  }, [owner, app, go]);
  return { state, send };
}
