import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PauseKind } from '#contract/ops/pause.ts';
import { id, instant, tenantId } from '#server/db/schema/columns.ts';

/** What a shop holds back for now. One that is over says nothing; the next write of a pause takes it away. */
export const pause = pgTable(
  'pause',
  {
    tenantId: tenantId(),
    kind: text('kind').$type<PauseKind>().notNull(),
    /** Of the campaign, the item or the hub. */
    targetId: id('target_id').notNull(),
    /** As shoppers read it. */
    reason: text('reason').notNull(),
    /** Null = until somebody ends it. */
    until: instant('until'),
    /** The member of staff. */
    by: id('by').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.kind, t.targetId] })],
);
