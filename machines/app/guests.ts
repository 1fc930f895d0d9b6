import { screenAsked } from '#machines/navigation/place.ts';
import type { AppContext } from './context.ts';

/** Buying without an account: where the tenant lets people do it, and who does (D74). */

type GuardArgs = { context: AppContext };

export const refusesGuests = ({ tenant, intranet }: AppContext): boolean => !tenant.guestOrders || intranet;
/** They are just saying, or are about to say, who they are. */
const isSaying = ({ step, asked }: AppContext): boolean =>
  (step?.screen ?? screenAsked(asked)) === 'checkout.lead';

export const guestGuards = {
  /** Nobody knows who buys. */
  isStranger: ({ context }: GuardArgs): boolean =>
    context.session === 'visitor' &&
    (refusesGuests(context) || (!context.drafts.guest?.guest && !isSaying(context))),
  /** A visitor's orders are those of their record. */
  isOrderless: ({ context }: GuardArgs): boolean =>
    context.session === 'visitor' && (refusesGuests(context) || context.cart.leadId === null),
};
