import { and, eq } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { user } from '#server/db/schema/people/user.ts';
import { uuidv4 } from '#server/platform/ids.ts';
import type { Contact } from '#server/services/people/caller.ts';

/**
 * The user of a contact; made when new, so that known and unknown take the same path (SEC-05). The id shows
 * no time: it may be told to anybody who names the contact.
 */
export async function userOf(
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  tenantId: string,
  contact: Contact,
  name: string | null = null,
): Promise<string> {
  const key = contact.channel === 'SMS' ? { phone: contact.value } : { email: contact.value };
  const column = contact.channel === 'SMS' ? user.phone : user.email;
  await tx
    .insert(user)
    .values({ tenantId, id: uuidv4(), ...key, name, createdAt: clock.date() })
    .onConflictDoNothing();
  const [row] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.tenantId, tenantId), eq(column, contact.value)));
  if (!row) throw new Error('a user that was just made is gone');
  return row.id;
}

/** Somebody who is not there, found in the time that it takes to find others (SEC-05). */
export async function nobody(tx: Tx, tenantId: string, contact: Contact): Promise<string> {
  for (const column of [user.phone, user.email])
    await tx
      .select({ id: user.id })
      .from(user)
      .where(and(eq(user.tenantId, tenantId), eq(column, contact.value)));
  return uuidv4();
}
