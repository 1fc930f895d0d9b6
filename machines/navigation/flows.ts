import type { addressMachine } from '#machines/address/address.machine.ts';
import type { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import type { loginMachine } from '#machines/login/login.machine.ts';
import type { signupMachine } from '#machines/signup/signup.machine.ts';
import { slot } from '#machines/slot.ts';

/**
 * The flows: charts that own several screens and live while somebody is in one of them. By type alone:
 * importing this loads none of them.
 * A new flow is its folder and its row here; everything else that must know of it does not compile until it
 * does: its state in the app (app/flows.ts), its chart (charts.ts) and its ports (flow-logic.ts).
 */
export interface FlowCharts {
  login: typeof loginMachine;
  signup: typeof signupMachine;
  address: typeof addressMachine;
  checkout: typeof checkoutMachine;
}
export type FlowId = keyof FlowCharts;

/** Where each flow goes into the app chart. */
export const flowSlots: FlowCharts = {
  login: slot('login'),
  signup: slot('signup'),
  address: slot('address'),
  checkout: slot('checkout'),
};
export const flowIds = Object.keys(flowSlots) as FlowId[]; // the keys of a literal object are its ids
