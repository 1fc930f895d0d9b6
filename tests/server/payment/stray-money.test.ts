import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#server/db/schema/audit.ts';
import { type Lead, left, line, newLead, see, setStock, uuid } from '#tests/support/buyers.ts';
import { chargesOf, refundsOf } from '#tests/support/orders/charges.ts';
import { broken } from '#tests/support/invariants.ts';
import { ask, cancel, hourLater, stateOf } from '#tests/support/orders/order-events.ts';
import { notify, outcomeOf, transfer, unpaid } from '#tests/support/orders/pix-notices.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('payments on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
    await setStock(server, 'tomate', 1_000);
  });
  afterAll(() => server.close());
  const strayMoney = async () =>
    Number(
      /^vitrine_alarms_total\{kind="stray_money"\} (\d+)$/m.exec(await server.core.metrics.text())?.[1] ?? 0,
    );
  const audited = (target: string) =>
    server.core.db.read('client', async (tx) =>
      (
        await tx
          .select()
          .from(audit)
          .where(and(eq(audit.tenantId, 'client'), eq(audit.action, 'money.stray'), eq(audit.target, target)))
      ).map(({ data }) => data['outcome']),
    );

  it('come late: the goods are taken again, or the money goes back', async () => {
    await setStock(server, 'manga', 3);
    const lucky = await unpaid(server, buyer, [line('manga', 2)]);
    await server.shift(1_801);
    await server.sweep();
    expect(await left(server, 'manga')).toBe(3);
    await notify(server, lucky.notice());
    expect([await stateOf(server, buyer, lucky.code), await left(server, 'manga')]).toEqual(['PAID', 1]);
    const unlucky = await unpaid(server, buyer, [line('manga', 1)]);
    await server.shift(1_801);
    await server.sweep();
    await setStock(server, 'manga', 0);
    await notify(server, unlucky.notice());
    expect((await see(server, buyer, `/api/operation/orders/code/${unlucky.code}`)).json).toMatchObject({
      state: 'CANCELED',
      properties: { reason: 'PAID_LATE' },
      allowedEvents: ['refund.settled'],
    });
    expect(await refundsOf(server, unlucky.id)).toMatchObject([
      { amount: 725, state: 'requested', reason: 'PAID_LATE' },
    ]);
    expect(await left(server, 'manga')).toBe(0);
    await setStock(server, 'manga', 3);
  });

  it('that expired a second ago are late even when nobody swept', async () => {
    const { id, code, notice } = await unpaid(server, buyer);
    await server.core.jobs.stop();
    await server.shift(1_800);
    await notify(server, notice());
    expect(await stateOf(server, buyer, code)).toBe('PAID');
    const history = await see(server, buyer, `/api/operation/orders/follow/${id}`);
    expect(history.json.events.map((event: { state: string }) => event.state)).toEqual([
      'CREATED',
      'PENDING_PAYMENT',
      'PAYMENT_EXPIRED',
      'PAID',
    ]);
    await server.core.jobs.start();
  });

  it('REL-09 go back when somebody pays one code twice, and alarm whoever runs the shop; the order stays as it is', async () => {
    const { id, code, charge, notice } = await unpaid(server, buyer);
    await notify(server, notice());
    const alarms = await strayMoney();
    const twice = [notice(), notice()];
    for (const one of twice) await notify(server, one);
    await notify(server, { ...twice[0], id: uuid() });
    expect(await Promise.all(twice.map((one) => outcomeOf(server, one.id)))).toEqual(['late', 'late']);
    const strays = (await chargesOf(server, id)).filter(({ attempt }) => attempt < 0);
    expect(
      strays.map(({ attempt, state, amount, txid, endToEndId, properties }) => [
        attempt,
        state,
        amount,
        txid === endToEndId,
        properties['of'],
      ]),
    ).toEqual([-2, -1].map((attempt) => [attempt, 'confirmed', 990, true, charge.txid]));
    expect((await refundsOf(server, id)).map(({ amount, reason }) => [amount, reason])).toEqual([
      [990, 'PAID_TWICE'],
      [990, 'PAID_TWICE'],
    ]);
    expect([await strayMoney(), await audited(charge.txid)]).toEqual([alarms + 2, ['late', 'late']]);
    expect([
      await stateOf(server, buyer, code),
      (await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json,
    ]).toEqual(['PAID', expect.objectContaining({ status: 'confirmed', attempt: 1 })]);
    // The order's own money goes back on its own account, once.
    expect((await cancel(server, buyer, id)).status).toBe(204);
    expect((await refundsOf(server, id)).map(({ amount }) => amount)).toEqual([990, 990, 990]);
    // Asked for before the day begins that the bank takes.
    await server.drain();
    await server.shift(86_400);
    await server.sweep();
    await server.drain();
    expect([
      await stateOf(server, buyer, code),
      (await refundsOf(server, id)).map(({ state }) => state),
      (await broken(server.core)).filter((rule) => rule.startsWith('I3')),
    ]).toEqual(['REFUNDED', ['settled', 'settled', 'settled'], []]);
  });

  it('that say another sum, or a charge that nobody knows, pay nothing and are not silent', async () => {
    const { id, code, charge, notice } = await unpaid(server, buyer);
    const alarms = await strayMoney();
    for (const one of [
      notice({ amount: 9.89 }),
      notice({ receiver: 'outra@exemplo.com' }),
      notice({ type: 'pix.expired', amount: 1 }),
    ])
      await notify(server, one);
    const lost = notice({ txid: `${'9'.repeat(16)}01` });
    await notify(server, lost);
    expect([await strayMoney(), await audited(charge.txid), await audited(lost.txid)]).toEqual([
      alarms + 3,
      ['mismatch', 'mismatch'],
      ['unknown charge'],
    ]);
    expect([
      await stateOf(server, buyer, code),
      await refundsOf(server, id),
      (await chargesOf(server, id)).length,
    ]).toEqual(['PENDING_PAYMENT', [], 1]);
  });

  it('for an order that was canceled go back', async () => {
    const { id, code, notice } = await unpaid(server, buyer);
    await cancel(server, buyer, id);
    const paid = notice();
    await notify(server, paid);
    expect((await see(server, buyer, `/api/operation/orders/code/${code}`)).json).toMatchObject({
      state: 'CANCELED',
      allowedEvents: ['refund.settled'],
    });
    expect(await refundsOf(server, id)).toMatchObject([
      { amount: 990, state: 'requested', reason: 'PAID_LATE' },
    ]);
    await notify(server, { ...paid, id: uuid() });
    expect(await refundsOf(server, id)).toHaveLength(1);
    // The bank says that the money is back.
    await notify(server, notice({ type: 'pix.refunded', endToEndId: paid.endToEndId }));
    expect(await stateOf(server, buyer, code)).toBe('REFUNDED');
    expect(await refundsOf(server, id)).toMatchObject([{ state: 'settled' }]);
  });

  it('of an older code count too, and a second one goes back', async () => {
    const { id, code, notice } = await unpaid(server, buyer);
    await server.shift(1_801);
    await ask(server, buyer, id, { type: 'payment.requested' });
    const [, second] = await chargesOf(server, id);
    await notify(server, notice());
    expect(await stateOf(server, buyer, code)).toBe('PAID');
    expect((await chargesOf(server, id)).map((charge) => charge.state)).toEqual(['confirmed', 'expired']);
    await notify(server, notice({ txid: second?.txid, endToEndId: transfer() }));
    expect(await stateOf(server, buyer, code)).toBe('PAID');
    expect(await refundsOf(server, id)).toMatchObject([{ paymentId: second?.id, state: 'requested' }]);
    await hourLater(server);
    expect([
      await stateOf(server, buyer, code),
      (await chargesOf(server, id)).map((charge) => charge.state),
    ]).toEqual(['PAID', ['confirmed', 'refunded']]);
    // The money that the order lives from goes back with the order only.
    await cancel(server, buyer, id);
    expect((await refundsOf(server, id)).filter((one) => one.state === 'requested')).toHaveLength(1);
    await hourLater(server);
    expect(await stateOf(server, buyer, code)).toBe('REFUNDED');
  });
});
