import { and, eq } from 'drizzle-orm';
import type { Alert, AlertBody } from '#contract/people/alert.ts';
import { ApiProblem } from '#contract/problem.ts';
import { isAhead, judgeAlert } from '#domain/alert/judge.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { alert } from '#server/db/schema/people/alert.ts';
import { uuidv4 } from '#server/platform/ids.ts';
import type { Buyer } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { findCampaign } from '#server/services/catalog/campaign.ts';
import type { Caller } from '#server/services/people/caller.ts';
import { giverOf, noteAlert } from '#server/services/people/consent.ts';
import { alertContacts, misfit } from './alert-contact.ts';
import { type AlertRow, alertReply, awaitedBy } from './alert-row.ts';
import { alertSending } from './alert-sending.ts';
import { contactIn } from './alert-words.ts';

/** To three decimals, some hundred metres: as much as an area needs (PRV-04). */
const coarse = (degrees: number | undefined) =>
  degrees === undefined ? null : Math.round(degrees * 1_000) / 1_000;

/**
 * What somebody asks to be told of, if it is still to come.
 * @throws ApiProblem CAMPAIGN_ENDED; MALFORMED for what the campaign does not keep them from
 */
async function judged(
  tx: Tx,
  about: Awaited<ReturnType<typeof findCampaign>>,
  buyer: Buyer,
  { when, latitude, longitude }: AlertBody,
  now: number,
) {
  const point = when === 'ARRIVES' ? { latitude, longitude } : {};
  if (when === 'ARRIVES' && (latitude === undefined || longitude === undefined))
    throw misfit('latitude', 'Diga onde você está.');
  const awaited = await awaitedBy(tx, about, buyer, when, point);
  const verdict = judgeAlert(awaited, now);
  if (verdict.type === 'over') throw new ApiProblem('CAMPAIGN_ENDED');
  if (verdict.type === 'due' || !isAhead(awaited, now))
    throw misfit('when', 'Esta campanha já não espera por isso.');
  return { point, lookAt: verdict.lookAt === null ? null : new Date(verdict.lookAt) };
}

/** One message about a campaign that opens, unlocks or arrives. Source: D78; decision 141. */
export function alertService(core: Core) {
  const { db, clock } = core;
  const { contactFor, count } = alertContacts(core);
  const { sweep } = alertSending(core);

  const ofCampaign = (tenantId: string, subject: string, campaignId: string) =>
    and(eq(alert.tenantId, tenantId), eq(alert.subject, subject), eq(alert.campaignId, campaignId));

  return {
    sweep,

    /**
     * Agrees to one message. Asked again it is the same alert, however many ask at once.
     * @throws ApiProblem NOT_FOUND, CAMPAIGN_ENDED, CONSENT, COUNTRY, TOO_MANY_REQUESTS, TENANT_MISMATCH; MALFORMED
     * for what the campaign does not keep anybody from
     */
    ask: (
      tenant: TenantRecord,
      buyer: Buyer,
      ref: string,
      body: AlertBody,
      caller: Pick<Caller, 'ip' | 'origin'>,
    ): Promise<Alert> =>
      db.tenant(tenant.id, async (tx) => {
        const about = await findCampaign(tx, tenant.id, ref);
        const { point, lookAt } = await judged(tx, about, buyer, body, clock.now());
        const contact = await contactFor(tx, tenant, buyer, body);
        const [host] = tenant.settings.hosts;
        const origin = caller.origin ?? (host === undefined ? undefined : `https://${host}`);
        // A message that leads nowhere could not be stopped either.
        if (origin === undefined) throw new ApiProblem('TENANT_MISMATCH');
        const subject = giverOf(buyer);
        const wanted = {
          channel: body.channel,
          contact,
          latitude: coarse(point.latitude),
          longitude: coarse(point.longitude),
          origin,
          lookAt,
        };
        const agreed = { at: clock.date(), version: body.version };
        const settle = async (row: AlertRow | undefined) => {
          if (!row) throw new Error('an alert that was just made is gone');
          await count(tx, tenant.id, subject, contact, caller.ip);
          await noteAlert(tx, core, row, true);
          return alertReply(row);
        };
        const [made] = await tx
          .insert(alert)
          .values({
            tenantId: tenant.id,
            id: uuidv4(),
            subject,
            campaignId: about.id,
            awaits: body.when,
            ...wanted,
            ...agreed,
          })
          .onConflictDoNothing()
          .returning();
        if (made) return settle(made);
        const same = and(ofCampaign(tenant.id, subject, about.id), eq(alert.awaits, body.when));
        const [before] = await tx.select().from(alert).where(same).for('update');
        // Sent or stopped between the two: whoever asks again then begins anew.
        if (!before) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: 1 });
        if (before.channel === body.channel && before.contact === contact) {
          await tx.update(alert).set(wanted).where(same);
          return alertReply(before);
        }
        const [changed] = await tx
          .update(alert)
          .set({ ...wanted, ...agreed })
          .where(same)
          .returning();
        return settle(changed);
      }),

    list: (tenantId: string, buyer: Buyer, ref: string): Promise<Alert[]> =>
      db.read(tenantId, async (tx) => {
        const { id } = await findCampaign(tx, tenantId, ref);
        const rows = await tx
          .select()
          .from(alert)
          .where(ofCampaign(tenantId, giverOf(buyer), id))
          .orderBy(alert.at, alert.id);
        return rows.map(alertReply);
      }),

    /** @throws ApiProblem NOT_FOUND: sent, stopped or somebody else's */
    stop: (tenantId: string, buyer: Buyer, ref: string, alertId: string): Promise<void> =>
      db.tenant(tenantId, async (tx) => {
        const { id } = await findCampaign(tx, tenantId, ref);
        const [gone] = await tx
          .delete(alert)
          .where(and(ofCampaign(tenantId, giverOf(buyer), id), eq(alert.id, alertId)))
          .returning();
        if (!gone) throw new ApiProblem('NOT_FOUND');
        await noteAlert(tx, core, gone, false);
      }),

    /** Whose alerts a link of a message takes back; looked at, nothing is done. */
    contactIn: (tenantId: string, token: string): string | null => contactIn(core, tenantId, token),

    /**
     * Takes back every alert that waits for a contact, whoever asked for it.
     * @throws ApiProblem NOT_FOUND for a link that is none of this store's
     */
    async stopByLink(tenantId: string, token: string): Promise<void> {
      const contact = contactIn(core, tenantId, token);
      if (contact === null) throw new ApiProblem('NOT_FOUND');
      await db.tenant(tenantId, async (tx) => {
        const rows = await tx
          .delete(alert)
          .where(and(eq(alert.tenantId, tenantId), eq(alert.contact, contact)))
          .returning();
        for (const row of rows) await noteAlert(tx, core, row, false);
      });
    },
  };
}
