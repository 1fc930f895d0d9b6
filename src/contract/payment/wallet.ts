import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Instant, Uuid } from '../scalars.ts';

/**
 * A part of a balance: reais for BRL, whole points for PTS. The soonest to expire comes first and is spent
 * first.
 */
export const Bucket = v.object({
  id: Uuid,
  label: v.string(),
  amount: v.number(),
  expiresAt: v.optional(Instant),
});
export type Bucket = v.InferOutput<typeof Bucket>;
export const WalletKind = v.picklist(['CREDIT', 'CASHBACK', 'BENEFIT', 'POINTS']);
/**
 * `rate`: reais that one point is worth; points without it pay nothing. `campaignIds`: it pays goods of these
 * only.
 */
export const Wallet = v.object({
  uuid: Uuid,
  name: v.string(),
  kind: WalletKind,
  unit: v.picklist(['BRL', 'PTS']),
  rate: v.optional(v.number()),
  color: v.optional(v.string()),
  campaignIds: v.optional(v.array(Uuid)),
  balance: v.array(Bucket),
});
export type Wallet = v.InferOutput<typeof Wallet>;
export const Movement = v.object({
  id: Uuid,
  at: Instant,
  type: v.picklist(['IN', 'OUT']),
  amount: v.number(),
  text: v.string(),
  orderCode: v.optional(v.string()),
});
export type Movement = v.InferOutput<typeof Movement>;

const one = v.object({ uuid: Uuid });
const mine = ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'] as const;
export const listWallets = endpoint({
  name: 'listWallets',
  method: 'GET',
  path: '/api/operation/wallets',
  audience: 'bearer',
  response: v.array(Wallet),
  status: 200,
  problems: ['UNAUTHENTICATED'],
  summary: 'My wallets with what is in them.',
  source: 'spec §7 Orders and wallets; D58',
});
export const walletBalance = endpoint({
  name: 'walletBalance',
  method: 'GET',
  path: '/api/operation/wallets/{uuid}/balance',
  audience: 'bearer',
  params: one,
  response: v.array(Bucket),
  status: 200,
  problems: mine,
  summary: 'The parts of a balance, the soonest to expire first.',
  source: 'spec §7 Orders and wallets; D58',
});
export const walletStatement = endpoint({
  name: 'walletStatement',
  method: 'GET',
  path: '/api/operation/wallets/{uuid}/statement',
  audience: 'bearer',
  params: one,
  response: v.array(Movement),
  status: 200,
  problems: mine,
  summary: 'The newest movements of a wallet.',
  source: 'D58',
});
