/**
 * What a store tells the flow book while somebody looks, over a channel of the browser. Names alone: of charts, states
 * and events, and of the fields that an event has. No value ever leaves the page, so no personal data does.
 */
export const TELLING = 'vitrine-flows';
/** Where the book writes down when it looked last, for pages that start meanwhile. */
export const LOOKED_AT = 'vitrine-flows-looked-at';
/** How often the book says that it still looks, and how long a store tells without hearing that, ms. */
export const LOOKING_EVERY = 5_000;
export const TELLING_FOR = 15_000;

/** A running chart. */
export interface RunningChart {
  /** of the actor, in its tab */
  id: string;
  chart: string;
  /** paths of the states in which it is: the innermost ones */
  active: readonly string[];
}
/** One step of one chart. */
export interface ToldStep {
  /** ms since 1970 */
  at: number;
  id: string;
  chart: string;
  event: string;
  /** what the event carries, by name */
  fields: readonly string[];
  from: readonly string[];
  to: readonly string[];
  /** every running chart, after it */
  running: readonly RunningChart[];
}
/** An event that somebody sends a chart from the book. */
export interface SentEvent {
  id: string;
  event: { readonly type: string } & Readonly<Record<string, unknown>>;
}
/** @param tab the page that tells */
export type FromStore =
  | { type: 'store.told'; tab: string; running: readonly RunningChart[] }
  | { type: 'store.stepped'; tab: string; step: ToldStep }
  | { type: 'store.left'; tab: string };
export type FromBook = { type: 'book.looks' } | { type: 'book.sent'; tab: string; sent: SentEvent };
