import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, json, tenantId, version } from './columns.ts';

/** A cart. Its uuid is made by the buyer's device; its owner is an account or a lead, never both. */
export const cart = pgTable(
  'cart',
  {
    tenantId: tenantId(),
    uuid: id('uuid').notNull(),
    accountId: id('account_id'),
    leadId: id('lead_id'),
    state: text('state').$type<'open' | 'ordered' | 'saved'>().notNull().default('open'),
    /** Lines in the contract's shape; identity = campaign + item + package + selection. */
    lines: json<unknown[]>('lines').notNull().default([]),
    /**
     * Prices that the last answer quoted, line by line: a reservation at a higher one is refused once.
     * Source: D42. The column keeps its first name.
     */
    quoted: json<([price: number, percent: number | null] | null)[]>('told').notNull().default([]),
    /** The draft beside the lines: shipping method, payment method, recipient, extra … */
    draft: json('draft').notNull().default({}),
    version: version(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.uuid] }),
    index('cart_by_account').on(t.tenantId, t.accountId, t.updatedAt),
    index('cart_by_lead').on(t.tenantId, t.leadId),
  ],
);

/** The stock hold of one cart (D42). The row stays after release so that `fence` only grows. */
export const cartLock = pgTable(
  'cart_lock',
  {
    tenantId: tenantId(),
    cartUuid: id('cart_uuid').notNull(),
    /** Grows with each lock; a write that names an old one is refused. */
    fence: bigint('fence', { mode: 'number' }).notNull(),
    state: text('state').$type<'held' | 'ordered' | 'released'>().notNull(),
    lockedUntil: instant('locked_until').notNull(),
    /** What was taken from stock: `[{itemId, quantity}]`, so that exactly this is given back. */
    reserved: json<{ itemId: string; quantity: number }[]>('reserved').notNull(),
    deliveryWindowId: text('delivery_window_id'),
    /** Priced lines and totals as they were locked. */
    totals: json('totals').notNull(),
    orderId: id('order_id'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.cartUuid] }),
    index('cart_lock_due').on(t.lockedUntil, t.tenantId).where(sql`${t.state} = 'held'`),
  ],
);
