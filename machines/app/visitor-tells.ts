import type { EventFrom } from 'xstate';
import type { AppContext } from './context.ts';
import { whoOf } from './facts.ts';
import type { campaignsMachine } from '#machines/catalog/campaigns.machine.ts';
import type { cartMachine } from '#machines/cart/cart.machine.ts';
import type { leadMachine } from '#machines/lead.machine.ts';
import { tell } from '#machines/notify.ts';

/**
 * What the app tells other actors about the visitor's lead: whose campaigns, when it begins, when it is over.
 */

interface Args {
  context: AppContext;
  event: { type: string };
}
type ToCart = EventFrom<typeof cartMachine>;
type ToCampaigns = EventFrom<typeof campaignsMachine>;
type ToLead = EventFrom<typeof leadMachine>;

export function notifyWho(args: Args): void {
  const who = whoOf(args.context);
  if (JSON.stringify(who) !== JSON.stringify(args.context.who))
    tell(args, 'campaigns', { type: 'who.changed', who } satisfies ToCampaigns);
}
/**
 * A place that a visitor sets creates the lead (D12), or is added to it. A lead that the server has deleted
 * is created again; the cart has dropped it by then. A company's store has no visitors.
 */
export function notifyLead(args: Args): void {
  const { session, intranet, location, cart } = args.context;
  const isNews = cart.leadId === null || args.event.type !== 'session.closed';
  if (session === 'visitor' && !intranet && location && isNews)
    tell(args, 'lead', { type: 'lead.wanted', location } satisfies ToLead);
}
export const notifyLeadKnown = (args: Args, id: string): void =>
  tell(args, 'cart', { type: 'lead.known', id } satisfies ToCart);
export const notifyLeadClosed = (args: Args): void =>
  tell(args, 'cart', { type: 'lead.closed' } satisfies ToCart);
/** The server has closed the lead; what it had unlocked is the account's now. */
export function notifyAccountMade(args: Args): void {
  notifyLeadClosed(args);
  tell(args, 'campaigns', { type: 'campaign.changed' } satisfies ToCampaigns);
}
