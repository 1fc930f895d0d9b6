import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { OrderState } from '#contract/order/order.ts';
import { centavos, id, instant, json, tenantId, version } from './columns.ts';

/** One checkout: the parent order. Payment hangs here; children are split by campaign and hub (D49). */
export const order = pgTable(
  'order',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    /** 16 Crockford characters without dashes. */
    code: text('code').notNull(),
    cartUuid: id('cart_uuid').notNull(),
    /** The attempt (idempotency key) that made it. */
    attempt: text('attempt'),
    state: text('state').notNull(),
    version: version(),
    type: text('type').$type<'SHIPPING' | 'PICKUP' | 'INTERNAL'>().notNull(),
    userId: id('user_id'),
    accountId: id('account_id'),
    leadId: id('lead_id'),
    campaignId: id('campaign_id').notNull(),
    hubId: id('hub_id'),
    userName: text('user_name'),
    userPhone: text('user_phone'),
    email: text('email'),
    /** CPF, 11 digits. */
    identification: text('identification'),
    subTotal: centavos('sub_total').notNull(),
    discount: centavos('discount').notNull(),
    shippingTotal: centavos('shipping_total').notNull(),
    total: centavos('total').notNull(),
    paymentType: text('payment_type').notNull(),
    shippingAddress: json<unknown>('shipping_address'),
    /** The rest of `properties` in the contract's shape. */
    properties: json('properties').notNull(),
    /** Stock held for it, to give back on expiry or cancel. */
    reserved: json<{ itemId: string; quantity: number }[]>('reserved').notNull().default([]),
    deliveryWindowId: text('delivery_window_id'),
    cancelReason: text('cancel_reason'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When something must happen to it by itself (`dueEvent`), whoever looks first. */
    dueAt: instant('due_at'),
    dueEvent: text('due_event'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('order_code').on(t.tenantId, t.code),
    // The last net against a second order: at most one live order per cart, whatever the keys said (REL-03).
    uniqueIndex('order_live_per_cart')
      .on(t.tenantId, t.cartUuid)
      .where(sql`${t.state} not in ('CANCELED', 'REFUNDED')`),
    index('order_by_account').on(t.tenantId, t.accountId, t.createdAt),
    index('order_by_lead').on(t.tenantId, t.leadId, t.createdAt),
    // By time first: it finds the tenants with due work as well (migration 0007).
    index('order_due').on(t.dueAt, t.tenantId).where(sql`${t.dueAt} is not null`),
  ],
);

/** The part of an order that one campaign and one hub deliver. */
export const orderChild = pgTable(
  'order_child',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    orderId: id('order_id').notNull(),
    code: text('code').notNull(),
    campaignId: id('campaign_id').notNull(),
    hubId: id('hub_id'),
    state: text('state').notNull(),
    version: version(),
    subTotal: centavos('sub_total').notNull(),
    discount: centavos('discount').notNull(),
    shippingTotal: centavos('shipping_total').notNull(),
    total: centavos('total').notNull(),
    cancelReason: text('cancel_reason'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('order_child_code').on(t.tenantId, t.code),
    index('order_child_by_order').on(t.tenantId, t.orderId),
    index('order_child_by_campaign').on(t.tenantId, t.campaignId),
    // The columns of the operators' board, the oldest first.
    index('order_child_board').on(t.tenantId, t.state, t.createdAt),
    foreignKey({ columns: [t.tenantId, t.orderId], foreignColumns: [order.tenantId, order.id] }),
  ],
);

/** A bought line, with the names and prices of that moment. */
export const orderItem = pgTable(
  'order_item',
  {
    tenantId: tenantId(),
    orderId: id('order_id').notNull(),
    position: integer('position').notNull(),
    orderChildId: id('order_child_id').notNull(),
    campaignId: id('campaign_id').notNull(),
    itemId: id('item_id').notNull(),
    packageId: text('package_id'),
    name: text('name').notNull(),
    /** Packages when there is one, else units. */
    quantity: integer('quantity').notNull(),
    unitPrice: centavos('unit_price').notNull(),
    discount: centavos('discount').notNull(),
    total: centavos('total').notNull(),
    /** `itemKitSelection`, picture and whatever the receipt shows. */
    body: json('body').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.orderId, t.position] }),
    foreignKey({ columns: [t.tenantId, t.orderId], foreignColumns: [order.tenantId, order.id] }),
  ],
);

/** What happened to an order, in order: sequence = the version that the event made. */
export const orderEvent = pgTable(
  'order_event',
  {
    tenantId: tenantId(),
    orderId: id('order_id').notNull(),
    sequence: integer('sequence').notNull(),
    type: text('type').notNull(),
    fromState: text('from_state'),
    toState: text('to_state').notNull(),
    at: instant('at').notNull(),
    /** `client`, `lead`, `system`, `provider`, `sandbox`, `operator:{id}` */
    actor: text('actor').notNull(),
    data: json('data').notNull().default({}),
    /**
     * The children that it was told for and what became of these; null = all of them went where the order
     * did.
     */
    part: json<{ children: string[]; to: OrderState }>('part'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.orderId, t.sequence] }),
    foreignKey({ columns: [t.tenantId, t.orderId], foreignColumns: [order.tenantId, order.id] }),
  ],
);

/** A picture that a buyer sent of goods that go back: base64 of a JPEG, PNG or WebP. */
export const returnPhoto = pgTable(
  'return_photo',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    orderId: id('order_id').notNull(),
    type: text('type').$type<'image/jpeg' | 'image/png' | 'image/webp'>().notNull(),
    data: text('data').notNull(),
    at: instant('at').notNull(),
    /** Which return of the order it is of; null = not asked for yet. */
    returnNumber: integer('return_number'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('return_photo_by_order').on(t.tenantId, t.orderId),
    index('return_photo_age').on(t.tenantId, t.at),
    foreignKey({ columns: [t.tenantId, t.orderId], foreignColumns: [order.tenantId, order.id] }),
  ],
);
