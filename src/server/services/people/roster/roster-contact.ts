import { and, asc, count, eq, or, sql } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { roster } from '#server/db/schema/people/roster.ts';
import { user } from '#server/db/schema/people/user.ts';
import type { Contact } from '#server/services/people/caller.ts';

/** Enough to know one's own by, and as long for a phone as for an e-mail. */
export const maskOf = ({ channel, value }: Contact) =>
  channel === 'SMS' ? `celular ****${value.slice(-4)}` : `e-mail ${value.slice(0, 1)}***@****`;

/**
 * The contact of an identification: the holder's own, else the company's. An unknown identification
 * gets one that belongs to nobody and looks like the others.
 */
export async function rosterContact(
  { secrets }: Pick<Core, 'secrets'>,
  tx: Tx,
  tenantId: string,
  identification: string,
): Promise<Contact> {
  const registration = identification.trim().toUpperCase();
  const digits = identification.replace(/\D/g, '');
  // However it is written, it is one person, also when it is nobody's.
  const spelled = digits.length === 11 ? digits : registration;
  const [row] = await tx
    .select({
      phone: roster.phone,
      email: roster.email,
      userId: roster.userId,
      ownPhone: user.phone,
      ownEmail: user.email,
    })
    .from(roster)
    .leftJoin(user, and(eq(user.tenantId, roster.tenantId), eq(user.id, roster.userId)))
    .where(
      and(
        eq(roster.tenantId, tenantId),
        or(eq(roster.registration, registration), digits.length === 11 ? eq(roster.cpf, digits) : sql`false`),
      ),
    )
    .limit(1);
  // Asked for everybody, so that it tells nothing.
  const number = Buffer.from(secrets.hash('roster', `${tenantId}\n${spelled}`), 'base64url').readUInt32BE();
  const [size] = await tx.select({ rows: count() }).from(roster).where(eq(roster.tenantId, tenantId));
  const [like] = await tx
    .select({ phone: roster.phone })
    .from(roster)
    .where(eq(roster.tenantId, tenantId))
    .orderBy(asc(roster.registration))
    .offset(number % Math.max(1, size?.rows ?? 0))
    .limit(1);
  const { phone, email } = row?.userId
    ? { phone: row.ownPhone, email: row.ownEmail }
    : { phone: row?.phone ?? null, email: row?.email ?? null };
  if (phone !== null) return { channel: 'SMS', value: phone };
  if (email !== null) return { channel: 'EMAIL', value: email };
  const unknown = `${String.fromCharCode(97 + (number % 26))}:${secrets.hash('roster', spelled)}:${String(number % 10_000).padStart(4, '0')}`;
  return { channel: like?.phone === null ? 'EMAIL' : 'SMS', value: unknown, isNobody: true };
}
