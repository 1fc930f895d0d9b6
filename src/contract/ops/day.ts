import * as v from 'valibot';
import { AlertWhen } from '#contract/people/alert.ts';
import { Instant } from '#contract/scalars.ts';

/** Where the day of a shop stands, as far as somebody works on it. */
export const OpsDay = v.object({
  /** products of campaigns that are shown, of which none is left or which are paused */ soldOut: v.number(),
  /** orders of today by the hour in which they were made; hours without any are left out */ hours: v.array(
    v.object({ at: Instant, orders: v.number() }),
  ),
  /** how many wait for one message about a campaign (D78); for who works at all hubs */ awaited: v.array(
    v.object({ campaign: v.string(), when: AlertWhen, people: v.number() }),
  ),
});
export type OpsDay = v.InferOutput<typeof OpsDay>;
