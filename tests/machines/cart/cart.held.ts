import { cents } from '#contract/money.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { campaignId, uuid } from '#tests/support/samples.ts';

/** A line of item `n` as the browser holds it. */
export const held = (n: number, quantity: number, more: Partial<HeldLine> = {}): HeldLine => ({
  id: uuid(100 + n),
  quantity,
  campaignId,
  name: `Item ${n}`,
  price: cents(1_000),
  stock: 99,
  ...more,
});
