import type { OrdersContext } from '#machines/orders/setup.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Oracle } from '#tests/support/walk.ts';
import { order } from '../samples.ts';

/** Only a 204 is a cancellation; after an answer whatever is shown of the order is asked for anew. */
export const judgeCancellation: Oracle = (snapshot, { steps, calls, before }) => {
  const context = snapshot.context as OrdersContext;
  const at = (value: object) => snapshot.matches(value as never);
  const cancel = (...states: string[]) => states.some((state) => at({ cancellation: state }));
  if (cancel('none')) expectThat(context.canceling === null && context.refusal === null, 'calm');
  if (cancel('refused')) expectThat(context.refusal === 'NOT_CANCELABLE', 'with the reason');
  if (cancel('asking'))
    expectThat(
      JSON.stringify(calls.filter(({ port }) => port === 'cancelOrder').at(-1)?.input) ===
        JSON.stringify({ id: order(1).id, reason: 'Desisti', asks: context.canceling?.asks }),
      'says which and why',
    );
  const event = steps.at(-1);
  if (!event || !before) return;
  const { type } = event;
  const was = before.context as OrdersContext;
  const wasAt = (value: object) => before.matches(value as never);
  const wasCancel = (...states: string[]) => states.some((state) => wasAt({ cancellation: state }));
  if (type === 'xstate.done.actor.cancelOrder') expectThat(cancel('canceled'), 'canceled');
  if (type === 'xstate.error.actor.cancelOrder') {
    const error = event['error'] as Error;
    expectThat(
      cancel('code' in error ? 'refused' : error.name === 'NetworkFault' ? 'offline' : 'failed'),
      'no cancellation without its 204',
    );
  }
  const wasAsking =
    wasAt({ list: 'loading' }) ||
    wasAt({ list: { ready: 'refreshing' } }) ||
    wasAt({ list: { ready: 'loadingMore' } });
  if (cancel('canceled', 'refused') && wasCancel('asking'))
    expectThat(
      (!at({ details: 'shown' }) || at({ details: { shown: 'refreshing' } })) &&
        (!at({ details: 'loading' }) || context.isOrderBehind) &&
        (!wasAt({ list: { ready: 'resting' } }) || at({ list: { ready: 'refreshing' } })) &&
        (!wasAsking || context.isListBehind),
      'what is shown is fetched anew, or as soon as what is under way has been answered',
    );
  if (type === 'cancel.requested' && wasCancel('canceled')) expectThat(cancel('canceled'), 'once is enough');
  if (type === 'cancel.requested' && !wasCancel('asking', 'canceled'))
    expectThat(
      cancel('asking') && context.canceling?.asks === (was.order?.state === 'PREPARING'),
      'done by oneself, or asked of a shop that has begun',
    );
  if (type === 'cancel.dismissed' && !wasCancel('asking')) expectThat(cancel('none'), 'dismissed');
  if (
    (type === 'load.retried' && wasCancel('offline', 'failed')) ||
    (type === 'network.restored' && wasCancel('offline'))
  )
    expectThat(cancel('asking'), 'the cancellation is tried again');
};
