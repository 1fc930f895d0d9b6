import { and, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { user } from '#server/db/schema/people/user.ts';
import { contactsOf } from './contact.ts';

/**
 * Every contact that is or was proved to be theirs, unless somebody else has it by now: what was sent there
 * is about them.
 */
export async function contactsEver(tx: Tx, row: typeof user.$inferSelect): Promise<string[]> {
  const proved = await tx
    .selectDistinct({ contact: challenge.contact })
    .from(challenge)
    .where(
      and(
        eq(challenge.tenantId, row.tenantId),
        eq(challenge.userId, row.id),
        inArray(challenge.purpose, ['login', 'update']),
        isNotNull(challenge.usedAt),
      ),
    );
  const all = [
    ...new Set([...contactsOf(row).map(({ value }) => value), ...proved.map(({ contact }) => contact)]),
  ];
  if (all.length === 0) return [];
  const others = await tx
    .select({ phone: user.phone, email: user.email })
    .from(user)
    .where(
      and(
        eq(user.tenantId, row.tenantId),
        ne(user.id, row.id),
        or(inArray(user.phone, all), inArray(user.email, all)),
      ),
    );
  return all.filter((one) => !others.some(({ phone, email }) => phone === one || email === one));
}
