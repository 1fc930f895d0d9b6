import type { ProofVault } from '#actors/order/order-proof.ts';
import { openedOrderMachine } from '#machines/orders/opened-order.machine.ts';
import { type OrderProofInput, orderProofMachine } from '#machines/orders/order-proof.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { type Shell, useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { late } from '#client/late.ts';
import { createStore } from '#client/store.ts';

/** What of proofs outlives a screen: in this tab, under the tenant's name, until a sign-out wipes it. */
const vaults = new Map<string, ProofVault>();
function vaultOf(client: string): ProofVault {
  const known = vaults.get(client);
  if (known) return known;
  const store = createStore(() => globalThis.sessionStorage, `vitrine:${client}:`);
  const vault: ProofVault = {
    read: () => store.get('proofs'),
    write: (value) => store.set('proofs', value),
  };
  vaults.set(client, vault);
  return vault;
}

const ports =
  ({ api, tenant, clock }: Shell) =>
  async () =>
    (await import('#actors/order/order-proof.ts')).orderProofActors(api, vaultOf(tenant.client), () =>
      clock.now(),
    );

/** The chart by which somebody proves the contact of an order. */
export function useOrderProof(input: OrderProofInput) {
  const shell = useShell();
  const [machine] = useState(() =>
    orderProofMachine.provide({
      actors: late(ports(shell), ['recallProof', 'sendCode', 'openOrder', 'readClock']),
    }),
  );
  const [state, send, actor] = useActor(machine, { input });
  return { state, send, actor };
}

export interface OpenedOrderView {
  state: SnapshotFrom<typeof openedOrderMachine>;
  send: (event: EventFrom<typeof openedOrderMachine>) => void;
}

/** The chart of an order that is opened by the proof of its contact. */
export function useOpenedOrder(code: string): OpenedOrderView {
  const shell = useShell();
  const [machine] = useState(() =>
    openedOrderMachine.provide({
      actors: late(ports(shell), ['recallPass', 'readOpened', 'claimOpened']),
    }),
  );
  const [state, send] = useActor(machine, { input: { code } });
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
