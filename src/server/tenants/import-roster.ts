import { and, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { roster } from '#server/db/schema/people/roster.ts';
import { session } from '#server/db/schema/people/session.ts';
import { user } from '#server/db/schema/people/user.ts';
import type { TenantData } from './data.ts';

const BATCH = 500;

/**
 * Loads the people of a company's store, as the folder has them and nobody else. A row keeps its holder while
 * its contact stays the same; whoever is on the list no
 * longer is signed out. A folder that says nothing of people changes nobody. People of a single sign-on are
 * their provider's business.
 */
export async function importRoster(
  tx: Tx,
  { tenant: { client: tenantId, marketplaces }, roster: people }: Pick<TenantData, 'tenant' | 'roster'>,
  now: Date,
): Promise<void> {
  if (!people) return;
  const before = await tx.select().from(roster).where(eq(roster.tenantId, tenantId)).for('update');
  const known = new Map(before.map((row) => [row.registration, row]));
  await tx.delete(roster).where(eq(roster.tenantId, tenantId));
  const rows = people.map(({ registration, name, cpf = null, phone = null, email = null }) => {
    const old = known.get(registration);
    return {
      tenantId,
      registration,
      name,
      cpf,
      phone,
      email,
      userId: old?.phone === phone && old.email === email ? old.userId : null,
      importedAt: now,
    };
  });
  for (let at = 0; at < rows.length; at += BATCH) await tx.insert(roster).values(rows.slice(at, at + BATCH));
  if (!marketplaces.some(({ intranet }) => intranet)) return;
  // Who signed in before there was a list, by the contact that the list has; but not whoever held a row that
  // is gone: a company's number goes to a successor.
  const kept = new Set(people.map(({ registration }) => registration));
  const former = before.flatMap(({ registration, userId }) =>
    userId === null || kept.has(registration) ? [] : [userId],
  );
  const holder = tx
    .select({ id: user.id })
    .from(user)
    .where(
      and(
        eq(user.tenantId, tenantId),
        eq(user.activated, true),
        notInArray(user.id, former),
        or(eq(user.phone, roster.phone), eq(user.email, roster.email)),
      ),
    )
    .orderBy(user.id)
    .limit(1);
  await tx
    .update(roster)
    .set({ userId: sql`(${holder})` })
    .where(and(eq(roster.tenantId, tenantId), isNull(roster.userId)));
  const listed = tx
    .select({ id: roster.userId })
    .from(roster)
    .where(and(eq(roster.tenantId, tenantId), isNotNull(roster.userId)));
  const strangers = tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.tenantId, tenantId), isNull(user.issuer), notInArray(user.id, listed)));
  await tx
    .update(session)
    .set({ revokedAt: now, revokedFor: 'NOT_LISTED' })
    .where(
      and(eq(session.tenantId, tenantId), isNull(session.revokedAt), inArray(session.userId, strangers)),
    );
}
