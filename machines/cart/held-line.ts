import * as v from 'valibot';
import { CartChange, CartLine, Choice, Draft } from '#contract/cart.ts';
import { type Cents, cents } from '#contract/money.ts';
import { Pause } from '#contract/scalars.ts';

/** A line of the cart as this browser holds it, and what a person did to it: both outlive the page. */

const Centavos = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform((amount): Cents => cents(amount)),
);
/**
 * A line as the browser holds it: with what is needed to show and sum it while no server answers. Prices of
 * one, in centavos; `units` of stock that one takes; `room`: the most of it beside the other lines.
 */
export const HeldLine = v.object({
  ...CartLine.entries,
  name: v.string(),
  image: v.optional(v.string()),
  unit: v.optional(v.string()),
  tint: v.optional(v.string()),
  campaignName: v.optional(v.string()),
  price: Centavos,
  listPrice: v.optional(Centavos),
  stock: v.optional(v.number()),
  room: v.optional(v.number()),
  max: v.optional(v.number()),
  units: v.optional(v.number()),
  choices: v.optional(v.array(Choice)),
  paused: v.optional(Pause),
});
export type HeldLine = v.InferOutput<typeof HeldLine>;

/** How many of the line there were before the edit; only where it may be done twice, to see that it was. */
const before = v.optional(v.number());
/**
 * Something a person did to the cart that the server has not confirmed. `set` names the quantity that is
 * wanted, `added` how many more.
 */
export const Edit = v.variant('kind', [
  v.object({ kind: v.literal('added'), line: HeldLine }),
  v.object({ kind: v.literal('set'), line: HeldLine, before }),
  v.object({ kind: v.literal('removed'), key: v.string(), before }),
  v.object({ kind: v.literal('drafted'), patch: v.object(Draft) }),
]);
export type Edit = v.InferOutput<typeof Edit>;

/** A line that a merge changed, named: what was left out stands in no list any more. */
export const MergedLine = v.object({
  ...v.pick(v.object(CartLine.entries), ['id', 'campaignId', 'packageId']).entries,
  name: v.string(),
  key: v.string(),
  from: v.number(),
  wanted: v.number(),
  to: v.number(),
  reason: v.picklist(['MERGED', 'STOCK', 'MAX']),
  /** where it changed with the merge: what one cost when it was put into the saved cart, and costs now */
  price: v.optional(v.pick(CartChange, ['before', 'after'])),
});
export type MergedLine = v.InferOutput<typeof MergedLine>;

/** The cart as the server last had it. */
export const Base = v.object({ version: v.number(), lines: v.array(HeldLine), draft: v.object(Draft) });
export type Base = v.InferOutput<typeof Base>;
