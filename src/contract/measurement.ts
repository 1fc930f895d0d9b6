import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** What may be counted, by its literal name. Nothing in it can say who. */
export const Measured = v.variant('name', [
  v.object({ name: v.literal('signIn'), method: v.picklist(['SMS', 'EMAIL', 'SSO', 'INTRANET']) }),
  v.object({
    name: v.literal('sms_verification_timer'),
    /** from the sending of a code to its proof */ seconds: v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(3_600),
    ),
  }),
  v.object({
    name: v.literal('screens'),
    /** the screen's id, as `orderPendingPayment` */ stateId: v.pipe(
      v.string(),
      v.regex(/^[a-z][A-Za-z]{1,39}$/),
    ),
  }),
  v.object({
    name: v.literal('purchase'),
    step: v.picklist(['cart', 'shipping', 'payment', 'confirmation', 'placed', 'paid']),
  }),
]);
export type Measured = v.InferOutput<typeof Measured>;
export const measure = endpoint({
  name: 'measure',
  method: 'POST',
  path: '/api/measurement/events',
  audience: 'buyer',
  body: v.object({ events: v.pipe(v.array(Measured), v.minLength(1), v.maxLength(50)) }),
  status: 204,
  problems: [
    'MALFORMED',
    'UNAUTHENTICATED',
    'TOKEN_EXPIRED',
    'TOKEN_REVOKED',
    'NOT_FOUND',
    'CONSENT',
    'TOO_MANY_REQUESTS',
  ],
  summary: 'Counts what happened, per day and without saying to whom; needs the consent "measurement".',
  source: 'spec §7 External; D61; PRV-03, PRV-05',
});
