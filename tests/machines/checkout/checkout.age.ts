import type { AnyMachineSnapshot } from 'xstate';
import type { CheckoutContext } from '#machines/checkout/facts.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Step } from '#tests/support/walk.ts';

/** A state as text: `placing.waiting`. */
export const flat = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value as object)
        .map(([name, inner]) => `${name}.${flat(inner)}`)
        .join();

/**
 * An order that could not be sent for half an hour is never sent as it was: first it is found out whether it
 * was taken, then it is confirmed anew (REL-04).
 */
export function ageIsHeeded(
  snapshot: AnyMachineSnapshot,
  before: AnyMachineSnapshot,
  event: Step['event'],
  [from, now]: [string, string],
): void {
  const context = snapshot.context as CheckoutContext;
  const was = before.context as CheckoutContext;
  const isLate = event.type === 'restored' && event['now'] !== undefined;
  if (now === 'placing.posting' && from !== now)
    expectThat(!was.isStale, 'an order that waited for half an hour is not sent as it is');
  if (from === 'placing.waiting' && (isLate || event.type.includes('untilStale')))
    expectThat(
      now === 'adopting.finding' && context.isStale && context.key !== null,
      'whether it was taken is found out first',
    );
  if (from === 'placing.posting' && event.type.includes('untilStale'))
    expectThat(now === 'placing.posting' && context.isStale, 'an answer that is on its way is waited for');
  if (was.isStale && event.type === 'xstate.done.actor.findOrder' && now === 'confirmation.locking')
    expectThat(
      context.refusal?.reason === 'order.expired' && context.quote === null && !context.isStale,
      'it is confirmed anew, at the price of now',
    );
  if (!/^(placing|adopting|placed|returned)/.test(now))
    expectThat(!context.isStale, 'only an order on its way grows old');
}
