import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { ClientSecret } from './payment.ts';
import { Reais } from '../reais.ts';
import { NeededText, OrderCode, Text } from '../scalars.ts';

/**
 * The card field of the embedded acquirer: in its place stands a provider's own page. A number is turned into
 * a token here and forgotten; only the numbers of docs/how-to.md are taken.
 */
const Month = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12));
const Year = v.pipe(v.number(), v.integer(), v.minValue(2000), v.maxValue(2100));
const SecurityCode = v.pipe(v.string(), v.regex(/^\d{3,4}$/, 'O código tem 3 ou 4 números.'));
export const tokeniseCard = endpoint({
  name: 'tokeniseCard',
  method: 'POST',
  path: '/sandbox/acquirer/tokens',
  audience: 'internal',
  body: v.object({
    number: v.pipe(
      v.string(),
      v.transform((text) => text.replace(/[\s-]/g, '')),
      v.regex(/^\d{13,19}$/, 'Confira o número do cartão.'),
    ),
    holder: NeededText(60),
    expMonth: Month,
    expYear: Year,
    cvv: SecurityCode,
  }),
  response: v.object({
    token: v.string(),
    brand: v.string(),
    last4: v.string(),
    expMonth: v.number(),
    expYear: v.number(),
  }),
  status: 201,
  problems: ['MALFORMED'],
  summary: 'Turns a test card into a token.',
  source: 'D54; SEC-22',
});
/** What the acquirer says to the buyer. `challenge`: the bank wants to see who pays. */
export const CardOutcome = v.object({
  status: v.picklist(['authorised', 'challenge', 'review', 'declined', 'saved']),
  reason: v.optional(v.string()),
});
export type CardOutcome = v.InferOutput<typeof CardOutcome>;
/** `withheld`: the notice to the shop is lost on the way. */
const notice = v.optional(v.picklist(['sent', 'withheld']), 'sent');
export const confirmCard = endpoint({
  name: 'confirmCard',
  method: 'POST',
  path: '/sandbox/acquirer/confirm',
  audience: 'internal',
  body: v.object({
    clientSecret: ClientSecret,
    /** none for a saved card */ token: v.optional(Text(1_000)),
    cvv: SecurityCode,
    notice,
  }),
  response: CardOutcome,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'ILLEGAL_EVENT'],
  summary: "Pays (or saves) with a card, as a provider's card field would.",
  source: 'D54',
});
/** How a payment stands, for the card field that shows it; the state is the acquirer's own word. */
export const readCharge = endpoint({
  name: 'readCharge',
  method: 'POST',
  path: '/sandbox/acquirer/charges',
  audience: 'internal',
  body: v.object({ clientSecret: ClientSecret }),
  response: v.object({
    state: v.string(),
    amount: Reais,
    /** of a card that is kept */ card: v.optional(v.object({ brand: v.string(), last4: v.string() })),
  }),
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND'],
  summary: 'Says how a card payment stands.',
  source: 'D54',
});
export const answerChallenge = endpoint({
  name: 'answerChallenge',
  method: 'POST',
  path: '/sandbox/acquirer/challenge',
  audience: 'internal',
  body: v.object({ clientSecret: ClientSecret, passed: v.boolean(), notice }),
  response: CardOutcome,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'ILLEGAL_EVENT'],
  summary: "Answers the bank's question about who pays (as 3-D Secure does).",
  source: 'D54',
});
export const judgeReview = endpoint({
  name: 'judgeReview',
  method: 'POST',
  path: '/sandbox/acquirer/reviews/{orderCode}',
  audience: 'internal',
  params: v.object({ orderCode: OrderCode }),
  body: v.object({ approved: v.boolean(), notice }),
  response: CardOutcome,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'ILLEGAL_EVENT'],
  summary: "Ends the fraud review of an order's card payment.",
  source: 'definitions, Order life',
});
