import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { roster } from '#server/db/schema/people/roster.ts';
import { user } from '#server/db/schema/people/user.ts';

/**
 * A row that nobody holds yet is opened by the contact that the company has; one that is held, by whatever
 * its holder signs in with.
 */
const openedBy = (tenantId: string, contact: string) =>
  and(
    eq(roster.tenantId, tenantId),
    or(
      and(isNull(roster.userId), or(eq(roster.phone, contact), eq(roster.email, contact))),
      sql`${roster.userId} in (select ${user.id} from ${user} where ${user.tenantId} = ${tenantId} and (${user.phone} = ${contact} or ${user.email} = ${contact}))`,
    ),
  );

/** Whether a company's store lets this contact in. */
export const isOnRoster = async (tx: Tx, tenantId: string, contact: string): Promise<boolean> =>
  (
    await tx
      .select({ registration: roster.registration })
      .from(roster)
      .where(openedBy(tenantId, contact))
      .limit(1)
  ).length > 0;
