import type { AppContext } from '#machines/app/context.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Oracle } from '#tests/support/walk.ts';

const newsOfAll = [
  'network.lost',
  'network.restored',
  'page.hidden',
  'page.shown',
  'restored',
  'response.received',
  'token.rejected',
  'signin.elsewhere',
  'session.closed.elsewhere',
  'campaign.changed',
  'order.changed',
  'account.changed',
  'draft.changed',
  'coupon.decided',
  'order.stale',
  'notice.posted',
  'notice.withdrawn',
];
/** News that a living flow is told as well. */
const newsOfFlows: Record<string, string[]> = {
  'network.restored': ['Login', 'Signup', 'Address', 'Checkout', 'Pix'],
  'coupon.decided': ['Checkout'],
  restored: ['Login', 'Signup', 'Checkout', 'Pix'],
  'page.shown': ['Pix'],
  'order.changed': ['Pix'],
};
/** Whatever the app is told reaches everyone whom it concerns. */
export const judgeNews: Oracle = (snapshot, { steps, told, before }) => {
  const event = steps.at(-1);
  if (!event || !before) return;
  const context = snapshot.context as AppContext;
  const hears = (action: string) => told.some((each) => each.action === action && each.event === event);
  if (newsOfAll.includes(event.type)) expectThat(hears('notifyRoots'), 'the long-lived actors hear the news');
  for (const flow of newsOfFlows[event.type] ?? []) {
    const isAlive =
      flow === 'Pix'
        ? before.matches({ orderPendingPayment: 'open' })
        : before.matches(flow.toLowerCase() as never);
    if (isAlive) expectThat(hears(`notify${flow}`), 'the living flow hears the news');
  }
  // Who must hear of what, whatever else comes of it.
  const addressees: Record<string, string[]> = {
    'location.changed': ['notifyMoved', 'notifyWhere', 'notifyLead'],
    'location.chosen': ['notifyChosen'],
    'signin.completed': ['notifySession'],
    'marketplace.loaded': ['notifyMessages'],
    'session.opened': ['notifyHome'],
    'account.found': ['notifyHome'],
    'campaign.met': ['notifyMet'],
    'lead.known': ['notifyLeadKnown'],
    'xstate.snapshot.cart': ['notifyWhere'],
    'xstate.snapshot.campaigns': ['notifyCampaigns'],
  };
  const addressed = addressees[event.type] ?? [];
  expectThat(addressed.every(hears), 'what concerns another actor is told to it');
  if (event.type === 'location.chosen')
    expectThat(
      context.location === event['location'] && context.cart.draft.location === event['location'],
      'what begins now goes by the place that was chosen',
    );
  if (event.type === 'xstate.done.actor.signup')
    expectThat(
      hears('notifyAccountMade') === ((event['output'] as { outcome: string }).outcome === 'created'),
      'and so has one that a sign-up hands out',
    );
};
