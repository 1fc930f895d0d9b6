import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { OrderState } from './order/order.ts';
import { Instant, Text } from './scalars.ts';

/**
 * What the server tells a browser while it looks. Sent as server-sent events: `event` is the type, `data` the
 * JSON of the rest.
 */
export const StreamEvent = v.variant('type', [
  v.object({
    type: v.literal('order.changed'),
    code: v.string(),
    state: OrderState,
    version: v.number(),
    at: Instant,
  }),
  v.object({ type: v.literal('campaign.changed') }),
  v.object({ type: v.literal('cart.changed'), uuid: v.string(), version: v.number() }),
  v.object({ type: v.literal('clock.changed'), now: Instant }),
]);
export type StreamEvent = v.InferOutput<typeof StreamEvent>;
/**
 * Topics: `order:{code}`, `campaigns`, `cart:{uuid}`, comma separated. Foreign orders and carts are left out
 * silently.
 */
export const stream = endpoint({
  name: 'stream',
  method: 'GET',
  path: '/api/operation/events',
  audience: 'optional',
  query: v.object({ topics: Text(800) }),
  headers: ['Last-Event-ID'],
  status: 200,
  problems: ['MALFORMED', 'TOO_MANY_REQUESTS'],
  summary: 'Server-sent events of orders, campaigns, carts and the clock.',
  source: 'definitions, Stream',
});
