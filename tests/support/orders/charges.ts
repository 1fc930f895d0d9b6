import { and, eq } from 'drizzle-orm';
import { payment, refund } from '#server/db/schema/payment.ts';
import type { TestServer } from '../store/server.ts';

/** Charges of an order, one per attempt to pay. */
export const chargesOf = (server: TestServer, orderId: string) =>
  server.core.db.read('client', (tx) =>
    tx
      .select()
      .from(payment)
      .where(and(eq(payment.tenantId, 'client'), eq(payment.orderId, orderId)))
      .orderBy(payment.attempt, payment.txid),
  );
export const refundsOf = (server: TestServer, orderId: string) =>
  server.core.db.read('client', (tx) =>
    tx
      .select()
      .from(refund)
      .where(and(eq(refund.tenantId, 'client'), eq(refund.orderId, orderId))),
  );
/** What of an order's money goes back, oldest first: the way that it came, centavos, state. */
export const paidBack = (server: TestServer, orderId: string) =>
  server.core.db.read('client', async (tx) =>
    (
      await tx
        .select({ type: payment.type, amount: refund.amount, state: refund.state })
        .from(refund)
        .innerJoin(payment, eq(payment.id, refund.paymentId))
        .where(eq(refund.orderId, orderId))
        .orderBy(refund.requestedAt, payment.type)
    ).map(({ type, amount, state }) => [type, amount, state] as const),
  );
