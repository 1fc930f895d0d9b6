import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { OrderState } from './order.ts';
import { Hub } from '../place.ts';
import { Reais } from '../reais.ts';
import { Instant, Uuid } from '../scalars.ts';

const params = v.object({ id: Uuid });
const problems = ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'] as const;

/**
 * How an order is fetched that somebody comes for. It is kept on the device, so that it is there without a
 * network: no more than is shown.
 */
export const Pickup = v.object({
  id: Uuid,
  orderCode: v.string(),
  state: OrderState,
  /** who comes for it, as the order says */ who: v.string(),
  /** what the way of receiving is called */ place: v.optional(v.string()),
  items: v.array(
    v.object({
      name: v.string(),
      quantity: v.number(),
      unit: v.optional(v.string()),
      image: v.optional(v.string()),
      tint: v.optional(v.string()),
    }),
  ),
  window: v.optional(v.object({ start: Instant, end: Instant })),
  /** what is said or shown at the counter, six characters; only while the order is ready */ code: v.optional(
    v.string(),
  ),
  /** until when it is kept there */ until: v.optional(Instant),
  /** where; left out where the shop has no such place any more */ point: v.optional(Hub),
});
export type Pickup = v.InferOutput<typeof Pickup>;
export const getPickup = endpoint({
  name: 'getPickup',
  method: 'GET',
  path: '/api/operation/orders/order/{id}/pickup',
  audience: 'buyer',
  params,
  response: Pickup,
  status: 200,
  problems,
  summary:
    'The point of one of my orders that I come for, and its pickup code while it waits there. An order that is brought has none.',
  source: 'screen ClickAndCollect; D85, D86',
});

/** What of an order may still go back, and what was paid for it. */
export const Returnable = v.object({
  /** from here the days of each reason are counted; left out before */ deliveredAt: v.optional(Instant),
  /** of the order's items, in their order */ lines: v.array(
    v.object({
      /** what came; nothing of a line that was canceled */ quantity: v.number(),
      /** what of it did not go back yet */ left: v.number(),
      /** for the whole line, after every discount */ paid: Reais,
    }),
  ),
  /** comes back too when everything goes back at once */ shipping: Reais,
});
export type Returnable = v.InferOutput<typeof Returnable>;
export const getReturnable = endpoint({
  name: 'getReturnable',
  method: 'GET',
  path: '/api/operation/orders/order/{id}/returnable',
  audience: 'buyer',
  params,
  response: Returnable,
  status: 200,
  problems,
  summary: 'What of one of my orders, or of one part of it, may still go back, and what it is worth.',
  source: 'screen Trade; D52',
});
