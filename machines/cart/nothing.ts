import type { CartMemory } from '#machines/stored.ts';
import type { CartContext, CartInput } from './facts.ts';
import { emptyBase } from './empty-base.ts';

/**
 * A cart before anything happened to it. Apart from the chart, whose code comes with the first line, or when
 * the page rests.
 */

export const nothing = {
  uuid: null,
  base: emptyBase,
  edits: [],
  sent: 0,
  // The very ones that the chart begins with: nobody who shows them is drawn again when it comes.
  lines: emptyBase.lines,
  draft: emptyBase.draft,
  priced: null,
  coupon: null,
  changes: [],
  merged: [],
  heard: 0,
  failures: 0,
  problem: null,
  ordered: null,
} satisfies Partial<CartContext>;
/** A browser that has stored nothing. */
export const noMemory: CartMemory = {
  uuid: null,
  base: emptyBase,
  edits: [],
  saved: null,
  leadId: null,
  isClient: false,
};
/** What the chart begins with where nothing is stored. */
export const noCart = ({ leadId = null }: CartInput): CartContext => ({
  ...nothing,
  saved: null,
  leadId,
  isClient: false,
  campaigns: [],
  requestedAt: null,
  repeatedAt: null,
});
