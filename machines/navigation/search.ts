import { searchText } from '#domain/search.ts';

/** What the screens read of the search of their addresses; the rest never reaches a chart. */

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? searchText(value) || undefined : undefined;
/** Words that are looked for. */
export const query = (raw: Record<string, unknown>): { q?: string } => {
  const q = text(raw['q']);
  return q ? { q } : {};
};
/** Longest text of a subject that is read: forty choices. */
const LONGEST_SUBJECT = 1_800;
/**
 * What a screen of choices is about (D76): an item of a campaign, what is chosen so far, and of a line of the
 * cart that is being changed what was chosen in it.
 */
export interface Subject {
  campaign?: string;
  item?: string;
  choices?: string;
  line?: string;
}
export const subject = (raw: Record<string, unknown>): Subject =>
  Object.fromEntries(
    ['campaign', 'item', 'choices', 'line'].flatMap((name) => {
      const value = raw[name];
      return typeof value === 'string' && value ? [[name, value.slice(0, LONGEST_SUBJECT)]] : [];
    }),
  );
/** For what a visitor is asked who they are (D79): to buy without an account. Nothing else asks yet. */
export const asker = (raw: Record<string, unknown>): { for?: 'guest' } =>
  raw['for'] === 'guest' ? { for: 'guest' } : {};
/** Which cart a screen of the purchase is about whose path does not say it (D76). */
export const aboutCart = (raw: Record<string, unknown>): { cart?: string } => {
  const cart = raw['cart'];
  return typeof cart === 'string' && cart ? { cart: cart.slice(0, LONGEST_SUBJECT) } : {};
};
