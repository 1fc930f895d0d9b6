import type { CheckoutDraft } from '#contract/order.ts';
import type { Guest } from '#domain/person/guest.ts';
import type { AppContext } from './context.ts';

/** Buying without an account: where the tenant lets people do it, and who does (D74). */

type GuardArgs = { context: AppContext };

const refusesGuests = ({ context: { tenant, intranet } }: GuardArgs): boolean =>
  !tenant.guestOrders || intranet;

/** Who buys without an account; null until they said who they are. */
export const guestOf = (context: AppContext): Guest | null =>
  refusesGuests({ context }) ? null : (context.drafts.guest?.guest ?? null);

export const guestGuards = {
  refusesGuests,
  /** Nobody knows who buys. */
  isStranger: ({ context }: GuardArgs): boolean => context.session === 'visitor' && guestOf(context) === null,
  /** A visitor's orders are those of their record. */
  isOrderless: ({ context }: GuardArgs): boolean =>
    context.session === 'visitor' && (refusesGuests({ context }) || context.cart.leadId === null),
};

/** What a guest who says who they are decides about the cart: they receive it, unless somebody else does. */
export const receivedBy = (
  { name, phone }: Pick<Guest, 'name' | 'phone'>,
  { recipient }: CheckoutDraft,
): CheckoutDraft => (recipient?.self === false ? {} : { recipient: { self: true, name, phone } });
