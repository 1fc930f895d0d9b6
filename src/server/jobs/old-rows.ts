import { type SQL, and, eq, inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/db/database.ts';

/** Rows of one kind that one transaction takes: what is left waits, nobody waits for it. */
export const BATCH = 1_000;

type Keyed = PgTable & { tenantId: PgColumn; id: PgColumn };

/** Deletes old rows of a table, one batch of them. @returns how many */
export async function removeOld(
  tx: Tx,
  tenantId: string,
  table: Keyed,
  old: SQL | undefined,
): Promise<number> {
  const some = tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.tenantId, tenantId), old))
    .limit(BATCH);
  return (
    await tx
      .delete(table)
      .where(and(eq(table.tenantId, tenantId), inArray(table.id, some)))
      .returning({ id: table.id })
  ).length;
}
