import { and, eq } from 'drizzle-orm';
import type { Alert, AlertWhen } from '#contract/people/alert.ts';
import type { Awaited } from '#domain/alert/judge.ts';
import { placedAt } from '#domain/place/point.ts';
import type { Area } from '#contract/place.ts';
import type { Tx } from '#server/db/database.ts';
import { account } from '#server/db/schema/people/account.ts';
import { alert } from '#server/db/schema/people/alert.ts';
import { message } from '#server/db/schema/message.ts';
import type { campaign } from '#server/db/schema/shop/campaign.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { campaignReply, factsOf } from '#server/services/catalog/campaign.ts';
import { masked } from '#server/services/people/contact.ts';

export type AlertRow = typeof alert.$inferSelect;
type CampaignRow = typeof campaign.$inferSelect;

export const alertReply = ({ id, campaignId, awaits, channel, contact, at }: AlertRow): Alert => ({
  id,
  campaignId,
  when: awaits,
  channel,
  ...(contact === null
    ? {}
    : { contact: masked({ key: channel === 'SMS' ? 'PHONE' : 'EMAIL', value: contact }) }),
  at: at.toISOString(),
});

/** Everything that says whether somebody is to be told. */
export async function awaitedBy(
  tx: Tx,
  row: CampaignRow,
  buyer: Buyer,
  when: AlertWhen,
  at: { latitude?: number | undefined; longitude?: number | undefined },
): Promise<Awaited> {
  const facts = (await factsOf(tx, row.tenantId, buyer))(row);
  return {
    when,
    facts,
    campaign: campaignReply(row, facts),
    area: row.area as Area | Area[] | null, // the area column holds the contract's shape
    point: placedAt(at),
  };
}

/** Whose an alert is, as somebody who buys: nobody is signed in while it is looked at. */
export async function buyerOfAlert(tx: Tx, { tenantId, subject }: AlertRow): Promise<Buyer> {
  const [kind, id = ''] = subject.split(':');
  if (kind === 'lead') return { kind: 'lead', leadId: id };
  const [own] = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.tenantId, tenantId), eq(account.userId, id)));
  return { kind: 'client', userId: id, accountId: own?.id ?? null, sessionId: '', provedAt: 0 };
}

/**
 * What a visitor waits for, and was told, becomes the person's that they signed up as, who may wait for the same
 * already.
 */
export async function moveAlerts(tx: Tx, tenantId: string, leadId: string, userId: string): Promise<void> {
  const rows = await tx
    .delete(alert)
    .where(and(eq(alert.tenantId, tenantId), eq(alert.subject, `lead:${leadId}`)))
    .returning();
  await tx
    .update(message)
    .set({ subject: `user:${userId}` })
    .where(and(eq(message.tenantId, tenantId), eq(message.subject, `lead:${leadId}`)));
  if (rows.length > 0)
    await tx
      .insert(alert)
      .values(rows.map((row) => ({ ...row, subject: `user:${userId}` })))
      .onConflictDoNothing();
}
