import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/**
 * Where the steps end in which the time in a state is told, in seconds: about twice as far each; the last has no end.
 */
export const STOOD = [1, 2, 4, 8, 15, 30, 60, 120, 240, 480, 900, 1_800, 3_600] as const;
/** What a state is left by that is no event of its chart: the page went, or the shop showed another part of itself. */
export const LEAVINGS = ['page.left', 'flow.left'] as const;
export type Leaving = (typeof LEAVINGS)[number];

const StatePath = v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]{1,29}(?:\.[a-z][A-Za-z]{1,29}){0,3}$/));
/** One state and those that hold it. */
const States = v.pipe(v.array(StatePath), v.maxLength(4));

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
  v.object({
    /** a transition of the chart of the same name, heard and not written down in it */ name: v.literal(
      'checkout',
    ),
    /** its event's name, or one of `LEAVINGS`; counted with what was left alone */ event: v.pipe(
      v.string(),
      v.regex(/^[a-z][A-Za-z.*]{1,79}$/),
    ),
    left: v.pipe(
      v.array(
        v.object({
          state: StatePath,
          /** the step of `STOOD` in which it was left */ stood: v.pipe(
            v.number(),
            v.integer(),
            v.minValue(0),
            v.maxValue(STOOD.length),
          ),
        }),
      ),
      v.maxLength(4),
    ),
    entered: States,
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
