import type { Campaign } from '#contract/campaign.ts';
import type { CartContext } from '#machines/cart/facts.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { campaignId } from '#tests/support/samples.ts';
import type { Oracle } from '#tests/support/walk.ts';
import { counts, same, sorted } from './cart.books.ts';
import { NOW, campaign } from '../samples.ts';

/** A request to go on to the checkout, judged by hand. */

/** The campaign of every line: in time until now, over a moment later. */
export const ending: Campaign = {
  ...campaign(1),
  id: campaignId,
  expired: { end: new Date(NOW).toISOString() },
};

/** It is refused, and nothing else happens, or it waits for the cart's number, or it is granted at once. */
export const judgeRequest: Oracle = (snapshot, { steps, before: earlier }) => {
  const event = steps.at(-1);
  if (event?.type !== 'checkout.requested' || !earlier) return;
  const before = earlier.context as CartContext;
  const context = snapshot.context as CartContext;
  const isOver = before.campaigns.length > 0 && before.lines.length > 0 && Number(event['now']) > NOW;
  const isStuck = before.uuid === null && (earlier.hasTag('offline') || earlier.hasTag('failed'));
  expectThat(
    same(sorted(counts(context.lines)), sorted(counts(before.lines))) && same(earlier.value, snapshot.value),
    'a request to go on changes the cart',
  );
  if (isOver || isStuck)
    return expectThat(
      context.requestedAt === before.requestedAt && context.changes === before.changes,
      `a request that is refused is heard: ${isOver ? 'a campaign is over' : 'no number'}`,
    );
  const isAnswered = context.uuid !== null && (context.priced !== null || context.problem !== null);
  expectThat(
    (context.requestedAt !== null) === !isAnswered && context.changes.length === 0,
    'a request that nothing is in the way of waits for the number and the answer',
  );
};

/**
 * An order is bought again: into an empty cart it waits for what the server says of it; anywhere else it
 * is answered at once, and never with a way past what is in the cart.
 */
export const judgeRepeat: Oracle = (snapshot, { steps, before: earlier, told }) => {
  const event = steps.at(-1);
  if (!event || !earlier) return;
  const before = earlier.context as CartContext;
  const context = snapshot.context as CartContext;
  const isSaid = told.some((one) => one.event === event && one.action === 'notifyRepeated');
  if (event.type === 'order.repeated') {
    const waits = before.lines.length === 0 && !earlier.hasTag('offline') && !earlier.matches('withoutOwner');
    expectThat(
      before.repeatedAt === null
        ? (context.repeatedAt !== null) === waits && isSaid === !waits
        : context.repeatedAt === before.repeatedAt && !isSaid,
      'a wish to buy an order again',
    );
    return;
  }
  const isDropped = event.type === 'repeat.withdrawn' || event.type === 'session.closed';
  expectThat(
    context.repeatedAt !== null || before.repeatedAt === null || isSaid || isDropped,
    'a wish to buy an order again is forgotten without an answer',
  );
  expectThat(!isSaid || (before.repeatedAt !== null && context.repeatedAt === null), 'answered once');
};
