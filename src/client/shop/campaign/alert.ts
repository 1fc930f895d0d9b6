import { useApp, useOnline } from '#client/hooks.ts';
import { late } from '#client/late.ts';
import { type BuyerCalls, useBuyerPorts } from '#client/person/buyer-ports.ts';
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

const alertPorts = async ({ client, isClient, record, vault }: BuyerCalls) =>
  (await import('#actors/person/alert.ts')).alertActors(client, isClient, record, vault);

/** The chart of one alert, of whoever is here when it begins. */
export function useAlert(subject: AlertSubject): AlertView {
  const app = useApp();
  const load = useBuyerPorts(alertPorts);
  const [machine] = useState(() =>
    alertMachine.provide({ actors: late(load, ['loadAlert', 'askAlert', 'stopAlert']) }),
  );
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
