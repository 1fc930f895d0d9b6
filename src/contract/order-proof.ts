import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Order } from './order.ts';
import { OrderCode } from './scalars.ts';

const params = v.object({ code: OrderCode });
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
  response: Order,
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
  summary: 'The whole of an order, once, for the one-time code that went to its contact.',
  source: 'D4, D48; SEC-02, SEC-12',
});
