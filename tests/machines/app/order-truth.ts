import type { AppContext } from '#machines/app/context.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Oracle } from '#tests/support/walk.ts';

/** The standing in which a screen says what it has to say; the details say whatever there is. */
const truths: Record<string, string> = { orderSuccess: 'paid', orderPendingPayment: 'unpaid' };
/** The screens of an order say what the server said of it (D93). */
export const judgeOrder: Oracle = (snapshot, { steps, calls, told, before }) => {
  const context = snapshot.context as AppContext;
  const event = steps.at(-1);
  const state = typeof snapshot.value === 'string' ? snapshot.value : (Object.keys(snapshot.value)[0] ?? '');
  const inner = typeof snapshot.value === 'string' ? '' : String(Object.values(snapshot.value)[0]);
  const { refusal } = context;
  const standing = context.order?.standing;
  const truth = truths[state];
  if (truth)
    expectThat(
      inner === 'checking' ? standing === undefined : [undefined, truth].includes(standing),
      'an order’s screen says what its state says, and nothing before it is known',
    );
  if (['open', 'byCard'].includes(inner) && state === 'orderPendingPayment')
    expectThat(
      calls.some(({ port }) => port === (inner === 'open' ? 'pix' : 'card')),
      'a code is asked for an order that is to be paid, or the card that pays it',
    );
  if (inner === 'byCard')
    expectThat(
      context.order === null ||
        context.order.byCard === true ||
        before?.matches(snapshot.value) === true ||
        (event?.type === 'xstate.done.actor.pix' && JSON.stringify(event['output']).includes('left')),
      'a card is asked for where the order is paid by one, or where its Pix is left for another way',
    );
  if (['orderSuccess', 'orderPendingPayment', 'ordersDetails'].includes(state))
    expectThat(standing !== 'gone', 'an order that does not exist has no screen');
  if (refusal?.reason === 'order.unpaid' && state === 'orderPendingPayment')
    expectThat([undefined, 'unpaid'].includes(standing), 'the reason is the true one');
  if (!event || !before) return;
  if (
    event.type === 'xstate.snapshot.orders' &&
    (before.matches('orderSuccess') || before.matches('orderPendingPayment'))
  ) {
    const { context: said } = event['snapshot'] as { context: { order: { state: string } | null } };
    const lands: Record<string, string> = {
      PENDING_PAYMENT: 'orderPendingPayment',
      PAYMENT_REVIEW: 'ordersDetails',
      PAID: 'orderSuccess',
      CANCELED: 'ordersDetails',
    };
    const { order: open } = context;
    if (open?.standing === 'gone')
      expectThat(
        state === (context.session === 'visitor' ? 'login' : 'notFound'),
        'what the server does not know is not found; a visitor’s may be an account’s',
      );
    else if (said.order && open)
      expectThat(state === lands[said.order.state], 'the server says which screen an order has');
    if (state === 'ordersDetails')
      expectThat(
        refusal?.reason === (said.order?.state === 'CANCELED' ? 'order.over' : 'order.reviewed'),
        'with the reason',
      );
  }
  if (event.type === 'xstate.done.actor.checkout') {
    const {
      outcome,
      order: done,
      reason,
    } = event['output'] as { outcome: string; order?: { state: string }; reason?: string };
    if (context.session === 'client' && !context.intranet)
      expectThat(
        state ===
          (outcome === 'returned'
            ? 'cart'
            : done?.state === 'PENDING_PAYMENT'
              ? 'orderPendingPayment'
              : 'orderSuccess'),
        'the order has its screen',
      );
    expectThat(
      told.some(({ action }) => action === (outcome === 'returned' ? 'notifyCorrected' : 'notifyPlaced')) &&
        (outcome !== 'returned' || refusal?.reason === reason || context.intranet),
      'and the cart hears of it',
    );
  }
};
