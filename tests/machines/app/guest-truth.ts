import type { AppContext } from '#machines/app/context.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Oracle } from '#tests/support/walk.ts';

const isOpenShop = ({ tenant, intranet }: AppContext) => tenant.guestOrders && !intranet;
const isAsking = ({ step, asked }: AppContext) =>
  step ? step.screen === 'checkout.lead' : asked.type === 'asked.checkout.lead';
/** A visitor who said who they are, or is asked for it, where the store lets people buy without an account (D74). */
export const mayBuy = (context: AppContext): boolean =>
  context.session === 'visitor' &&
  isOpenShop(context) &&
  (Boolean(context.drafts.guest?.guest) || isAsking(context));
/** A visitor with a record: what was ordered by it is theirs. */
export const ownsOrders = (context: AppContext): boolean =>
  context.session === 'visitor' && isOpenShop(context) && context.cart.leadId !== null;

/** Who buys without an account is asked where the store lets them, and takes nothing that is another's. */
export const judgeGuest: Oracle = (snapshot, { steps, before }) => {
  const event = steps.at(-1);
  if (!event || !before) return;
  const context = snapshot.context as AppContext;
  const state = typeof snapshot.value === 'string' ? snapshot.value : (Object.keys(snapshot.value)[0] ?? '');
  const { session, refusal, drafts, returnTo } = context;
  if (refusal?.reason === 'guest.closed' && state === 'unauthenticatedCartAccess')
    expectThat(!isOpenShop(context) && returnTo !== null, 'where the store does not let them: why');
  if (event.type === 'xstate.snapshot.checkout' && before.matches('checkout' as never)) {
    const { who } = (event['snapshot'] as { context: { who?: object } }).context;
    expectThat(drafts.guest === who, 'who buys, and what they typed, outlives the purchase');
  }
  if (event.type === 'xstate.done.actor.checkout' && ['orderPendingPayment', 'orderSuccess'].includes(state))
    expectThat(returnTo === null, 'whoever has ordered is on no errand any more');
  if (
    context.order?.standing === 'gone' &&
    ['orderSuccess', 'ordersDetails'].some((one) => before.matches(one as never))
  )
    expectThat(
      session !== 'visitor' || state === 'login',
      'what is no visitor’s may be that of whoever signs in',
    );
};
