import { doublePrecision, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { AlertChannel, AlertWhen } from '#contract/people/alert.ts';
import { id, instant, tenantId } from '#server/db/schema/columns.ts';

/** One message that somebody agreed to about a campaign. Gone when it went to the outbox (D78). */
export const alert = pgTable(
  'alert',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    /** `user:{id}` or `lead:{id}` */
    subject: text('subject').notNull(),
    campaignId: id('campaign_id').notNull(),
    awaits: text('awaits').$type<AlertWhen>().notNull(),
    channel: text('channel').$type<AlertChannel>().notNull(),
    /** E.164 phone or lower-case e-mail; none for push, which goes to the browsers of its subject. */
    contact: text('contact'),
    /** Where they are, of some hundred metres: of ARRIVES alone. */
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    /** Of the store, where it was asked for: what its links lead to. */
    origin: text('origin').notNull(),
    /** When they agreed, and to which words. */
    at: instant('at').notNull(),
    version: text('version').notNull(),
    /** When it is looked at next; null = nothing but a new import of the store can change it. */
    lookAt: instant('look_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('alert_once').on(t.tenantId, t.subject, t.campaignId, t.awaits),
    index('alert_look').on(t.tenantId, t.lookAt),
    index('alert_to').on(t.tenantId, t.contact),
  ],
);
