import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Text } from '#contract/scalars.ts';

/** Told that something of the orders changed, and not what: the board, or the order, is read again. */
export const opsStream = endpoint({
  name: 'opsStream',
  method: 'GET',
  path: '/api/ops/events',
  audience: 'staff',
  action: 'orders.read',
  query: v.object({ topics: v.optional(Text(80), 'orders') }),
  status: 200,
  problems: ['MALFORMED'],
  summary: 'Server-sent events for whoever works here: `orders.changed {at}`, `clock.changed {now}`, `ping`.',
  source: 'operator study, §4',
});
