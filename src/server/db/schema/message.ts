import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, tenantId } from './columns.ts';

/**
 * The outbox: what goes to a person by SMS, e-mail or push. Written in the transaction that decided it, sent
 * by a job.
 */
export const message = pgTable(
  'message',
  {
    tenantId: tenantId(),
    id: id().notNull(),
    at: instant('at').notNull(),
    channel: text('channel').$type<'SMS' | 'EMAIL' | 'PUSH'>().notNull(),
    recipient: text('recipient').notNull(),
    /** `user:{id}` or `lead:{id}` who named a contact that nobody proved to be theirs (D78). */
    subject: text('subject'),
    /**
     * `{subject?, text, code?}` sealed with the server's key, so that a dump of the database shows no code.
     */
    sealed: text('sealed').notNull(),
    /** `withheld`: made like all others for somebody whom nobody writes to (SEC-05). */
    state: text('state').$type<'queued' | 'sent' | 'failed' | 'withheld'>().notNull(),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), index('message_to').on(t.tenantId, t.recipient, t.at)],
);
