import type { AnyStateMachine, StateMachine, StateSchema } from 'xstate';
import { addressMachine } from '#machines/address/address.machine.ts';
import { appMachine } from '#machines/app/app.machine.ts';
import { chosenMachine } from '#machines/catalog/chosen.machine.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { leadMachine } from '#machines/lead.machine.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import { noticesMachine } from '#machines/notices.machine.ts';
import { ordersMachine } from '#machines/orders/orders.machine.ts';
import { cardMachine } from '#machines/orders/card.machine.ts';
import { pixMachine } from '#machines/orders/pix.machine.ts';
import type { FlowCharts } from './flows.ts';
import { type ScreenId, screenIds, screensOf } from './screens.ts';
import { signupMachine } from '#machines/signup/signup.machine.ts';
import { walletsMachine } from '#machines/wallets.machine.ts';

const flowCharts: FlowCharts = {
  login: loginMachine,
  signup: signupMachine,
  address: addressMachine,
  checkout: checkoutMachine,
};

/**
 * The app with its flows and what comes late in place, for anybody who wants all of it at once; the browser loads
 * them when somebody needs them.
 */
export const wholeApp = appMachine.provide({
  actors: {
    ...flowCharts,
    pix: pixMachine,
    card: cardMachine,
    chosen: chosenMachine,
    lead: leadMachine,
    orders: ordersMachine,
    wallets: walletsMachine,
    notices: noticesMachine,
  },
});

/** The charts that own screens. */
export const charts = {
  app: wholeApp,
  ...flowCharts,
};

// biome-ignore format: the fourteenth is the one
type Keys<M> = M extends StateMachine<
  infer _A, infer _B, infer _C, infer _D, infer _E, infer _F, infer _G, infer _H, infer _I, infer _J, infer _K,
  infer _L, infer _M, infer S extends StateSchema, infer _N
> ? keyof S['states'] & string : never;
type Stated = { [C in keyof typeof charts]: `${C}.${Keys<(typeof charts)[C]>}` }[keyof typeof charts];
type Assert<T extends never> = T;
/** A row of the screen table that no chart has as a state does not compile here. */
export type Owned = Assert<Exclude<ScreenId, Stated>>;

/** Each screen with the chart that owns it. @throws Error when a screen has no chart, or two */
export function ownedScreens(): Map<ScreenId, AnyStateMachine> {
  const owned = new Map<ScreenId, AnyStateMachine>();
  for (const machine of Object.values<AnyStateMachine>(charts)) {
    for (const id of screensOf(machine.id)) {
      if (!(id.slice(machine.id.length + 1) in machine.states)) continue;
      if (owned.has(id)) throw new Error(`${id} has two owners`);
      owned.set(id, machine);
    }
  }
  const orphan = screenIds.find((id) => !owned.has(id));
  if (orphan) throw new Error(`${orphan} has no chart`);
  return owned;
}
