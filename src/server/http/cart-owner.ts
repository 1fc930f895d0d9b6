import { isProblem } from '#contract/problem.ts';
import { type Authenticator, buyerOf } from '#server/platform/principal.ts';
import type { CartOwner } from '#server/services/cart/cart-row.ts';
import type { AppContext } from './app-env.ts';

/** For `catch`: what is not there, or opens nothing any more, counts as nothing. */
export const noneIfMissing = (error: unknown) => {
  if (isProblem(error, 'NOT_FOUND')) return null;
  throw error;
};

/**
 * Who writes a cart: the caller, and the visitor whose cart came along. A client without an account yet is
 * still that visitor.
 */
export const cartOwnerOf =
  (authenticator: Authenticator) =>
  async (c: AppContext): Promise<CartOwner> => {
    const buyer = buyerOf(c);
    const secret = c.req.header('X-Lead-Secret');
    if (buyer.kind === 'lead') return { buyer, leadId: buyer.leadId };
    const visitor =
      secret === undefined ? null : await authenticator.lead(c.var.tenant.id, secret).catch(noneIfMissing);
    return { buyer: buyer.accountId === null && visitor ? visitor : buyer, leadId: visitor?.leadId ?? null };
  };
