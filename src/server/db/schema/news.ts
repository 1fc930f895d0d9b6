import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, tenantId } from './columns.ts';

/** What a shop told a person: the place where a push is read again. */
export const news = pgTable(
  'news',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    /** `user:{id}` or `lead:{id}` */
    subject: text('subject').notNull(),
    at: instant('at').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    image: text('image'),
    /** A path of the shop. */
    target: text('target'),
    readAt: instant('read_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('news_of').on(t.tenantId, t.subject, t.at),
    index('news_age').on(t.tenantId, t.at),
  ],
);
