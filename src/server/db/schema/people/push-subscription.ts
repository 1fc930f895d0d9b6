import { index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { id, instant, json, tenantId } from '#server/db/schema/columns.ts';

/** Where a browser takes news. It belongs to the sign-in that made it and goes with it (REL-21). */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    /** `user:{id}` or `lead:{id}` */
    subject: text('subject').notNull(),
    /** Null for a visitor. */
    sessionId: id('session_id'),
    /**
     * Address at the browser maker's service, with the keys that seal what is sent there (RFC 8291),
     * base64url.
     */
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /**
     * `{name?, lat?, long?, geohash?}`: a first name and a place of some five kilometres, no finer (PRV-04).
     */
    tags: json('tags').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('push_subscription_endpoint').on(t.tenantId, t.endpoint),
    index('push_subscription_by_subject').on(t.tenantId, t.subject),
    index('push_subscription_by_session').on(t.tenantId, t.sessionId),
  ],
);
