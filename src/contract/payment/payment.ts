import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Percent, Reais } from '../reais.ts';
import { Instant, OrderCode, QueryNumber, Text, Uuid } from '../scalars.ts';
import { WalletKind } from './wallet.ts';

/** Parcels of a card payment; more of them need a provider that can. Source: D55. */
export const Parcels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12));
/**
 * What a provider's field needs to take a card's data. The number and its code go there, never here (SEC-22).
 */
export const ClientSecret = v.pipe(Text(200), v.minLength(20));
/**
 * Parcels of a card: the first one, then `n − 1` of `value`; `rate` in percent a month, 0 = without interest.
 * Source: D55.
 */
export const Plan = v.object({ n: v.number(), first: Reais, value: Reais, total: Reais, rate: v.number() });
export type Plan = v.InferOutput<typeof Plan>;
/** Wallets that pay of one order at most. */
const MOST_WALLETS = 5;
/** A list of wallets, each named once. */
export const eachWalletOnce = <S extends v.GenericSchema<unknown, { uuid: string }>>(one: S) =>
  v.pipe(
    v.array(one),
    v.maxLength(MOST_WALLETS, `Use até ${MOST_WALLETS} carteiras por pedido.`),
    v.check(
      (list) => new Set(list.map(({ uuid }) => uuid)).size === list.length,
      'Cada carteira entra uma vez.',
    ),
  );
/**
 * A wallet that can pay of a cart, `max` at most beside the others that the cart names; `expiresAt`: when its first
 * part is over. Source: D58.
 */
export const WalletOffer = v.object({
  uuid: Uuid,
  name: v.string(),
  kind: WalletKind,
  max: Reais,
  expiresAt: v.optional(Instant),
});
export type WalletOffer = v.InferOutput<typeof WalletOffer>;
/**
 * What a wallet pays of a cart: `asked` by its buyer, and `amount`, which is less where the wallet has less by now
 * or may not pay as much; `points` that these are, where it counts in points. Source: D81.
 */
export const WalletPart = v.object({
  uuid: Uuid,
  name: v.string(),
  asked: Reais,
  amount: Reais,
  points: v.optional(v.number()),
});
export type WalletPart = v.InferOutput<typeof WalletPart>;
/** A card that a provider keeps. The shop knows what is printed here and nothing more. */
export const SavedCard = v.object({
  id: Uuid,
  brand: v.string(),
  last4: v.string(),
  holder: v.string(),
  expMonth: v.number(),
  expYear: v.number(),
  default: v.boolean(),
});
export type SavedCard = v.InferOutput<typeof SavedCard>;
/**
 * `installments`: parcels at most, each of them in `plans`. `max`: what it can pay at most, where that is
 * less than everything (a wallet); `min`: what it is used for at least.
 * `discountPercent`: off the goods, after all other discounts, for the cart whose `paymentMethod` it is;
 * `plans` count with it. Of WALLET: `wallets` that can be chosen, whose first part is over the soonest first; `parts`
 * of those that the cart names; `left` to pay after them in another way, without that way's discount. Source: D38,
 * D53, D81.
 */
export const PaymentMethod = v.object({
  type: v.picklist(['PIX', 'CREDIT_CARD', 'WALLET', 'FREE']),
  label: v.string(),
  discountPercent: v.optional(Percent),
  installments: v.optional(v.number()),
  min: v.optional(Reais),
  max: v.optional(Reais),
  plans: v.optional(v.array(Plan)),
  wallets: v.optional(v.array(WalletOffer)),
  parts: v.optional(v.array(WalletPart)),
  left: v.optional(Reais),
  /** a card's: where its number is typed; without one it is taken by the API only */ field: v.optional(
    v.string(),
  ),
  /** the buyer's saved cards, the default one first */ cards: v.optional(v.array(SavedCard)),
});
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>;
export const listPaymentMethods = endpoint({
  name: 'listPaymentMethods',
  method: 'GET',
  path: '/api/payments/methods',
  audience: 'buyer',
  query: v.object({
    cartUuid: Uuid,
    /** what wallets pay of it, in reais; as the cart says, where it is left out */ walletAmount: v.optional(
      v.pipe(QueryNumber, Reais),
    ),
  }),
  response: v.array(PaymentMethod),
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'],
  summary: 'Ways to pay a cart that work now, for this buyer, and the parcels of a card.',
  source: 'D53, D55',
});

/**
 * A Pix charge of an order. `brCode` is the text to copy (EMV, central bank manual); `qrCode` the same as an
 * SVG. `status` follows the payment chart.
 */
export const PixCharge = v.object({
  orderCode: v.string(),
  brCode: v.string(),
  qrCode: v.string(),
  amount: Reais,
  receiver: v.string(),
  expiresAt: Instant,
  status: v.picklist(['pending', 'confirmed', 'expired', 'declined', 'refunded']),
  attempt: v.number(),
  /** new codes that may still be asked for */ attemptsLeft: v.number(),
  /** it is over, and the same order can be paid by card now */ hasOtherWays: v.optional(v.literal(true)),
});
export type PixCharge = v.InferOutput<typeof PixCharge>;
export const pixCode = endpoint({
  name: 'pixCode',
  method: 'GET',
  path: '/api/pix/qrcode',
  audience: 'buyer',
  query: v.object({ id: OrderCode }),
  response: PixCharge,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'],
  summary: 'The current Pix code of an order.',
  source: 'spec §7 External; D56',
});

/**
 * A notice from an acquirer, signed over its raw bytes (`X-Signature: t={epoch s},v1={hmac-sha256 hex}`).
 * Amount in reais.
 */
export const PixNotice = v.object({
  id: Text(80),
  type: v.picklist(['pix.created', 'pix.paid', 'pix.expired', 'pix.refunded']),
  txid: Text(35),
  /** of the transfer: a paid one has it */ endToEndId: v.optional(Text(32), ''),
  amount: Reais,
  receiver: Text(77),
  at: Instant,
});
export type PixNotice = v.InferOutput<typeof PixNotice>;
export const pixWebhook = endpoint({
  name: 'pixWebhook',
  method: 'POST',
  path: '/api/webhooks/pix',
  audience: 'internal',
  body: PixNotice,
  headers: ['X-Signature'],
  status: 202,
  problems: ['MALFORMED', 'UNAUTHENTICATED', 'NOT_FOUND'],
  summary: 'Receives a payment notice. Any order, any number of times.',
  source: 'reliability SEC-20, REL-09',
});
