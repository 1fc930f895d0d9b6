import * as v from 'valibot';
import { Instant } from '#contract/scalars.ts';

/** Where the day of a shop stands, as far as somebody works on it. */
export const OpsDay = v.object({
  /** products of campaigns that are shown, of which none is left or which are paused */ soldOut: v.number(),
  /** orders of today by the hour in which they were made; hours without any are left out */ hours: v.array(
    v.object({ at: Instant, orders: v.number() }),
  ),
});
export type OpsDay = v.InferOutput<typeof OpsDay>;
