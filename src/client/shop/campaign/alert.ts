import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { late } from '#client/late.ts';
import { type AlertEvent, type AlertSubject, alertMachine } from '#machines/access/alert.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';

export interface AlertView {
  state: SnapshotFrom<typeof alertMachine>;
  send: (event: AlertEvent) => void;
}

export type AlertFormProps = AlertView & {
  /** it waits for the end of a pause */
  isPaused?: boolean | undefined;
};

/** The chart of one alert, of whoever is here when it begins. */
export function useAlert(subject: AlertSubject): AlertView {
  const { app, api, storage } = useShell();
  const [machine] = useState(() => {
    const isClient = () => app.getSnapshot().context.session !== 'visitor';
    const load = async () => {
      const [{ alertActors }, { leadRecord }, { deviceOf }, client] = await Promise.all([
        import('#actors/person/alert.ts'),
        import('#actors/person/lead.ts'),
        import('#client/device.ts'),
        api(),
      ]);
      const record = leadRecord(client, storage.lead, () => deviceOf(storage));
      return alertActors(client, isClient, record, storage.lead);
    };
    return alertMachine.provide({ actors: late(load, ['loadAlert', 'askAlert', 'stopAlert']) });
  });
  const [state, send] = useActor(machine, { input: subject });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const { leadId } = state.context;
  useEffect(() => {
    // A visitor may have become somebody with a record.
    if (leadId !== null) app.send({ type: 'lead.known', id: leadId });
  }, [leadId, app]);
  return { state, send };
}
