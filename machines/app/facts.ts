import type { SnapshotFrom } from 'xstate';
import { countUnits } from '#domain/cart-line.ts';
import { standingOf } from '#domain/order/order-standing.ts';
import type { AppContext, CampaignsFact, CartFact, OrderFact } from './context.ts';
import type { Who } from '#machines/catalog/campaign-statuses.ts';
import type { campaignsMachine } from '#machines/catalog/campaigns.machine.ts';
import type { cartMachine } from '#machines/cart/cart.machine.ts';
import type { catalogMachine } from '#machines/catalog/catalog.machine.ts';
import type { ordersMachine } from '#machines/orders/orders.machine.ts';

/** What the app copies from the long-lived actors, so that its gates need to look at nothing else. */

export const factsOfCart = (snapshot: SnapshotFrom<typeof cartMachine>): CartFact => {
  const { uuid, lines, leadId, draft, ordered } = snapshot.context;
  return {
    isKnown: true,
    isSettled: snapshot.hasTag('settled'),
    uuid,
    count: countUnits(lines),
    leadId,
    draft,
    ordered,
  };
};

export const factsOfCampaigns = (snapshot: SnapshotFrom<typeof campaignsMachine>): CampaignsFact => {
  const { context } = snapshot;
  return {
    isKnown: context.isKnown,
    who: snapshot.hasTag('busy') || snapshot.hasTag('refreshing') ? null : context.who,
    count: context.campaigns.length,
    statuses: context.statuses.map(({ id, slug, status }) => ({ id, slug, status })),
  };
};

/** What the cart is to know of them: those that were met by their address stand behind those of the list. */
export const knownCampaigns = ({ context }: SnapshotFrom<typeof campaignsMachine>) => ({
  known: [...context.campaigns, ...context.met],
});

/** Only an answer of the server counts: a list that was read before may have been overtaken. */
export function factOfOrder(snapshot: SnapshotFrom<typeof ordersMachine>): OrderFact | null {
  const { code, order } = snapshot.context;
  if (code === null) return null;
  if (snapshot.hasTag('details.gone')) return { code, standing: 'gone' };
  return order && snapshot.hasTag('details.answered')
    ? {
        code,
        standing: standingOf(order.state),
        byCard: order.paymentMethod.type === 'CREDIT_CARD',
      }
    : null;
}

/**
 * For whom campaigns are requested (§6): a client, the visitor's lead, or anybody. While a sign-in is being
 * restored that does not change, because the lead may belong to the person who is coming back.
 */
export const whoOf = ({
  session,
  cart: { leadId },
  who,
}: Pick<AppContext, 'session' | 'cart' | 'who'>): Who => {
  if (session === 'client') return { kind: 'client' };
  if (session !== 'visitor') return who;
  return leadId === null ? { kind: 'visitor' } : { kind: 'lead', id: leadId };
};

export const isSameWho = (one: Who | null, other: Who): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The campaign that was asked for and does not exist, by the name it was asked for. */
export const missingIn = (snapshot: SnapshotFrom<typeof catalogMachine>): string | null =>
  snapshot.matches('missing') ? snapshot.context.ref : null;
