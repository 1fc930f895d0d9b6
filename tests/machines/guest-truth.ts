import type { AppContext } from '#machines/app/context.ts';
import { expectThat } from '../support/expect-that.ts';
import type { Oracle } from '../support/walk.ts';

const isOpenShop = ({ tenant, intranet }: AppContext) => tenant.guestOrders && !intranet;
/** A visitor who said who they are, where the store lets people buy without an account (D74). */
export const mayBuy = (context: AppContext): boolean =>
  context.session === 'visitor' && isOpenShop(context) && Boolean(context.drafts.guest?.guest);
/** A visitor with a record: what was ordered by it is theirs. */
export const ownsOrders = (context: AppContext): boolean =>
  context.session === 'visitor' && isOpenShop(context) && context.cart.leadId !== null;

/** Who buys without an account is asked once, comes to the purchase, and takes nothing that is another's. */
export const judgeGuest: Oracle = (snapshot, { steps, told, before }) => {
  const event = steps.at(-1);
  if (!event || !before) return;
  const context = snapshot.context as AppContext;
  const was = before.context as AppContext;
  const state = typeof snapshot.value === 'string' ? snapshot.value : (Object.keys(snapshot.value)[0] ?? '');
  const hears = (action: string) => told.some((each) => each.action === action && each.event === event);
  const { session, refusal, cart, drafts } = context;
  if (state === 'guest')
    expectThat(
      session === 'visitor' && isOpenShop(context) && cart.count > 0,
      'only a visitor with something to buy is asked',
    );
  if (refusal?.reason === 'guest.closed' && state === 'login')
    expectThat(!isOpenShop(context) && context.returnTo !== null, 'and where the store does not: why');
  if (event.type === 'xstate.done.actor.guest') {
    const { guest } = event['output'] as { guest: { name: string } };
    expectThat(
      drafts.guest?.guest === guest &&
        hears('notifyRecipient') &&
        cart.draft.recipient?.name === guest.name &&
        context.returnTo === null,
      'who said who they are receives it, until they say who does',
    );
    if (session === 'visitor' && isOpenShop(context) && was.cart.count > 0)
      expectThat(
        state === 'checkout' || context.refusal?.reason === 'cart.other',
        'and goes on to the purchase',
      );
  }
  if (event.type === 'xstate.snapshot.guest' && before.matches({ guest: 'open' }))
    expectThat(
      drafts.guest?.typed.name === 'Ana' && drafts.guest.guest === (was.drafts.guest?.guest ?? null),
      'what is typed is kept; who buys is who was kept',
    );
  if (event.type === 'xstate.done.actor.checkout') {
    const { outcome } = event['output'] as { outcome: string };
    if (outcome === 'unidentified')
      expectThat(
        (drafts.guest?.guest ?? null) === null &&
          (session !== 'visitor' ||
            (refusal?.reason === 'guest.missing' &&
              state === 'guest' &&
              drafts.guest?.typed === was.drafts.guest?.typed)),
        'who is not known as they must be is asked again, with what they typed',
      );
  }
  if (
    context.order?.standing === 'gone' &&
    ['orderSuccess', 'ordersDetails'].some((one) => before.matches(one as never))
  )
    expectThat(
      session !== 'visitor' || state === 'login',
      'what is no visitor’s may be that of whoever signs in',
    );
};
