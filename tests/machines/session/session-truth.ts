import type { AppContext } from '#machines/app/context.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Oracle } from '#tests/support/walk.ts';

/** Screens of a person's own: no visitor sees them, and whoever's session ends there signs in again. */
export const privateScreens = [
  'orderSuccess',
  'orderPendingPayment',
  'ordersDetails',
  'rescheduleOrder',
  'accountDashboard',
  'wallets',
  'walletDetails',
];
/** Whoever comes is known to all who must know, and whoever leaves leaves nothing behind. */
export const judgeSession: Oracle = (snapshot, { steps, told, before }) => {
  const event = steps.at(-1);
  if (!event || !before) return;
  const context = snapshot.context as AppContext;
  const was = before.context as AppContext;
  const { session, refusal } = context;
  const state = typeof snapshot.value === 'string' ? snapshot.value : (Object.keys(snapshot.value)[0] ?? '');
  const hears = (action: string) => told.some((each) => each.action === action && each.event === event);
  if (
    event.type === 'session.closed' &&
    event['by'] === 'restore' &&
    steps.indexOf(event) === steps.length - 1
  )
    expectThat(hears('notifyLead') === (was.cart.leadId === null), 'a visitor without a lead gets one, once');
  // For whom campaigns are asked: the client, the visitor's record, or anybody; at a sign-out the campaigns
  // know it themselves.
  if (
    ['session.opened', 'session.closed', 'xstate.snapshot.cart'].includes(event.type) &&
    session !== 'restoring'
  ) {
    const { leadId } = context.cart;
    const wanted = session === 'client' ? 'client' : leadId === null ? 'visitor' : leadId;
    const { who } = context;
    if (session !== 'waiting')
      expectThat(
        (who.kind === 'lead' ? who.id : who.kind) === wanted,
        'campaigns are asked for whoever is here',
      );
    if (
      who.kind !== was.who.kind &&
      !told.some(({ action, event: of }) => action === 'notifyClosed' && of === event)
    )
      expectThat(hears('notifyWho'), 'and they hear of it');
  }
  if (event.type === 'session.closed' && (event['by'] === 'signout' || event['by'] === 'elsewhere'))
    expectThat(context.cart.leadId === null, 'a visitor’s record goes with whoever leaves');
  if (event.type === 'session.closed' && event['by'] === 'signout')
    expectThat(
      state === (context.intranet ? 'intranetLogin' : 'home') &&
        context.returnTo === null &&
        context.drafts.login === null &&
        context.drafts.signup === null &&
        context.user === null &&
        told.some(({ action }) => action === 'notifyClosed') &&
        told.some(({ action }) => action === 'notifyGoodbye'),
      'whoever signs out is at the door, with nothing left behind',
    );
  if (event.type === 'session.closed')
    expectThat(
      session === 'visitor' &&
        context.account === null &&
        context.signupGrant === null &&
        (before.hasTag('booting') || context.ended === (event['by'] === 'lost')),
      'nobody is here',
    );
  if (event.type === 'session.closed' && event['by'] === 'lost') {
    expectThat(
      told.some(({ action }) => action === 'notifyLost'),
      'the cart is kept for whoever comes back',
    );
    if (
      ['checkout', 'signup', ...privateScreens].some((one) => before.matches(one as never)) &&
      !before.hasTag('locked') &&
      !context.intranet &&
      (context.cart.count > 0 || !before.matches('checkout'))
    )
      expectThat(
        state === 'login' && refusal?.reason === 'session.ended' && context.returnTo !== null,
        'signs in again where they were',
      );
  }
  if (event.type === 'session.opened')
    expectThat(
      session === 'client' &&
        (was.session === 'client' || told.some(({ action }) => action === 'notifyOpened')),
      'the others hear who came',
    );
  const heldUp =
    before.matches('home' as never) && was.refusal?.reason === 'network.offline' ? was.refusal.asked : null;
  if (event.type === 'session.opened' && heldUp)
    expectThat(
      state !== 'home' || refusal?.reason !== 'network.offline',
      'what waited for a sign-in goes on',
    );
  if (event.type === 'session.delayed')
    expectThat(session === 'waiting', 'a sign-in that cannot be asked about is believed');
  if (event.type === 'signout.requested' && !before.hasTag('locked'))
    expectThat(
      told.at(-1)?.action === 'notifyRoots' &&
        state === Object.keys(typeof before.value === 'string' ? { [before.value]: 1 } : before.value)[0],
      'the session is asked to end',
    );
  if (event.type === 'signout.requested' && before.hasTag('locked'))
    expectThat(refusal?.reason === 'order.placing', 'not while an order is on its way');
};
