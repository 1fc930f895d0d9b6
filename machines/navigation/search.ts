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
const texts =
  <N extends string>(...names: N[]) =>
  (raw: Record<string, unknown>): { [K in N]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = raw[name];
        return typeof value === 'string' && value ? [[name, value.slice(0, LONGEST_SUBJECT)]] : [];
      }),
      // fromEntries forgets its keys
    ) as { [K in N]?: string };
export const subject: (raw: Record<string, unknown>) => Subject = texts(
  'campaign',
  'item',
  'choices',
  'line',
);
/** For what a visitor is asked who they are (D79). Only buying without an account asks yet, whatever stands there. */
export const asker = texts('for');
/** Which cart a screen of the purchase is about whose path does not say it (D76). */
export const aboutCart = texts('cart');
