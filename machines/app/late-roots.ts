import { setup } from 'xstate';
import type { cartMachine } from '#machines/cart/cart.machine.ts';
import type { couponMachine } from '#machines/cart/coupon.machine.ts';
import type { chosenMachine } from '#machines/catalog/chosen.machine.ts';
import type { CartInput } from '#machines/cart/facts.ts';
import { noCart } from '#machines/cart/nothing.ts';
import type { leadMachine } from '#machines/lead.machine.ts';
import type { noticesMachine } from '#machines/notices.machine.ts';
import { type OrdersSeed, noOrders } from '#machines/orders/no-orders.ts';
import { noWallets } from '#machines/no-wallets.ts';
import type { ChosenMemory } from '#machines/stored.ts';
import type { ordersMachine } from '#machines/orders/orders.machine.ts';
import type { walletsMachine } from '#machines/wallets.machine.ts';

/** Long-lived actors whose code comes with the first event that needs it: what stands there until then. */

/**
 * The orders of nobody, or those that came with the page: this is in the place of the chart, which a client's
 * session brings.
 */
export const ordersSlot = setup({
  types: { input: {} as { seed?: Partial<OrdersSeed> | undefined } },
}).createMachine({
  id: 'orders',
  context: ({ input }) => ({ ...noOrders, ...input.seed }),
}) as unknown as typeof ordersMachine; // the machine that comes in its place
/** Nobody has looked at their wallets yet: the chart comes with the first who does. */
export const walletsSlot = setup({}).createMachine({
  id: 'wallets',
  context: noWallets,
}) as unknown as typeof walletsMachine; // as above
/** Nothing to say yet: the chart comes with the first notice. */
export const noticesSlot = setup({}).createMachine({
  id: 'notices',
  context: { shown: [] },
}) as unknown as typeof noticesMachine; // as above
/** No lead is wanted yet: the chart comes with a visitor who says where they are. */
export const leadSlot = setup({}).createMachine({ id: 'lead' }) as unknown as typeof leadMachine; // as above
/** The cart of who has nothing in hand: the chart comes with the first line, or when the page rests. */
export const cartSlot = setup({ types: { input: {} as CartInput } }).createMachine({
  id: 'cart',
  context: ({ input }) => noCart(input),
  tags: 'settled',
}) as unknown as typeof cartMachine; // as above
/** No coupon is tried: the chart comes with the first one, or with the cart. */
export const couponSlot = setup({}).createMachine({ id: 'coupon' }) as unknown as typeof couponMachine; // as above
/** The store that was chosen on an earlier page: the chart comes with the next choice, or where there is one. */
export const chosenSlot = setup({
  types: { input: {} as { memory: ChosenMemory | null | undefined } },
}).createMachine({
  id: 'chosen',
  context: ({ input }) => ({ id: input.memory?.id ?? null }),
}) as unknown as typeof chosenMachine; // as above
