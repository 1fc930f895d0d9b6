import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#server/db/schema/audit.ts';
import { order } from '#server/db/schema/order.ts';
import { payment, refund, webhookEvent } from '#server/db/schema/payment.ts';
import {
  type Lead,
  buy,
  left,
  line,
  newLead,
  pay,
  see,
  send,
  setStock,
  uuid,
} from '#tests/support/buyers.ts';
import { broken } from '#tests/support/invariants.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/server.ts';

const SECRET = 'a-secret-of-the-test-run-that-is-long';
const e2e = () => `E${uuid().replaceAll('-', '').slice(0, 31)}`;

describe.each(engines)('payments on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine, { env: { PIX_WEBHOOK_SECRET: SECRET } });
    buyer = await newLead(server);
    await setStock(server, 'tomate', 1_000);
  });
  afterAll(() => server.close());
  const signature = (text: string, { at = Math.floor(server.core.clock.now() / 1_000), key = SECRET } = {}) =>
    `t=${at},v1=${createHmac('sha256', key).update(`${at}.${text}`).digest('hex')}`;
  const notify = (
    notice: object | string,
    {
      sign = signature,
      host = 'feira.localhost',
    }: { sign?: (text: string) => string | undefined; host?: string } = {},
  ) => {
    const text = typeof notice === 'string' ? notice : JSON.stringify(notice);
    const header = sign(text);
    return server.call('POST', '/api/webhooks/pix', {
      body: text,
      host,
      headers: {
        'content-type': 'application/json',
        ...(header === undefined ? {} : { 'X-Signature': header }),
      },
    });
  };
  const stateOf = async (code: string) =>
    (await see(server, buyer, `/api/operation/orders/code/${code}`)).json.state;
  const chargesOf = (id: string) =>
    server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(payment)
        .where(and(eq(payment.tenantId, 'client'), eq(payment.orderId, id)))
        .orderBy(payment.attempt),
    );
  const refundsOf = (id: string) =>
    server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(refund)
        .where(and(eq(refund.tenantId, 'client'), eq(refund.orderId, id))),
    );
  const outcomeOf = async (id: string) =>
    (
      await server.core.db.read('client', (tx) =>
        tx.select().from(webhookEvent).where(eq(webhookEvent.eventId, id)),
      )
    )[0]?.outcome;
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
  const fresh = async (lines = [line('tomate', 1)]) => {
    const { order: placed } = await buy(server, buyer, lines);
    const [charge] = await chargesOf(placed.id);
    if (!charge) throw new Error('no charge');
    const notice = (more: object = {}) => ({
      id: uuid(),
      type: 'pix.paid',
      txid: charge.txid,
      endToEndId: e2e(),
      amount: charge.amount / 100,
      receiver: 'pix@exemplo.com',
      at: server.core.clock.date().toISOString(),
      ...more,
    });
    return { id: placed.id as string, code: placed.code as string, charge, notice };
  };

  it('turn an order paid by a signed notice', async () => {
    const { id, code, notice } = await fresh();
    const paid = notice();
    const answer = await notify(paid);
    expect([answer.status, answer.text]).toEqual([202, '']);
    expect(await stateOf(code)).toBe('PAID');
    expect(await chargesOf(id)).toMatchObject([{ state: 'confirmed', endToEndId: paid.endToEndId }]);
    expect((await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json.status).toBe('confirmed');
  });

  it('SEC-20 take no notice that is unsigned, altered, old, early or signed by another', async () => {
    const { code, notice } = await fresh();
    const now = Math.floor(server.core.clock.now() / 1_000);
    const body = notice();
    const text = JSON.stringify(body);
    const good = signature(text);
    const bad: [object | string, (text: string) => string | undefined][] = [
      [body, () => undefined],
      [body, () => ''],
      [body, () => 'v1=aa'],
      [body, () => good.replace(/v1=./, (part) => `v1=${part.at(-1) === '0' ? '1' : '0'}`)],
      [body, () => good.slice(0, -1)],
      [body, () => `${good}00`],
      [body, () => good.toUpperCase()],
      [{ ...body, amount: 0.01 }, () => good],
      [JSON.stringify(body, null, 1), () => good],
      [`${text} `, () => good],
      [body, (sent) => signature(sent, { key: 'another-secret-that-is-long-enough-too' })],
      [body, (sent) => signature(sent, { key: '' })],
      [body, (sent) => signature(sent, { at: now - 302 })],
      [body, (sent) => signature(sent, { at: now + 500 })],
      [body, () => good.replace(/t=\d+/, `t=${now - 5}`)],
      [body, () => `t=,v1=${good.split('v1=')[1]}`],
    ];
    for (const [sent, sign] of bad)
      expect((await notify(sent, { sign })).json).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    expect(await stateOf(code)).toBe('PENDING_PAYMENT');
    for (const at of [now - 200, now + 295])
      expect((await notify(notice(), { sign: (sent) => signature(sent, { at }) })).status).toBe(202);
    expect(await stateOf(code)).toBe('PAID');
    expect((await notify({ ...body, type: 'pix.gift' })).json).toMatchObject({ code: 'MALFORMED' });
    expect((await notify('{', {})).json.code).toBe('MALFORMED');
  });

  it('SEC-21 pay only what fits in amount, receiver, charge, transfer and store', async () => {
    const { code, charge, notice } = await fresh();
    const other = await fresh();
    const used = other.notice();
    await notify(used);
    const unfit = [
      notice({ amount: 9.89 }),
      notice({ amount: 9.91 }),
      notice({ amount: 0 }),
      notice({ amount: 990 }),
      notice({ receiver: 'thief@exemplo.com' }),
      notice({ receiver: '' }),
      notice({ txid: charge.txid.replace(/01$/, '02') }),
      notice({ txid: code }),
      notice({ txid: other.charge.txid }),
      notice({ endToEndId: used.endToEndId }),
      notice({ endToEndId: 'E1' }),
      notice({ endToEndId: '' }),
      notice({ endToEndId: `X${'1'.repeat(31)}` }),
    ];
    for (const one of unfit) {
      expect((await notify(one)).status).toBe(202);
      expect(await outcomeOf(one.id)).toMatch(/mismatch|unknown charge|transfer used before|late/);
      expect(await stateOf(code)).toBe('PENDING_PAYMENT');
    }
    expect((await notify(notice(), { host: 'clube.localhost' })).status).toBe(202);
    expect(await stateOf(code)).toBe('PENDING_PAYMENT');
    expect((await notify(notice({ amount: 9.999 }))).json.code).toBe('MALFORMED');
    await notify(notice());
    expect(await stateOf(code)).toBe('PAID');
  });

  it('REL-09 take a notice once, however often and in however many copies it comes', async () => {
    const { id, code, notice } = await fresh();
    const paid = notice();
    const answers = await Promise.all(Array.from({ length: 20 }, () => notify(paid)));
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    const copies = await Promise.all(Array.from({ length: 5 }, () => notify({ ...paid, id: uuid() })));
    expect(copies.every(({ status }) => status === 202)).toBe(true);
    expect(await stateOf(code)).toBe('PAID');
    const [row] = await server.core.db.read('client', (tx) =>
      tx.select().from(order).where(eq(order.id, id)),
    );
    expect(row?.version).toBe(3);
    expect(await refundsOf(id)).toEqual([]);
  });

  it('come late: the goods are taken again, or the money goes back', async () => {
    await setStock(server, 'manga', 3);
    const lucky = await fresh([line('manga', 2)]);
    await server.shift(1_801);
    await server.sweep();
    expect(await left(server, 'manga')).toBe(3);
    await notify(lucky.notice());
    expect([await stateOf(lucky.code), await left(server, 'manga')]).toEqual(['PAID', 1]);
    const unlucky = await fresh([line('manga', 1)]);
    await server.shift(1_801);
    await server.sweep();
    await setStock(server, 'manga', 0);
    await notify(unlucky.notice());
    expect((await see(server, buyer, `/api/operation/orders/code/${unlucky.code}`)).json).toMatchObject({
      state: 'CANCELED',
      properties: { reason: 'PAID_LATE' },
      allowedEvents: ['refund.settled'],
    });
    expect(await refundsOf(unlucky.id)).toMatchObject([
      { amount: 725, state: 'requested', reason: 'PAID_LATE' },
    ]);
    expect(await left(server, 'manga')).toBe(0);
    await setStock(server, 'manga', 3);
  });

  it('that expired a second ago are late even when nobody swept', async () => {
    const { id, code, notice } = await fresh();
    await server.core.jobs.stop();
    await server.shift(1_800);
    await notify(notice());
    expect(await stateOf(code)).toBe('PAID');
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
    const { id, code, charge, notice } = await fresh();
    await notify(notice());
    const alarms = await strayMoney();
    const twice = [notice(), notice()];
    for (const one of twice) await notify(one);
    await notify({ ...twice[0], id: uuid() });
    expect(await Promise.all(twice.map((one) => outcomeOf(one.id)))).toEqual(['late', 'late']);
    const strays = (await chargesOf(id)).filter(({ attempt }) => attempt < 0);
    expect(
      strays.map(({ attempt, state, amount, txid, endToEndId, properties }) => [
        attempt,
        state,
        amount,
        txid === endToEndId,
        properties['of'],
      ]),
    ).toEqual([-2, -1].map((attempt) => [attempt, 'confirmed', 990, true, charge.txid]));
    expect((await refundsOf(id)).map(({ amount, reason }) => [amount, reason])).toEqual([
      [990, 'PAID_TWICE'],
      [990, 'PAID_TWICE'],
    ]);
    expect([await strayMoney(), await audited(charge.txid)]).toEqual([alarms + 2, ['late', 'late']]);
    expect([await stateOf(code), (await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json]).toEqual([
      'PAID',
      expect.objectContaining({ status: 'confirmed', attempt: 1 }),
    ]);
    // The order's own money goes back on its own account, once.
    expect(
      (await server.call('DELETE', `/api/operation/orders/cancel/${id}`, { leadSecret: buyer.leadSecret }))
        .status,
    ).toBe(204);
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([990, 990, 990]);
    // Asked for before the day begins that the bank takes.
    await server.drain();
    await server.shift(86_400);
    await server.sweep();
    await server.drain();
    expect([
      await stateOf(code),
      (await refundsOf(id)).map(({ state }) => state),
      (await broken(server.core)).filter((rule) => rule.startsWith('I3')),
    ]).toEqual(['REFUNDED', ['settled', 'settled', 'settled'], []]);
  });

  it('that say another sum, or a charge that nobody knows, pay nothing and are not silent', async () => {
    const { id, code, charge, notice } = await fresh();
    const alarms = await strayMoney();
    for (const one of [
      notice({ amount: 9.89 }),
      notice({ receiver: 'outra@exemplo.com' }),
      notice({ type: 'pix.expired', amount: 1 }),
    ])
      await notify(one);
    const lost = notice({ txid: `${'9'.repeat(16)}01` });
    await notify(lost);
    expect([await strayMoney(), await audited(charge.txid), await audited(lost.txid)]).toEqual([
      alarms + 3,
      ['mismatch', 'mismatch'],
      ['unknown charge'],
    ]);
    expect([await stateOf(code), await refundsOf(id), (await chargesOf(id)).length]).toEqual([
      'PENDING_PAYMENT',
      [],
      1,
    ]);
  });

  it('for an order that was canceled go back', async () => {
    const { id, code, notice } = await fresh();
    await server.call('DELETE', `/api/operation/orders/cancel/${id}`, { leadSecret: buyer.leadSecret });
    const paid = notice();
    await notify(paid);
    expect((await see(server, buyer, `/api/operation/orders/code/${code}`)).json).toMatchObject({
      state: 'CANCELED',
      allowedEvents: ['refund.settled'],
    });
    expect(await refundsOf(id)).toMatchObject([{ amount: 990, state: 'requested', reason: 'PAID_LATE' }]);
    await notify({ ...paid, id: uuid() });
    expect(await refundsOf(id)).toHaveLength(1);
    // The bank says that the money is back.
    await notify(notice({ type: 'pix.refunded', endToEndId: paid.endToEndId }));
    expect(await stateOf(code)).toBe('REFUNDED');
    expect(await refundsOf(id)).toMatchObject([{ state: 'settled' }]);
  });

  it('of an older code count too, and a second one goes back', async () => {
    const { id, code, notice } = await fresh();
    await server.shift(1_801);
    await server.call('POST', `/api/operation/orders/order/${id}/events`, {
      leadSecret: buyer.leadSecret,
      body: { type: 'payment.requested' },
    });
    const [, second] = await chargesOf(id);
    await notify(notice());
    expect(await stateOf(code)).toBe('PAID');
    expect((await chargesOf(id)).map((charge) => charge.state)).toEqual(['confirmed', 'expired']);
    await notify(notice({ txid: second?.txid, endToEndId: e2e() }));
    expect(await stateOf(code)).toBe('PAID');
    expect(await refundsOf(id)).toMatchObject([{ paymentId: second?.id, state: 'requested' }]);
    await server.drain();
    await server.shift(3_601);
    await server.sweep();
    await server.drain();
    expect([await stateOf(code), (await chargesOf(id)).map((charge) => charge.state)]).toEqual([
      'PAID',
      ['confirmed', 'refunded'],
    ]);
    // The money that the order lives from goes back with the order only.
    await server.call('DELETE', `/api/operation/orders/cancel/${id}`, { leadSecret: buyer.leadSecret });
    expect((await refundsOf(id)).filter((one) => one.state === 'requested')).toHaveLength(1);
    await server.shift(3_601);
    await server.sweep();
    await server.drain();
    expect(await stateOf(code)).toBe('REFUNDED');
  });

  it('are never undone by what comes later', async () => {
    const { id, code, notice } = await fresh();
    await notify(notice());
    await notify(notice({ type: 'pix.refunded' }));
    expect((await send(server, code, 'payment.expired')).json.code).toBe('ILLEGAL_EVENT');
    await server.shift(2 * 86_400);
    await server.sweep();
    expect([await stateOf(code), (await chargesOf(id))[0]?.state]).toEqual(['PAID', 'confirmed']);
  });

  it('are made in the sandbox through the same door', async () => {
    const { code } = await fresh();
    const answer = await pay(server, code);
    expect([answer.status, answer.json]).toEqual([202, { accepted: true }]);
    expect(await stateOf(code)).toBe('PAID');
    expect((await pay(server, code)).json).toMatchObject({ code: 'ILLEGAL_EVENT', status: 409 });
    expect((await pay(server, '0000000000000000')).json.code).toBe('NOT_FOUND');
    expect((await pay(server, code, 'clube.localhost')).json.code).toBe('NOT_FOUND');
    expect((await pay(server, 'x')).json.code).toBe('MALFORMED');
    const events = await server.core.db.read('client', (tx) =>
      tx.select().from(webhookEvent).where(eq(webhookEvent.outcome, 'paid')),
    );
    expect(events.length).toBeGreaterThan(0);
  });
});

describe('payment notices without a secret', () => {
  it('SEC-20 are refused, all of them', async () => {
    const server = await openTestServer('pglite', { env: { SANDBOX: '0', PIX_WEBHOOK_SECRET: '' } });
    try {
      for (const key of ['', 'undefined', SECRET]) {
        const text = JSON.stringify({
          id: uuid(),
          type: 'pix.paid',
          txid: 'x',
          endToEndId: e2e(),
          amount: 1,
          receiver: 'x',
          at: new Date().toISOString(),
        });
        const at = Math.floor(Date.now() / 1_000);
        const { json } = await server.call('POST', '/api/webhooks/pix', {
          body: text,
          headers: {
            'content-type': 'application/json',
            'X-Signature': `t=${at},v1=${createHmac('sha256', key).update(`${at}.${text}`).digest('hex')}`,
          },
        });
        expect(json.code).toBe('UNAUTHENTICATED');
      }
    } finally {
      await server.close();
    }
  });
});
