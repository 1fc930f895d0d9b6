import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { flag, id, instant, tenantId } from '#server/db/schema/columns.ts';

/**
 * What somebody allowed or withdrew, and which words they saw (PRV-03). Never changed: the newest row of a
 * purpose counts.
 */
export const consent = pgTable(
  'consent',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    /** `user:{id}` or `lead:{id}` */
    subject: text('subject').notNull(),
    purpose: text('purpose')
      .$type<'push' | 'location' | 'measurement' | 'terms' | 'privacy' | 'alert'>()
      .notNull(),
    granted: flag('granted'),
    /** Of the text that was shown; of an alert, after what it waits for and the campaign's id. */
    version: text('version').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('consent_by_subject').on(t.tenantId, t.subject, t.purpose, t.at),
  ],
);
