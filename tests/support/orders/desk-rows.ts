import { and, eq } from 'drizzle-orm';
import { cents } from '#contract/money.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/schema/audit.ts';
import { approval, dispute, strayEnd } from '#server/db/schema/ops/money.ts';
import { staff } from '#server/db/schema/ops/staff.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import { pause } from '#server/db/schema/shop/pause.ts';
import { expectThat } from '../expect-that.ts';
import { hubId, newClient, uuid } from '../buyers.ts';
import type { TestServer } from '../store/server.ts';
import { askReturn, delivered } from './returns.ts';

const tenantId = 'client';
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40, 1)]).toString(
  'base64',
);

/**
 * Rows of one shop and one hub of it that its staff decides about, each there: whoever is told that they are not may
 * not know them. What a call takes away is put back by `renew`.
 * @param of the order, and its charge, that money and a request are about
 */
export async function deskRows(server: TestServer, of: { orderId: string; chargeId: string }) {
  const inShop = <T>(work: (tx: Tx) => Promise<T>) => server.core.db.tenant(tenantId, work);
  const [refundId, approvalId, strayId, colleagueId] = [uuid(), uuid(), uuid(), uuid()];
  const disputeId = uuid();
  const at = server.core.clock.date();
  const transfer = `E${'7'.repeat(31)}`;

  const buyer = await newClient(server);
  const returned = await delivered(server, buyer);
  const { json: photo } = await server.call('POST', `/api/operation/orders/order/${returned.id}/photos`, {
    bearer: buyer.bearer,
    body: { photo: png },
  });
  const asked = await askReturn(server, buyer, returned.id, {
    kind: 'DEFECT',
    reason: 'Veio amassado.',
    photos: [photo.id],
  });
  expectThat(asked.status === 200, `the return was refused: ${asked.text}`);

  await inShop(async (tx) => {
    await tx.insert(refund).values({
      tenantId,
      id: refundId,
      orderId: of.orderId,
      paymentId: of.chargeId,
      amount: cents(0),
      state: 'settled',
      reason: 'order.canceled',
      requestedAt: at,
      settledAt: at,
    });
    await tx.insert(audit).values({
      tenantId,
      id: strayId,
      at,
      actor: 'provider',
      action: 'money.stray',
      target: 'nobody',
      data: { amount: 1, endToEndId: transfer, outcome: 'unknown' },
    });
    await tx.insert(strayEnd).values({
      tenantId,
      transfer,
      strayId,
      amount: cents(100),
      how: 'absent',
      reason: 'Não está no extrato.',
      by: uuid(),
      at,
    });
  });

  const [paid] = await inShop((tx) =>
    tx
      .select()
      .from(payment)
      .where(and(eq(payment.tenantId, tenantId), eq(payment.orderId, returned.id))),
  );
  if (!paid?.endToEndId) throw new Error('nobody paid what is given back');
  const { id: paymentId, orderId, amount, endToEndId } = paid;
  await inShop((tx) =>
    tx.insert(dispute).values({
      tenantId,
      id: disputeId,
      orderId,
      paymentId,
      state: 'kept',
      amount,
      openedAt: at,
      dueAt: at,
      endedAt: at,
    }),
  );

  /** The colleague, the pause of the hub and the request that waits are there. */
  const renew = () =>
    inShop(async (tx) => {
      await tx
        .insert(staff)
        .values({
          tenantId,
          id: colleagueId,
          name: 'Dora',
          contact: 'dora@loja.example',
          role: 'VIEWER',
          hubIds: null,
          createdAt: at,
        })
        .onConflictDoNothing();
      await tx
        .insert(pause)
        .values({ tenantId, kind: 'hub', targetId: hubId(), reason: 'Chuva', by: uuid(), at })
        .onConflictDoNothing();
      const waits = { state: 'requested', decidedBy: null, decidedAt: null } as const;
      await tx
        .insert(approval)
        .values({
          tenantId,
          id: approvalId,
          action: 'charge.confirm',
          targetId: of.chargeId,
          orderId: of.orderId,
          amount: cents(1),
          body: { endToEndId: `E${'0'.repeat(31)}`, amount: 0.01, paidAt: at.toISOString() },
          askedBy: uuid(),
          askedAt: at,
          until: new Date(at.getTime() + 24 * 3_600_000),
          ...waits,
        })
        .onConflictDoUpdate({ target: [approval.tenantId, approval.id], set: waits });
    });
  const reopen = () =>
    inShop((tx) => tx.delete(pause).where(and(eq(pause.tenantId, tenantId), eq(pause.kind, 'hub'))));

  return {
    returnedId: returned.id as string,
    photoId: photo.id as string,
    refundId,
    approvalId,
    strayId,
    disputeId,
    /** of the Pix that paid what is given back */ transfer: endToEndId,
    colleagueId,
    hubId: hubId(),
    renew,
    /** The hub sells again. */ reopen,
  };
}
