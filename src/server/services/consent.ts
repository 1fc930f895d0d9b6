import { and, desc, eq } from 'drizzle-orm';
import { type Consent, ConsentPurpose } from '#contract/privacy.ts';
import type { Core } from '../core.ts';
import type { Tx } from '../db/database.ts';
import { consent } from '../db/schema/consent.ts';
import { uuidv7 } from '../ids.ts';
import type { Buyer } from '../principal.ts';

/** The person, not the account: a consent may come before the sign-up is finished. */
const giverOf = (buyer: Buyer) => (buyer.kind === 'lead' ? `lead:${buyer.leadId}` : `user:${buyer.userId}`);

async function current(tx: Tx, tenantId: string, subject: string): Promise<Consent[]> {
  const rows = await tx.selectDistinctOn([consent.purpose]).from(consent).where(and(eq(consent.tenantId, tenantId), eq(consent.subject, subject))).orderBy(consent.purpose, desc(consent.at), desc(consent.id));
  return ConsentPurpose.options.map((purpose) => {
    const row = rows.find((one) => one.purpose === purpose);
    return row ? { purpose, granted: row.granted, version: row.version, at: row.at.toISOString() } : { purpose, granted: false };
  });
}

/** Consent per purpose, off until given, as easy to withdraw, with a record that only grows. Source: PRV-03. */
export function consentService({ db, clock }: Core) {
  return {
    list: (tenantId: string, buyer: Buyer): Promise<Consent[]> => db.read(tenantId, (tx) => current(tx, tenantId, giverOf(buyer))),
    set: (tenantId: string, buyer: Buyer, { purpose, granted, version }: { purpose: ConsentPurpose; granted: boolean; version: string }): Promise<Consent[]> =>
      db.tenant(tenantId, async (tx) => {
        const before = (await current(tx, tenantId, giverOf(buyer))).find((one) => one.purpose === purpose);
        // Saying the same again is no new fact.
        if (before?.at === undefined || before.granted !== granted || before.version !== version)
          await tx.insert(consent).values({ tenantId, id: uuidv7(clock.now()), subject: giverOf(buyer), purpose, granted, version, at: clock.date() });
        return current(tx, tenantId, giverOf(buyer));
      }),
  };
}
export type ConsentService = ReturnType<typeof consentService>;
