import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { centavos, id, instant, json, tenantId } from './columns.ts';

/**
 * A card payment (or a card to be saved) that was begun at a provider. Its client secret opens one order at
 * most.
 */
export const cardIntent = pgTable(
  'card_intent',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    /** `account:{id}`, `user:{id}` or `lead:{id}` */
    subject: text('subject').notNull(),
    kind: text('kind').$type<'payment' | 'setup'>().notNull(),
    cartUuid: id('cart_uuid'),
    orderId: id('order_id'),
    provider: text('provider').notNull(),
    /** The provider's own id of it. */
    chargeId: text('charge_id').notNull(),
    secretHash: text('secret_hash').notNull(),
    /** The provider's id of whoever saves cards. */
    customer: text('customer'),
    /** What of the order it pays, and what the card is charged: more by the interest. */
    due: centavos('due').notNull(),
    amount: centavos('amount').notNull(),
    installments: integer('installments').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('card_intent_secret').on(t.tenantId, t.secretHash),
    index('card_intent_by_subject').on(t.tenantId, t.subject, t.createdAt),
    index('card_intent_by_age').on(t.tenantId, t.createdAt),
  ],
);

/** A card that a provider keeps for an account: what is printed on it and the provider's token (SEC-22). */
export const paymentCard = pgTable(
  'payment_card',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    accountId: id('account_id').notNull(),
    provider: text('provider').notNull(),
    token: text('token').notNull(),
    customer: text('customer').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    holder: text('holder').notNull(),
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    isDefault: boolean('is_default').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('payment_card_by_account').on(t.tenantId, t.accountId),
    uniqueIndex('payment_card_default').on(t.tenantId, t.accountId).where(sql`${t.isDefault}`),
  ],
);

/** What the embedded acquirer and bank of the sandbox know: their state, not the shop's. */
export const sandboxCharge = pgTable(
  'sandbox_charge',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    kind: text('kind').$type<'card' | 'setup' | 'pix'>().notNull(),
    state: text('state').notNull(),
    amount: centavos('amount').notNull(),
    reference: text('reference').notNull(),
    secret: text('secret').notNull(),
    /** Token of the card that it was paid or is to be paid with. */
    token: text('token'),
    reason: text('reason'),
    endToEndId: text('end_to_end_id'),
    properties: json('properties').notNull().default({}),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('sandbox_charge_secret').on(t.tenantId, t.secret),
  ],
);
