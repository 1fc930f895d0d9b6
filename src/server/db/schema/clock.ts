import { bigint, integer, pgTable } from 'drizzle-orm/pg-core';

/** The one clock's offset from real time in ms, one row (id 1). Global. */
export const clockOffset = pgTable('clock_offset', {
  id: integer('id').primaryKey(),
  offsetMs: bigint('offset_ms', { mode: 'number' }).notNull(),
});
