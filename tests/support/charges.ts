import { and, eq } from 'drizzle-orm';
import { payment, refund } from '#server/db/schema/payment.ts';
import type { TestServer } from './server.ts';

/** The charges of an order, the first one first. */
export const chargesOf = (server: TestServer, orderId: string) =>
  server.core.db.read('client', (tx) =>
    tx
      .select()
      .from(payment)
      .where(and(eq(payment.tenantId, 'client'), eq(payment.orderId, orderId)))
      .orderBy(payment.attempt),
  );
export const refundsOf = (server: TestServer, orderId: string) =>
  server.core.db.read('client', (tx) =>
    tx
      .select()
      .from(refund)
      .where(and(eq(refund.tenantId, 'client'), eq(refund.orderId, orderId))),
  );
