import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';

/** Over how many days, today's among them, the funnel can be looked at. */
export const FUNNEL_DAYS = [7, 30, 90] as const;
export type FunnelDays = (typeof FUNNEL_DAYS)[number];

/** What happened to one state of the checkout in those days. */
export const FunnelState = v.object({
  /** from the chart's root, with dots: `payment.ready` */ state: v.string(),
  entries: v.number(),
  exits: v.number(),
  /** half of the stays ended before or in this step, seconds; `to` null: it has no end; null: too few */
  median: v.nullable(v.object({ from: v.number(), to: v.nullable(v.number()) })),
  /** what it was left by, the most frequent first; what happened too seldom is not told */ causes: v.array(
    v.object({ event: v.string(), count: v.number() }),
  ),
  /** whether a cause is not told because it happened too seldom */ isShort: v.boolean(),
});
export type FunnelState = v.InferOutput<typeof FunnelState>;
export const Funnel = v.object({
  days: v.number(),
  /** less often than this nothing is told of a cause or of a time */ fewest: v.number(),
  /** those with most losses first; states without any count are left out */ states: v.array(FunnelState),
});
export type Funnel = v.InferOutput<typeof Funnel>;

export const readFunnel = endpoint({
  name: 'readFunnel',
  method: 'GET',
  path: '/api/ops/funnel',
  audience: 'staff',
  action: 'orders.read',
  query: v.object({ days: v.optional(v.picklist(['7', '30', '90']), '7') }),
  response: Funnel,
  status: 200,
  problems: ['MALFORMED', 'ROLE'],
  summary:
    'What clients who allow it did in each state of the checkout in the last days, as counts of nobody; for whoever works at all hubs.',
  source: 'decision 157; D61; PRV-05',
});
