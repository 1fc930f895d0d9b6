import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Follow, Order } from './order.ts';
import { NeededText, OrderCode } from '../scalars.ts';

const params = v.object({ code: OrderCode });
/** What one has who typed the code of an order's contact: it opens that order alone, for a while. */
export const OrderProof = NeededText(100);
/** An order as whoever proved its contact sees it, and where it is. */
export const OpenedOrder = v.object({ order: Order, follow: Follow });
export type OpenedOrder = v.InferOutput<typeof OpenedOrder>;
/**
 * Whoever has the code of an order sees little of it; the rest opens with a one-time code that goes to its
 * contact.
 */
export const sendOrderProof = endpoint({
  name: 'sendOrderProof',
  method: 'POST',
  path: '/api/operation/orders/code/{code}/proof',
  audience: 'public',
  params,
  body: v.object({ key: v.optional(v.picklist(['PHONE', 'EMAIL']), 'PHONE') }),
  response: v.object({
    /** seconds */ resendAfter: v.number(),
    /** seconds */ expiresIn: v.number(),
    /** enough to know one's own by */ contact: v.string(),
  }),
  status: 201,
  problems: ['MALFORMED', 'NOT_FOUND', 'TOO_MANY_CODES', 'PROOF_OF_WORK', 'COUNTRY', 'TOO_MANY_REQUESTS'],
  summary: 'Sends a one-time code to the phone or the e-mail of an order.',
  source: 'D4, D48; SEC-12',
});
export const openOrder = endpoint({
  name: 'openOrder',
  method: 'POST',
  path: '/api/operation/orders/code/{code}/open',
  audience: 'public',
  params,
  body: v.object({
    key: v.optional(v.picklist(['PHONE', 'EMAIL']), 'PHONE'),
    code: v.pipe(v.string(), v.regex(/^\d{6}$/, 'O código tem 6 números.')),
  }),
  response: v.object({
    ...OpenedOrder.entries,
    proof: OrderProof,
    /** seconds that the proof opens the order */ expiresIn: v.number(),
  }),
  status: 200,
  problems: [
    'MALFORMED',
    'NOT_FOUND',
    'INVALID_CODE',
    'EXPIRED_CODE',
    'TOO_MANY_ATTEMPTS',
    'TOO_MANY_REQUESTS',
    'PROOF_OF_WORK',
  ],
  summary: 'The whole of an order for the one-time code that went to its contact, and a proof of it.',
  source: 'D4, D48; SEC-02, SEC-12; decision 117',
});
/** Sent, not asked for: a proof stands in no address. */
export const readOpenedOrder = endpoint({
  name: 'readOpenedOrder',
  method: 'POST',
  path: '/api/operation/orders/code/{code}/opened',
  audience: 'public',
  params,
  body: v.object({ proof: OrderProof }),
  response: OpenedOrder,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'FRESH_PROOF', 'TOO_MANY_REQUESTS'],
  summary: 'The whole of an order again, for as long as the proof of its contact lives.',
  source: 'D48; SEC-12; decision 117',
});
