import { and, asc, eq, lte } from 'drizzle-orm';
import { judgeAlert } from '#domain/alert/judge.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import type { Core } from '#server/platform/core.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Tx } from '#server/db/database.ts';
import { alert } from '#server/db/schema/people/alert.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { queueMessage } from '#server/services/people/outbox.ts';
import { pushTo } from '#server/services/people/push.ts';
import { type AlertRow, awaitedBy, buyerOfAlert } from './alert-row.ts';
import { alertWords, stopPath, stopToken } from './alert-words.ts';

/** How often each process looks for alerts that are due, in ms. */
const EVERY = 15_000;
/** Alerts of one round, and rounds of one look: what is left waits, nobody waits for it. */
const [BATCH, ROUNDS] = [100, 50];

/** Tells who waited for a campaign, once each. Source: D78. */
export function alertSending(core: Core): { sweep(tenantId: string): Promise<void> } {
  const { db, clock, jobs, tenants } = core;

  async function send(tx: Tx, tenant: TenantRecord, row: AlertRow, to: typeof campaign.$inferSelect) {
    const target = `/store/${to.slug}`;
    if (row.channel === 'PUSH' || row.contact === null) {
      const { subject, text } = alertWords(row.awaits, tenant.name, to.name, null);
      await pushTo(core, tx, tenant.id, row.subject, {
        title: subject,
        text,
        target,
        topic: row.id.replaceAll('-', ''),
      });
      return;
    }
    const { contact, channel, origin } = row;
    const stop = `${origin}${stopPath(stopToken(core, { tenantId: tenant.id, contact }))}`;
    const words = alertWords(row.awaits, tenant.name, to.name, { campaign: `${origin}${target}`, stop });
    await queueMessage(
      core,
      tx,
      tenant.id,
      { channel, value: contact, subject: row.subject },
      { ...words, stop },
    );
  }

  /**
   * The alert and all others of its contact for the same: one message is all that a contact gets. They are locked in
   * one order, so that two processes wait for each other instead of both failing; whoever comes second finds none.
   */
  async function locked(tx: Tx, { tenantId, id }: Pick<AlertRow, 'tenantId' | 'id'>): Promise<AlertRow[]> {
    const [seen] = await tx
      .select()
      .from(alert)
      .where(and(eq(alert.tenantId, tenantId), eq(alert.id, id)));
    if (!seen) return [];
    const same =
      seen.contact === null
        ? eq(alert.id, id)
        : and(
            eq(alert.campaignId, seen.campaignId),
            eq(alert.awaits, seen.awaits),
            eq(alert.contact, seen.contact),
          );
    return tx
      .select()
      .from(alert)
      .where(and(eq(alert.tenantId, tenantId), same))
      .orderBy(asc(alert.id))
      .for('update');
  }

  /** One alert whose time to be looked at has come. */
  async function look(tx: Tx, tenant: TenantRecord, id: string): Promise<void> {
    const rows = await locked(tx, { tenantId: tenant.id, id });
    const row = rows.find((one) => one.id === id);
    const now = clock.now();
    if (!row?.lookAt || row.lookAt.getTime() > now) return;
    const own = (one: AlertRow) => and(eq(alert.tenantId, tenant.id), eq(alert.id, one.id));
    const wait = (lookAt: Date | null) => tx.update(alert).set({ lookAt }).where(own(row));
    const [about] = await tx
      .select()
      .from(campaign)
      .where(
        and(eq(campaign.tenantId, tenant.id), eq(campaign.id, row.campaignId), eq(campaign.active, true)),
      );
    // Another import may bring it back.
    if (!about) return void (await wait(null));
    const { latitude, longitude } = row;
    const point = latitude === null || longitude === null ? {} : { latitude, longitude };
    const awaited = await awaitedBy(tx, about, await buyerOfAlert(tx, row), row.awaits, point);
    const verdict = judgeAlert(awaited, now);
    if (verdict.type === 'waiting')
      return void (await wait(verdict.lookAt === null ? null : new Date(verdict.lookAt)));
    if (verdict.type === 'over') return void (await tx.delete(alert).where(own(row)));
    for (const one of rows) await tx.delete(alert).where(own(one));
    await send(tx, tenant, row, about);
  }

  async function sweep(tenantId: string, alive: () => void = () => undefined): Promise<void> {
    const tenant = tenants.byId(tenantId);
    if (!tenant) return;
    for (let round = 0, count = BATCH; count >= BATCH && round < ROUNDS; round++) {
      const due = await db.read(tenantId, (tx) =>
        tx
          .select({ id: alert.id })
          .from(alert)
          .where(and(eq(alert.tenantId, tenantId), lte(alert.lookAt, clock.date())))
          .orderBy(alert.lookAt)
          .limit(BATCH),
      );
      await forEachIsolated(due, ({ id }) => db.tenant(tenantId, (tx) => look(tx, tenant, id)));
      count = due.length;
      alive();
    }
  }
  jobs.every('alerts', EVERY, sweep);
  return { sweep };
}
