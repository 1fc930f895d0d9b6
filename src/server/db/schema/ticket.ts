import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { TicketLog } from '#contract/ticket.ts';
import { instant, json, tenantId } from './columns.ts';

/** Steps of charts that somebody handed on: names alone, and nothing that says who. */
export const ticket = pgTable(
  'ticket',
  {
    tenantId: tenantId(),
    /** The code: ten letters and digits. */
    id: text('id').notNull(),
    log: json<TicketLog>('log').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), index('ticket_by_time').on(t.tenantId, t.at)],
);
