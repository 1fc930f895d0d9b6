import { searchText } from '#domain/search.ts';

/** What the screens read of the search of their addresses; the rest never reaches a chart. */

/** Longest text of a subject that is read: forty choices. */
const LONGEST_SUBJECT = 1_800;
/** Reads those of the named texts that are there; `q` as it is searched for. */
const texts =
  <N extends string>(...names: N[]) =>
  (raw: Record<string, unknown>): { [K in N]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = raw[name];
        const text =
          typeof value === 'string' && (name === 'q' ? searchText(value) : value.slice(0, LONGEST_SUBJECT));
        return text ? [[name, text]] : [];
      }),
      // fromEntries forgets its keys
    ) as { [K in N]?: string };

/** Words that are looked for. */
export const query = texts('q');
/** What is wanted of all the products of a store: words, categories by slug (`a_b`), an order. */
export const wanted = texts('q', 'tags', 'sort');
export type Wanted = ReturnType<typeof wanted>;
/**
 * What a screen of choices is about (D76): an item of a campaign, what is chosen so far, in which package and how
 * many, and of a line of the cart that is being changed what was chosen in it.
 */
export const subject = texts('campaign', 'item', 'choices', 'line', 'package', 'quantity');
export type Subject = ReturnType<typeof subject>;
/** How a product is wanted: in which of its packages, and how many. */
export const wantedOf = texts('package', 'quantity');
/** What of a wallet's statement is looked at: `in` or `out` alone, of so many days back. */
export const movements = texts('type', 'days');
/** What of one's orders is looked for: words, a kind of state, a campaign, so many days back. */
export const ordersWanted = texts('q', 'status', 'campaign', 'days');
/** For what a visitor is asked who they are (D79). Only buying without an account asks yet, whatever stands there. */
export const asker = texts('for');
/** An access key or an invitation, as it came in a link. */
export const key = texts('key');
/**
 * What a screen is about whose path does not say it (D76): a cart, or an order and the window that is chosen
 * for it.
 */
export const about = texts('cart', 'order', 'window');
/** What somebody is asked about: an order, or a campaign (D70, D76). */
export const asked = texts('order', 'campaign');
/** Why one was sent there (D88). */
export const why = texts('reason');
/** Of which campaign a place is shown (D76). */
export const ofCampaign = texts('campaign');
/** What another app shared with the installed shop: a link, or a text with a key or a link in it. */
export const shared = texts('text', 'url');
