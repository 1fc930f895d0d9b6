import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { late } from '#client/late.ts';
import { type TicketEvent, ticketMachine } from '#machines/help/ticket.machine.ts';
import { traceOf } from './kept.ts';

export interface TicketView {
  state: SnapshotFrom<typeof ticketMachine>;
  send: (event: TicketEvent) => void;
}

/** The chart by which the last steps of the app are attached. @param onAttached told the code */
export function useTicket(onAttached: (code: string) => void): TicketView {
  const { api, app, tenant } = useShell();
  const [machine] = useState(() => {
    const load = async () => {
      const [{ ticketActors }, { stepLogOf }] = await Promise.all([
        import('#actors/person/ticket.ts'),
        import('./step-log.ts'),
      ]);
      const read = () => stepLogOf(app, tenant.client).read(traceOf(tenant.client));
      return ticketActors(await api(), read);
    };
    return ticketMachine.provide({ actors: late(load, ['sendTicket']) });
  });
  const [state, send] = useActor(machine);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const { code } = state.context;
  useEffect(() => {
    if (code !== null) onAttached(code);
  }, [code, onAttached]);
  return { state, send };
}
