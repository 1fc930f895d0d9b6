import type { Campaign } from '#contract/campaign.ts';
import type { CartContext } from '#machines/cart/facts.ts';
import { expectThat } from '../support/expect-that.ts';
import { campaignId } from '../support/samples.ts';
import type { Oracle } from '../support/walk.ts';
import { counts, same, sorted } from './cart.books.ts';
import { NOW, campaign } from './samples.ts';

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
