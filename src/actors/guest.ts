import type { Guest } from '#domain/person/guest.ts';
import { fromPromise } from 'xstate';
import type { LeadRecord } from './lead.ts';
import { settledCart } from './settled-cart.ts';

/** Ports of the chart of whoever buys without an account. */
export const guestActors = (record: LeadRecord) => ({
  keepGuest: fromPromise<{ id: string }, { guest: Guest | null }>(async ({ input, system, signal }) => {
    if (!input.guest) throw new Error('nobody is kept before they said who they are');
    // Its first write makes the record, and only one is made.
    await settledCart(system);
    return record.identify(input.guest, signal);
  }),
});
