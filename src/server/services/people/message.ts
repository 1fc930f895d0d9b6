import { and, desc, eq, ne, or } from 'drizzle-orm';
import { circuitOf } from '#server/platform/circuit.ts';
import type { Core } from '#server/platform/core.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { JobData } from '#server/jobs/jobs.ts';
import { faultCode } from '#server/db/faults.ts';
import { message } from '#server/db/schema/message.ts';
import { isMailRefused, smtpSender } from '#server/providers/email.ts';
import { SmsRefused, httpSmsSender } from '#server/providers/sms.ts';
import { QUEUES } from './outbox.ts';
import type { PushService } from './push.ts';

/** Age in ms at which a code is not sent any more. */
const STALE = 5 * 60_000;

/**
 * Delivers the outbox. Without a provider nothing leaves the house: the sandbox shows what would have been
 * sent. Source: definitions, Sandbox.
 */
export function messageService(
  { db, clock, env, jobs, secrets, log, metrics, tenants }: Core,
  { push }: { push: PushService },
) {
  const email = env.SMTP_URL ? smtpSender(env.SMTP_URL, env.MAIL_FROM ?? 'nao-responda@localhost') : null;
  const sms = env.SMS_URL ? httpSmsSender(env.SMS_URL, env.SMS_TOKEN) : null;
  // One that is down holds nobody up: what waits is tried again by its job.
  const [byMail, byText] = [
    circuitOf(clock, isMailRefused),
    circuitOf(clock, (error) => error instanceof SmsRefused),
  ];
  const deliver = async ({ tenantId, messageId }: JobData) => {
    const where = and(eq(message.tenantId, tenantId), eq(message.id, String(messageId)));
    const [row] = await db.read(tenantId, (tx) => tx.select().from(message).where(where));
    if (row?.state !== 'queued') return;
    const { text, subject, code, target, topic, stop } = JSON.parse(secrets.open(row.sealed)) as {
      text: string;
      subject?: string;
      code?: string;
      target?: string;
      topic?: string;
      stop?: string;
    }; // sealed by this server
    const mark = (state: 'sent' | 'queued' | 'failed') =>
      db.tenant(tenantId, (tx) =>
        tx
          .update(message)
          .set({ state, tries: row.tries + 1 })
          .where(where),
      );
    // A code that comes after its five minutes only confuses.
    if (code !== undefined && clock.now() - row.at.getTime() > STALE) {
      metrics.message(row.channel, 'stale');
      return void (await mark('failed'));
    }
    // A message that was sent and could not be marked would be sent again.
    await db.assertWritable();
    try {
      if (row.channel === 'PUSH') {
        const tenant = tenants.byId(tenantId);
        const isTaken =
          tenant !== undefined &&
          (await push.deliver(tenant, row.recipient.slice('push:'.length), row.at, {
            title: subject ?? tenant.name,
            text,
            target: target ?? '/',
            topic: topic ?? '',
          }));
        return void (await mark(isTaken ? 'sent' : 'failed'));
      }
      if (row.channel === 'EMAIL' && email)
        await byMail(() => email({ to: row.recipient, subject: subject ?? 'Vitrine', text, stop }));
      else if (row.channel === 'SMS' && sms) await byText(() => sms({ to: row.recipient, text }));
      else if (!env.sandbox) throw new Error('no provider is set up');
    } catch (error) {
      await mark('queued');
      metrics.message(row.channel, 'failed');
      // The provider's own words may name the person; queue and log keep the bare fact.
      const fault = faultCode(error) ?? (error instanceof Error ? error.name : 'unknown');
      log.error({ channel: row.channel, fault }, 'a message was not taken');
      throw new Error(`a message was not taken: ${fault}`);
    }
    await mark('sent');
    metrics.message(row.channel, 'sent');
  };
  for (const queue of Object.values(QUEUES)) jobs.handle(queue, deliver);

  return {
    /** Rows of `message` for the sandbox: newest first, opened. */
    list: (tenant: TenantRecord, to: string | undefined) =>
      db.read(tenant.id, async (tx) => {
        const rows = await tx
          .select()
          .from(message)
          .where(
            and(
              eq(message.tenantId, tenant.id),
              to === undefined ? undefined : eq(message.recipient, to),
              ne(message.state, 'withheld'),
              or(eq(message.channel, 'SMS'), eq(message.channel, 'EMAIL')),
            ),
          )
          .orderBy(desc(message.at), desc(message.id))
          .limit(50);
        return rows.map((row) => {
          // Sealed by this server
          const { text, code } = JSON.parse(secrets.open(row.sealed)) as { text: string; code?: string };
          return {
            id: row.id,
            at: row.at.toISOString(),
            channel: row.channel === 'SMS' ? ('sms' as const) : ('email' as const),
            to: row.recipient,
            text,
            ...(code === undefined ? {} : { code }),
          };
        });
      }),
  };
}
