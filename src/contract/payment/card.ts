import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { ClientSecret, Parcels, Plan, SavedCard } from './payment.ts';
import { Reais } from '../reais.ts';
import { Instant, OrderCode, Text, Uuid } from '../scalars.ts';

const Provider = v.object({
  name: v.picklist(['sandbox', 'stripe']),
  /** for the provider's own script */ publishableKey: v.optional(v.string()),
  /**
   * where a card's number is typed, of another origin than the shop's: the sandbox's page or Stripe's script; none
   * where this browser can reach none
   */
  field: v.optional(v.string()),
});

/**
 * Of a held cart, or of an order whose last try to pay failed. `walletAmount`: what wallets pay of it, in
 * reais; the order must name the same. `cardId`: a saved card.
 */
export const NewIntent = v.object({
  cartUuid: v.optional(Uuid),
  orderCode: v.optional(OrderCode),
  installments: v.optional(Parcels, 1),
  walletAmount: v.optional(Reais, 0),
  cardId: v.optional(Uuid),
});
export type NewIntent = v.InferOutput<typeof NewIntent>;
/** `amount` is what the card will be charged, with the interest of its parcels. */
export const Intent = v.object({ id: Uuid, clientSecret: v.string(), amount: Reais, provider: Provider });
export type Intent = v.InferOutput<typeof Intent>;
export const createIntent = endpoint({
  name: 'createIntent',
  method: 'POST',
  path: '/api/payments/intents',
  audience: 'buyer',
  body: NewIntent,
  response: Intent,
  status: 201,
  problems: [
    'MALFORMED',
    'UNAUTHENTICATED',
    'NOT_FOUND',
    'LOCK_LOST',
    'ORDERED',
    'ILLEGAL_EVENT',
    'WINDOW',
    'PAYMENT_METHOD',
    'FRESH_PROOF',
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
  ],
  summary:
    "Begins a card payment of a held cart. The answer goes to the provider's card field, and its `clientSecret` into the order.",
  source: 'D53, D54',
});

/**
 * The card payment of an order as its buyer reads it. `pending`: its number is still to be typed, or the bank
 * asks who pays; `reviewed`: the bank looks at it; `over`: the order has ended. `declined` says why, in the
 * provider's reasons. `clientSecret` while it can be paid. Amounts in reais.
 */
export const CardCharge = v.object({
  orderCode: v.string(),
  amount: Reais,
  plan: v.optional(Plan),
  /** it was no card that was not paid in time: it is chosen again how to pay */ lapsed: v.optional(
    v.literal('PIX'),
  ),
  status: v.picklist(['pending', 'reviewed', 'confirmed', 'declined', 'expired', 'over']),
  declined: v.optional(v.string()),
  expiresAt: Instant,
  clientSecret: v.optional(v.string()),
  provider: Provider,
  /** cards that may still be tried */ triesLeft: v.number(),
  /**
   * ways in which the same order can be paid now, once the bank or the clock has refused this one: what is due
   * by each, and of a card its parcels and those that the buyer keeps
   */
  again: v.optional(
    v.array(
      v.object({
        type: v.picklist(['PIX', 'CREDIT_CARD']),
        amount: Reais,
        plans: v.optional(v.array(Plan)),
        cards: v.optional(v.array(SavedCard)),
      }),
    ),
  ),
});
export type CardCharge = v.InferOutput<typeof CardCharge>;
export const cardCharge = endpoint({
  name: 'cardCharge',
  method: 'GET',
  path: '/api/payments/card',
  audience: 'buyer',
  query: v.object({ id: OrderCode }),
  response: CardCharge,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED', 'UNAVAILABLE'],
  summary:
    'The current card payment of an order, as its provider has it now; of a Pix that lapsed, in which ways it can be paid again.',
  source: 'D54, D57; REL-09',
});

export const listCards = endpoint({
  name: 'listCards',
  method: 'GET',
  path: '/api/payments/cards',
  audience: 'bearer',
  response: v.array(SavedCard),
  status: 200,
  problems: ['UNAUTHENTICATED'],
  summary: 'My saved cards; those that have expired are not shown.',
  source: 'D54',
});
export const createCardIntent = endpoint({
  name: 'createCardIntent',
  method: 'POST',
  path: '/api/payments/cards/intents',
  audience: 'bearer',
  response: v.object({ id: Uuid, clientSecret: v.string(), provider: Provider }),
  status: 201,
  problems: [
    'UNAUTHENTICATED',
    'NOT_FOUND',
    'PAYMENT_METHOD',
    'FRESH_PROOF',
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
  ],
  summary: "Begins to save a card. The answer goes to the provider's card field.",
  source: 'D10, D54 (accountPaymentCardIntent)',
});
export const saveCard = endpoint({
  name: 'saveCard',
  method: 'POST',
  path: '/api/payments/cards',
  audience: 'bearer',
  body: v.object({ clientSecret: ClientSecret, default: v.optional(v.boolean()) }),
  response: SavedCard,
  status: 201,
  problems: ['MALFORMED', 'UNAUTHENTICATED', 'NOT_FOUND', 'PAYMENT_METHOD', 'FRESH_PROOF', 'UNAVAILABLE'],
  summary: 'Keeps the card that the provider took for this intent.',
  source: 'D10, D54',
});
export const preferCard = endpoint({
  name: 'preferCard',
  method: 'PUT',
  path: '/api/payments/cards/{id}',
  audience: 'bearer',
  params: v.object({ id: Uuid }),
  body: v.object({ default: v.literal(true) }),
  response: SavedCard,
  status: 200,
  problems: ['MALFORMED', 'UNAUTHENTICATED', 'NOT_FOUND'],
  summary: 'Makes a saved card the one that is offered first.',
  source: 'D54',
});
export const deleteCard = endpoint({
  name: 'deleteCard',
  method: 'DELETE',
  path: '/api/payments/cards/{id}',
  audience: 'bearer',
  params: v.object({ id: Uuid }),
  status: 204,
  problems: ['MALFORMED', 'UNAUTHENTICATED', 'NOT_FOUND'],
  summary: 'Forgets a saved card, here and at the provider.',
  source: 'D54',
});

/**
 * A notice of a card provider, signed over its raw bytes. Nothing in it counts but which payment it is about:
 * its state is read from the provider.
 */
export const CardNotice = v.object({
  id: Text(255),
  type: Text(80),
  data: v.object({
    object: v.object({
      id: Text(255),
      object: v.optional(Text(40)),
      payment_intent: v.optional(v.unknown()),
    }),
  }),
});
export type CardNotice = v.InferOutput<typeof CardNotice>;
export const cardWebhook = endpoint({
  name: 'cardWebhook',
  method: 'POST',
  path: '/api/webhooks/card',
  audience: 'internal',
  body: CardNotice,
  headers: ['X-Signature', 'Stripe-Signature'],
  status: 202,
  problems: ['MALFORMED', 'UNAUTHENTICATED', 'UNAVAILABLE'],
  summary: "Receives a card provider's notice. Any order, any number of times.",
  source: 'reliability SEC-20, SEC-21, REL-09',
});
