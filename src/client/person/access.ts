import { accessKeyMachine } from '#machines/access/access-key.machine.ts';
import { invitationsMachine } from '#machines/access/invitations.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { useApp, useOnline } from '#client/hooks.ts';
import { late } from '#client/late.ts';
import { type BuyerCalls, useBuyerPorts } from './buyer-ports.ts';

export interface AccessKeyView {
  state: SnapshotFrom<typeof accessKeyMachine>;
  send: (event: EventFrom<typeof accessKeyMachine>) => void;
}
export interface InvitationsView {
  state: SnapshotFrom<typeof invitationsMachine>;
  send: (event: EventFrom<typeof invitationsMachine>) => void;
}

/** The ports of both charts. */
const accessPorts = async ({ client, isClient, record, vault }: BuyerCalls) =>
  (await import('#actors/person/access.ts')).accessActors(client, isClient, record, vault);

/** The chart of a key. @param key as it came in a link; null where it is to be typed */
export function useAccessKey(key: string | null): AccessKeyView {
  const app = useApp();
  const load = useBuyerPorts(accessPorts);
  const [machine] = useState(() => accessKeyMachine.provide({ actors: late(load, ['useKey']) }));
  const [state, send] = useActor(machine, { input: { key } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const { opened, leadId } = state.context;
  useEffect(() => {
    if (!opened) return;
    // What is open to whom has changed, and a visitor may have become somebody with a record.
    if (leadId !== null) app.send({ type: 'lead.known', id: leadId });
    app.send({ type: 'campaign.changed' });
  }, [opened, leadId, app]);
  return { state, send };
}

/** The chart of one's own invitations. */
export function useInvitations(): InvitationsView {
  const load = useBuyerPorts(accessPorts);
  const [machine] = useState(() => invitationsMachine.provide({ actors: late(load, ['loadInvitations']) }));
  const [state, send] = useActor(machine);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) send({ type: 'page.shown' });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [send]);
  return { state, send };
}
