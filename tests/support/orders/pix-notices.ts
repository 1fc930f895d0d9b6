import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { webhookEvent } from '#server/db/schema/payment.ts';
import { buy, line, uuid } from '../buyers.ts';
import { chargesOf } from './charges.ts';
import type { TestServer } from '../store/server.ts';

/** What a bank says of Pix transfers to the tiny tenants. */

/** What `openTestServer` tells servers to sign with. */
export const SECRET = 'a-secret-of-the-test-run-that-is-long';
/** The number of a transfer that nobody made before. */
export const transfer = () => `E${uuid().replaceAll('-', '').slice(0, 31)}`;
export const signatureOf = (text: string, at: number, key = SECRET) =>
  `t=${at},v1=${createHmac('sha256', key).update(`${at}.${text}`).digest('hex')}`;
const now = (server: TestServer) => Math.floor(server.core.clock.now() / 1_000);

export interface Sent {
  /** Signs what is sent; as the bank does unless said otherwise. */
  sign?: (text: string) => string | undefined;
  host?: string;
}
export function notify(server: TestServer, notice: object | string, { sign, host }: Sent = {}) {
  const text = typeof notice === 'string' ? notice : JSON.stringify(notice);
  const header = sign ? sign(text) : signatureOf(text, now(server));
  return server.call('POST', '/api/webhooks/pix', {
    body: text,
    host,
    headers: {
      'content-type': 'application/json',
      ...(header === undefined ? {} : { 'X-Signature': header }),
    },
  });
}
/** An order that waits for its money, and the notice that would say that it came. */
export async function unpaid(
  server: TestServer,
  who: Parameters<typeof buy>[1],
  lines = [line('tomate', 1)],
) {
  const { order } = await buy(server, who, lines);
  const [charge] = await chargesOf(server, order.id);
  if (!charge) throw new Error('no charge');
  const notice = (more: object = {}) => ({
    id: uuid(),
    type: 'pix.paid',
    txid: charge.txid,
    endToEndId: transfer(),
    amount: charge.amount / 100,
    receiver: 'pix@exemplo.com',
    at: server.core.clock.date().toISOString(),
    ...more,
  });
  return { id: order.id as string, code: order.code as string, charge, notice };
}
/** What the shop made of a notice. */
export const outcomeOf = async (server: TestServer, id: string): Promise<string | null | undefined> =>
  (
    await server.core.db.read('client', (tx) =>
      tx.select().from(webhookEvent).where(eq(webhookEvent.eventId, id)),
    )
  )[0]?.outcome;
