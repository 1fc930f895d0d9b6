import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Reais } from '../reais.ts';
import { Instant, OrderCode, Text } from '../scalars.ts';

/** Where somebody else sees and pays a Pix charge: a page of its own, none of the shop's screens. */
export const payerPath = (token: string): string => `/pix/${token}`;

/** A link that opens one Pix charge to whoever has it. `path` is below the shop's own address. */
export const PayerLink = v.object({ path: v.string(), expiresAt: Instant });
export type PayerLink = v.InferOutput<typeof PayerLink>;
export const payerLink = endpoint({
  name: 'payerLink',
  method: 'GET',
  path: '/api/pix/link',
  audience: 'buyer',
  query: v.object({ id: OrderCode }),
  response: PayerLink,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED', 'ILLEGAL_EVENT'],
  summary:
    'A link to the current Pix charge of an order, for somebody else to pay. ILLEGAL_EVENT: it is over.',
  source: 'features "Alguém paga por mim"',
});

/**
 * A Pix charge as whoever pays for somebody sees it: of the order and its buyer nothing. `brCode` and `qrCode`
 * (an SVG) only while it can be paid.
 */
export const PayerCharge = v.object({
  status: v.picklist(['pending', 'confirmed', 'expired']),
  store: v.string(),
  receiver: v.string(),
  amount: Reais,
  expiresAt: Instant,
  brCode: v.optional(v.string()),
  qrCode: v.optional(v.string()),
});
export type PayerCharge = v.InferOutput<typeof PayerCharge>;
export const payerCharge = endpoint({
  name: 'payerCharge',
  method: 'GET',
  path: '/api/pix/link/{token}',
  audience: 'public',
  params: v.object({ token: Text(64) }),
  response: PayerCharge,
  status: 200,
  problems: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  summary:
    'What a link to a Pix charge opens. A charge that was replaced, canceled or paid otherwise is not found, like one that never was.',
  source: 'features "Alguém paga por mim"',
});
