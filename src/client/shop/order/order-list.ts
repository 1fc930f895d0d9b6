import type { OrderFilter } from '#domain/order/order-filter.ts';
import { type OrderListEvent, orderListMachine } from '#machines/orders/order-list.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { useShell } from '#client/context.ts';
import { useOnline } from '#client/hooks.ts';
import { late } from '#client/late.ts';

export interface OrderListView {
  state: SnapshotFrom<typeof orderListMachine>;
  send: (event: OrderListEvent) => void;
}

/** The chart of the orders that are looked for; another filter is another list. */
export function useOrderList(filter: OrderFilter): OrderListView {
  const { api, app, clock } = useShell();
  const [machine] = useState(() =>
    orderListMachine.provide({
      actors: late(
        async () =>
          (await import('#actors/order/order-list.ts')).orderListActors(api, app.system, () => clock.now()),
        ['loadFound'],
      ),
    }),
  );
  const [state, send] = useActor(machine, { input: { filter } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  return { state, send };
}
