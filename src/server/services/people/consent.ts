import { and, desc, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { AcceptedText } from '#contract/people/account.ts';
import { ApiProblem } from '#contract/problem.ts';
import { AcceptedPurpose, type Consent, ConsentPurpose } from '#contract/people/privacy.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import type { alert } from '#server/db/schema/people/alert.ts';
import { consent } from '#server/db/schema/people/consent.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { Buyer } from '#server/platform/principal.ts';

/** The person, not the account: a consent may come before the sign-up is finished. */
export const giverOf = (buyer: Buyer) =>
  buyer.kind === 'lead' ? `lead:${buyer.leadId}` : `user:${buyer.userId}`;

async function current(tx: Tx, tenantId: string, subject: string): Promise<Consent[]> {
  const rows = await tx
    .selectDistinctOn([consent.purpose])
    .from(consent)
    .where(and(eq(consent.tenantId, tenantId), eq(consent.subject, subject)))
    .orderBy(consent.purpose, desc(consent.at), desc(consent.id));
  const newest = (purpose: Consent['purpose']): Consent | null => {
    const row = rows.find((one) => one.purpose === purpose);
    return row ? { purpose, granted: row.granted, version: row.version, at: row.at.toISOString() } : null;
  };
  return [
    ...ConsentPurpose.options.map((purpose) => newest(purpose) ?? { purpose, granted: false }),
    ...AcceptedPurpose.options.flatMap((purpose) => newest(purpose) ?? []),
  ];
}

/** Whether somebody allows a purpose now; nobody does until they said so. */
export async function isGranted(
  tx: Tx,
  tenantId: string,
  subject: string,
  purpose: ConsentPurpose,
): Promise<boolean> {
  const [newest] = await tx
    .select({ granted: consent.granted })
    .from(consent)
    .where(and(eq(consent.tenantId, tenantId), eq(consent.subject, subject), eq(consent.purpose, purpose)))
    .orderBy(desc(consent.at), desc(consent.id))
    .limit(1);
  return newest?.granted === true;
}

/** Which texts of the store somebody accepted with their account, at the shop's own time. Source: D91. */
export async function noteAccepted(
  tx: Tx,
  { clock }: Pick<Core, 'clock'>,
  tenantId: string,
  userId: string,
  texts: readonly AcceptedText[],
) {
  const rows = texts.map(({ id, version }) => ({
    tenantId,
    id: uuidv7(clock.now()),
    subject: `user:${userId}`,
    purpose: id,
    granted: true,
    version,
    at: clock.date(),
  }));
  if (rows.length > 0) await tx.insert(consent).values(rows);
}

/** One message that somebody agreed to or took back: its record outlives the alert itself. Source: D78, PRV-03. */
export async function noteAlert(
  tx: Tx,
  { clock }: Pick<Core, 'clock'>,
  row: Pick<typeof alert.$inferSelect, 'tenantId' | 'subject' | 'campaignId' | 'awaits' | 'version'>,
  granted: boolean,
): Promise<void> {
  const { tenantId, subject, campaignId, awaits } = row;
  const version = `${awaits} ${campaignId} ${row.version}`;
  const id = uuidv7(clock.now());
  await tx
    .insert(consent)
    .values({ tenantId, id, subject, purpose: 'alert', granted, version, at: clock.date() });
}

/**
 * Consent per purpose, off until given, as easy to withdraw, with a record that only grows. A newer text of the
 * store is accepted or put off, by the version that is shown now. Source: PRV-03; D91.
 */
export function consentService({ db, clock, tenants }: Core) {
  return {
    list: (tenantId: string, buyer: Buyer): Promise<Consent[]> =>
      db.read(tenantId, (tx) => current(tx, tenantId, giverOf(buyer))),
    set: (
      tenantId: string,
      buyer: Buyer,
      { purpose, granted, version }: Pick<Consent, 'purpose' | 'granted'> & { version: string },
    ): Promise<Consent[]> =>
      db.tenant(tenantId, async (tx) => {
        const legal = tenants.byId(tenantId)?.settings.legal;
        const isText = v.is(AcceptedPurpose, purpose);
        if (isText && legal?.[purpose].version !== version)
          throw new ApiProblem('VERSION', { current: legal?.[purpose].version });
        const said = await current(tx, tenantId, giverOf(buyer));
        const before = said.find((one) => one.purpose === purpose);
        if (isText && !granted && before?.granted && before.version === version) return said;
        // Saying the same again is no new fact.
        if (before?.at === undefined || before.granted !== granted || before.version !== version)
          await tx.insert(consent).values({
            tenantId,
            id: uuidv7(clock.now()),
            subject: giverOf(buyer),
            purpose,
            granted,
            version,
            at: clock.date(),
          });
        if (!granted && !isText) await withdraw(tx, tenantId, giverOf(buyer), purpose);
        return current(tx, tenantId, giverOf(buyer));
      }),
  };
}

/** What was made on the strength of a consent goes with it. */
async function withdraw(tx: Tx, tenantId: string, subject: string, purpose: ConsentPurpose): Promise<void> {
  const theirs = and(eq(pushSubscription.tenantId, tenantId), eq(pushSubscription.subject, subject));
  if (purpose === 'push') await tx.delete(pushSubscription).where(theirs);
  if (purpose === 'location')
    await tx
      .update(pushSubscription)
      .set({ tags: sql`${pushSubscription.tags} - 'lat' - 'long' - 'geohash'` })
      .where(theirs);
}
