import { type AnyStateMachine, setup } from 'xstate';
import type { addressMachine } from '#machines/address/address.machine.ts';
import type { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import type { leadMachine } from '#machines/lead.machine.ts';
import type { loginMachine } from '#machines/login/login.machine.ts';
import { noOrders } from '#machines/orders/no-orders.ts';
import type { noticesMachine } from '#machines/notices.machine.ts';
import type { ordersMachine } from '#machines/orders/orders.machine.ts';
import type { pixMachine } from '#machines/orders/pix.machine.ts';
import type { signupMachine } from '#machines/signup/signup.machine.ts';

/**
 * Where a flow goes into the app chart. Its code comes with its first screen, so what stands here until then
 * is empty and says so when it is entered.
 */
export const slot = <M extends AnyStateMachine>(id: string): M =>
  setup({}).createMachine({
    id,
    entry: () => {
      throw new Error(
        `the flow ${id} was entered before it was provided: see flow-slots.ts and, for the whole app, charts.ts`,
      );
    },
  }) as unknown as M; // the machine that is provided in its place

/** The flows by type alone: importing this loads none of them. `wholeApp` of charts.ts has the real ones. */
export const flowSlots = {
  login: slot<typeof loginMachine>('login'),
  signup: slot<typeof signupMachine>('signup'),
  address: slot<typeof addressMachine>('address'),
  checkout: slot<typeof checkoutMachine>('checkout'),
  pix: slot<typeof pixMachine>('pix'),
};

/**
 * The orders of nobody: a visitor's page has this in the place of the chart, which a client's session brings.
 */
export const ordersSlot = setup({}).createMachine({
  id: 'orders',
  context: noOrders,
}) as unknown as typeof ordersMachine; // the machine that comes in its place
/** Nothing to say yet: the chart comes with the first notice. */
export const noticesSlot = setup({}).createMachine({
  id: 'notices',
  context: { shown: [] },
}) as unknown as typeof noticesMachine; // as above
/** No lead is wanted yet: the chart comes with a visitor who says where they are. */
export const leadSlot = setup({}).createMachine({ id: 'lead' }) as unknown as typeof leadMachine; // as above
