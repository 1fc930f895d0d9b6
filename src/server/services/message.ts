import { and, eq } from 'drizzle-orm';
import type { Core } from '../core.ts';
import { message } from '../db/schema/message.ts';
import { smtpSender } from '../providers/email.ts';
import { httpSmsSender } from '../providers/sms.ts';

/** Delivers the outbox. Without a provider nothing leaves the house: the sandbox shows what would have been sent. Source: definitions, Sandbox. */
export function messageService({ db, env, jobs, secrets, log }: Core): void {
  const email = env.SMTP_URL ? smtpSender(env.SMTP_URL, env.MAIL_FROM ?? 'nao-responda@localhost') : null;
  const sms = env.SMS_URL ? httpSmsSender(env.SMS_URL, env.SMS_TOKEN) : null;
  jobs.handle('message.send', async ({ tenantId, messageId }) => {
    const where = and(eq(message.tenantId, tenantId), eq(message.id, String(messageId)));
    const [row] = await db.read(tenantId, (tx) => tx.select().from(message).where(where));
    if (row?.state !== 'queued') return;
    const { text, subject } = JSON.parse(secrets.open(row.sealed)) as { text: string; subject?: string }; // sealed by this server
    if (row.channel === 'EMAIL' && email) await email({ to: row.recipient, subject: subject ?? 'Vitrine', text });
    else if (row.channel === 'SMS' && sms) await sms({ to: row.recipient, text });
    else if (!env.sandbox) log.error({ channel: row.channel }, 'no provider is set up for a message');
    await db.tenant(tenantId, (tx) => tx.update(message).set({ state: 'sent', tries: row.tries + 1 }).where(where));
  });
}
