import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { id, instant, tenantId } from '#server/db/schema/columns.ts';

/**
 * A one-time code that was sent to a contact. The code itself is only kept as a keyed hash with a salt
 * (SEC-01).
 */
export const challenge = pgTable(
  'challenge',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    purpose: text('purpose').$type<'login' | 'signup' | 'update' | 'order' | 'staff'>().notNull(),
    channel: text('channel').$type<'SMS' | 'EMAIL'>().notNull(),
    /** E.164 phone or lower-case e-mail. */
    contact: text('contact').notNull(),
    userId: id('user_id'),
    /** What the code is bound to besides the contact: an order code, a new login … */
    boundTo: text('bound_to'),
    salt: text('salt').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Of the link that went beside the code, where there is one: the token itself is nowhere. */
    linkHash: text('link_hash'),
    attempts: integer('attempts').notNull().default(0),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** A newer code for the same contact and purpose ended this one. */
    supersededAt: instant('superseded_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('challenge_newest').on(t.tenantId, t.contact, t.purpose, t.sentAt),
    unique('challenge_link').on(t.tenantId, t.linkHash),
  ],
);
