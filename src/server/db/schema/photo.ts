import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, tenantId } from './columns.ts';

/** A picture that answers a question of a campaign, for its owner and the shop alone. */
export const photo = pgTable(
  'photo',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    /** `account:{id}`, `user:{id}` or `lead:{id}` */
    subject: text('subject').notNull(),
    /** A JPEG in base64. */
    data: text('data').notNull(),
    at: instant('at').notNull(),
    /** The order that it went into; null = it waits for one. */
    orderId: id('order_id'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('photo_of').on(t.tenantId, t.subject),
    index('photo_age').on(t.tenantId, t.at),
  ],
);
