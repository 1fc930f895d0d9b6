import * as v from 'valibot';
import { PricedLine, Totals } from '../cart.ts';
import { endpoint } from '../endpoint.ts';
import { WalletPart } from '../payment/payment.ts';
import { Instant, Uuid } from '../scalars.ts';

const cartUuid = v.object({ cartUuid: Uuid });

/** A cart whose goods are held: what it costs is fixed. */
export const Lock = v.object({
  lockedUntil: Instant,
  fence: v.number(),
  totals: Totals,
  lines: v.array(PricedLine),
  /** what the cart's wallets pay of it now; the order takes it */ wallets: v.optional(v.array(WalletPart)),
});
export type Lock = v.InferOutput<typeof Lock>;
/**
 * Refused as 409 LOCK with `detail` STOCK, PRICE, CAMPAIGN, AREA, LIMIT, SELECTION, COUPON, WINDOW (it is
 * full) or WINDOW_PAST (its time has come) and the fresh cart in `current`.
 */
export const lockCart = endpoint({
  name: 'lockCart',
  method: 'POST',
  path: '/api/operation/orders/lock/{cartUuid}',
  audience: 'buyer',
  params: cartUuid,
  response: Lock,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED', 'LOCK', 'ORDERED', 'ADDRESS', 'TOO_MANY_REQUESTS'],
  summary: 'Holds the stock of a cart for 15 minutes and fixes its totals.',
  source: 'spec §7, §8; D42',
});
export const unlockCart = endpoint({
  name: 'unlockCart',
  method: 'DELETE',
  path: '/api/operation/orders/lock/{cartUuid}',
  audience: 'buyer',
  params: cartUuid,
  status: 204,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'],
  summary: 'Gives the held stock back.',
  source: 'D42',
});
