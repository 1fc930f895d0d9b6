import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { message } from '#server/db/schema/message.ts';
import { uuidv7 } from '#server/platform/ids.ts';

/** A mail server that is slow keeps no SMS waiting. */
export const QUEUES = { SMS: 'message.send', EMAIL: 'message.email', PUSH: 'message.push' } as const;

/** Queues a message to somebody, in the transaction that decided to send it. @returns its id */
export async function queueMessage(
  { clock, secrets, jobs }: Pick<Core, 'clock' | 'secrets' | 'jobs'>,
  tx: Tx,
  tenantId: string,
  to: { channel: 'SMS' | 'EMAIL' | 'PUSH'; value: string; subject?: string },
  words: { subject: string; text: string; code?: string; target?: string; topic?: string; stop?: string },
  state: 'queued' | 'withheld' = 'queued',
): Promise<string> {
  const id = uuidv7(clock.now());
  await tx.insert(message).values({
    tenantId,
    id,
    at: clock.date(),
    channel: to.channel,
    recipient: to.value,
    subject: to.subject ?? null,
    state,
    sealed: secrets.seal(JSON.stringify(words)),
  });
  await jobs.send(tx, QUEUES[to.channel], { tenantId, messageId: id });
  return id;
}
