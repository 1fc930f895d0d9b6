import { ordersActors } from '#actors/order/orders.ts';
import { sessionActors } from '#actors/person/session.ts';
import type { Tabs } from '#actors/tabs.ts';
import { tokenActors } from '#actors/person/token.ts';
import { createRenewal } from '#actors/person/tokens.ts';
import type { Client } from '#api/client.ts';
import { ordersMachine } from '#machines/orders/orders.machine.ts';
import { tokenMachine } from '#machines/session/token.machine.ts';

/** What only somebody who is signed in needs. */
export function sessionLogic(api: Client, tabs: Tabs, now: () => number, lockName: string) {
  const renewal = createRenewal(api, tabs, now, lockName);
  return {
    session: sessionActors(api, renewal),
    token: tokenMachine.provide({ actors: tokenActors(renewal) }),
    orders: ordersMachine.provide({ actors: ordersActors(api) }),
  };
}
