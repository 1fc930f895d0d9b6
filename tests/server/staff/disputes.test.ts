import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Signed, newClient, uuid } from '#tests/support/buyers.ts';
import { passed, times } from '#tests/support/concurrency.ts';
import { broken } from '#tests/support/invariants.ts';
import { chargesOf, refundsOf } from '#tests/support/orders/charges.ts';
import { notify, outcomeOf, transfer, unpaid } from '#tests/support/orders/pix-notices.ts';
import { type Worker, moveTo, opsCall, staffAs } from '#tests/support/staff.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { settlePayment } from '#tests/support/tenants/payment-settings.ts';

const DAY = 86_400_000;

describe.each(engines)('a Pix that its payer’s bank contests on %s', (engine) => {
  let server: TestServer;
  let buyer: Signed;
  let rui: Worker;
  let ana: Worker;
  let returns = 0;
  const returnId = () => `D${String(++returns).padStart(31, '0')}`;
  const at = '2026-11-24T12:00:00.000Z';
  const queue = async (who = rui): Promise<Answer['json']> =>
    (await opsCall(server, who, 'GET', '/money')).json.disputes;
  const orderOf = async (id: string): Promise<Answer['json']> =>
    (await opsCall(server, rui, 'GET', `/orders/${id}`)).json;
  const lastDone = async () => (await opsCall(server, ana, 'GET', '/audit')).json.content[0];
  const alarms = async () =>
    Number(
      /^vitrine_alarms_total\{kind="money_taken_back"\} (\d+)$/m.exec(
        await server.core.metrics.text(),
      )?.[1] ?? 0,
    );
  /** An order that its buyer paid by this transfer, reais. */
  async function paid() {
    const { id, code, notice } = await unpaid(server, buyer);
    const sent = notice();
    expect((await notify(server, sent)).status).toBe(202);
    return { id, code, notice, amount: sent.amount, endToEndId: sent.endToEndId };
  }
  type Paid = Awaited<ReturnType<typeof paid>>;
  const contest = (
    who: Worker,
    { endToEndId, amount }: Pick<Paid, 'endToEndId' | 'amount'>,
    more: object = {},
  ) =>
    opsCall(server, who, 'POST', '/disputes', {
      body: { endToEndId, amount, openedAt: server.core.clock.date().toISOString(), ...more },
    });
  const change = (who: Worker, id: string, body: object, key = uuid()) =>
    opsCall(server, who, 'PUT', `/disputes/${id}`, { key, body });
  /** One that waits, as the queue shows it. */
  async function contested() {
    const order = await paid();
    expect((await contest(rui, order)).status).toBe(200);
    const one = (await queue()).find(({ orderId }: { orderId: string }) => orderId === order.id);
    return { ...order, one };
  }

  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    [rui, ana] = [await staffAs(server, 'OPERATOR'), await staffAs(server, 'OWNER')];
  });
  beforeEach(async () => {
    buyer = await newClient(server);
  });
  afterAll(() => server.close());

  it('is known by its transfer, waits seven days for an answer, and stands at its order', async () => {
    const order = await paid();
    expect((await contest(rui, { ...order, endToEndId: transfer() })).json.code).toBe('NOT_FOUND');
    expect((await contest(rui, { ...order, endToEndId: 'E1' })).json.code).toBe('MALFORMED');
    expect((await contest(rui, { ...order, amount: order.amount + 0.01 })).json).toMatchObject({
      code: 'AMOUNT',
      current: { amount: order.amount },
    });
    // Not in the future, whatever was typed.
    const openedAt = new Date(server.core.clock.now() + 30 * DAY).toISOString();
    expect((await contest(rui, order, { openedAt, protocol: 'MED-77' })).status).toBe(200);
    expect(await lastDone()).toMatchObject({
      action: 'dispute.opened',
      target: order.code,
      data: { endToEndId: order.endToEndId, protocol: 'MED-77' },
    });
    const [one] = (await queue()).filter(({ orderId }: { orderId: string }) => orderId === order.id);
    expect(one).toMatchObject({
      state: 'open',
      amount: order.amount,
      protocol: 'MED-77',
      isReturnTold: false,
    });
    const wait = Date.parse(one.dueAt) - server.core.clock.now();
    expect(wait).toBeGreaterThan(6.9 * DAY);
    expect(wait).toBeLessThanOrEqual(7 * DAY);
    expect((await orderOf(order.id)).disputes).toMatchObject([{ id: one.id, endToEndId: order.endToEndId }]);
    // A bank contests a transfer once at a time.
    expect((await contest(ana, order)).json.code).toBe('ILLEGAL_EVENT');
    expect(passed(await times(5, () => contest(ana, order)))).toBe(0);
    expect(await broken(server.core)).toEqual([]);
  });

  it('is answered once, and stays with the shop when the bank says so', async () => {
    const { one, id } = await contested();
    expect((await change(rui, one.id, { how: 'answered', answer: ' ' })).json.code).toBe('MALFORMED');
    const key = uuid();
    const answered = await change(rui, one.id, { how: 'answered', answer: 'Retirado com o código.' }, key);
    expect(answered.status).toBe(200);
    expect(
      (await change(rui, one.id, { how: 'answered', answer: 'Retirado com o código.' }, key)).json,
    ).toEqual(answered.json);
    expect((await change(rui, one.id, { how: 'answered', answer: 'Outra.' })).json.code).toBe(
      'ILLEGAL_EVENT',
    );
    expect((await queue()).find((row: { id: string }) => row.id === one.id)).toMatchObject({
      state: 'answered',
      answer: 'Retirado com o código.',
    });
    expect((await change(rui, one.id, { how: 'kept', reason: 'O banco recusou.' })).status).toBe(200);
    expect((await queue()).some((row: { id: string }) => row.id === one.id)).toBe(false);
    const order = await orderOf(id);
    expect([order.state, order.refunds, order.disputes[0].state]).toEqual(['PAID', [], 'kept']);
    expect(
      (await change(rui, one.id, { how: 'returned', returnId: returnId(), amount: 1, at })).json.code,
    ).toBe('ILLEGAL_EVENT');
  });

  it('takes its money along when the bank sends it back, once, and what is left goes back with the order', async () => {
    const { one, id, amount } = await contested();
    const used = returnId();
    const back = { how: 'returned', returnId: used, amount: 1, at };
    expect((await change(rui, one.id, { ...back, amount: amount + 1 })).json.code).toBe('AMOUNT');
    const key = uuid();
    expect((await change(rui, one.id, back, key)).status).toBe(200);
    expect((await change(rui, one.id, back, key)).status).toBe(200);
    expect(await refundsOf(server, id)).toMatchObject([
      { amount: 100, state: 'settled', reason: 'DISPUTE', returnId: used },
    ]);
    expect((await orderOf(id)).disputes).toMatchObject([{ state: 'returned', returnId: used }]);
    expect(await lastDone()).toMatchObject({
      action: 'dispute.returned',
      data: { returnId: used, amount: 1 },
    });
    // The same return of a bank counts once.
    const other = await contested();
    expect((await change(rui, other.one.id, back)).json.code).toBe('TRANSFER_USED');
    expect((await queue()).some((row: { id: string }) => row.id === other.one.id)).toBe(true);
    const { version } = await orderOf(id);
    const canceled = await opsCall(server, rui, 'POST', `/orders/${id}/events`, {
      body: { type: 'order.canceled', version, reason: 'Pix contestado.' },
    });
    expect(canceled.status).toBe(200);
    const refunds = await refundsOf(server, id);
    expect(refunds.map((refund) => refund.amount).toSorted((a, b) => a - b)).toEqual(
      [100, Math.round(amount * 100) - 100].toSorted((a, b) => a - b),
    );
    expect(await broken(server.core)).toEqual([]);
  });

  it('that goes back whole leaves nothing to give back when its order is canceled', async () => {
    const { one, id, amount } = await contested();
    expect(
      (await change(rui, one.id, { how: 'returned', returnId: returnId(), amount, at })).json.orderState,
    ).toBe('PAID');
    const { version } = await orderOf(id);
    await opsCall(server, rui, 'POST', `/orders/${id}/events`, {
      body: { type: 'order.canceled', version, reason: 'Pix contestado.' },
    });
    expect([(await orderOf(id)).state, (await refundsOf(server, id)).length]).toEqual(['REFUNDED', 1]);
    expect((await chargesOf(server, id))[0]).toMatchObject({ state: 'refunded' });
    expect(await broken(server.core)).toEqual([]);
  });

  it('waits for a second person above the limit', async () => {
    const { one, id, amount } = await contested();
    const reset = await settlePayment(server, { secondPersonAbove: 0.01 });
    const body = { how: 'returned', returnId: returnId(), amount, at };
    const asked = await change(rui, one.id, body);
    expect([asked.status, (await refundsOf(server, id)).length]).toEqual([202, 0]);
    const waiting = (await opsCall(server, ana, 'GET', '/money')).json.approvals;
    expect(waiting).toMatchObject([{ action: 'dispute.returned', bankId: body.returnId }]);
    expect((await opsCall(server, ana, 'POST', `/approvals/${asked.json.approvalId}/approve`)).status).toBe(
      200,
    );
    expect(await refundsOf(server, id)).toMatchObject([{ state: 'settled', reason: 'DISPUTE' }]);
    await reset();
  });

  it('is opened by a bank’s notice that nobody asked for, with an alarm, and no money is noted by it', async () => {
    const order = await paid();
    const before = await alarms();
    const told = order.notice({ type: 'pix.refunded', endToEndId: order.endToEndId });
    await notify(server, told);
    expect([await outcomeOf(server, told.id), await alarms()]).toEqual(['disputed', before + 1]);
    expect((await orderOf(order.id)).disputes).toMatchObject([{ state: 'open', isReturnTold: true }]);
    expect(await refundsOf(server, order.id)).toEqual([]);
    // Told again it is the same.
    await notify(server, { ...told, id: uuid() });
    expect(await alarms()).toBe(before + 1);
    // One that the shop knew of already is marked.
    const known = await contested();
    await notify(server, known.notice({ type: 'pix.refunded', amount: known.amount }));
    expect((await orderOf(known.id)).disputes).toMatchObject([{ id: known.one.id, isReturnTold: true }]);
    const more = known.notice({ type: 'pix.refunded', amount: known.amount + 1 });
    await notify(server, more);
    expect([await outcomeOf(server, more.id), await alarms()]).toEqual(['mismatch', before + 3]);
  });

  it('is not what a notice of our own refund is about, also when the bank was asked first', async () => {
    const order = await paid();
    const { version } = await orderOf(order.id);
    await opsCall(server, rui, 'POST', `/orders/${order.id}/events`, {
      body: { type: 'order.canceled', version, reason: 'Acabou.' },
    });
    const [refund] = await refundsOf(server, order.id);
    await opsCall(server, rui, 'POST', `/refunds/${refund?.id}/settle`, {
      body: { returnId: returnId(), at },
    });
    const told = order.notice({ type: 'pix.refunded', endToEndId: order.endToEndId });
    await notify(server, told);
    expect(await outcomeOf(server, told.id)).toBe('noted');
    expect((await orderOf(order.id)).disputes).toEqual([]);
  });

  it('of another hub is nobody’s to see or to change', async () => {
    const { one, endToEndId, amount } = await contested();
    await moveTo(server, rui, [uuid()]);
    expect(await queue()).toEqual([]);
    expect((await change(rui, one.id, { how: 'kept', reason: 'x' })).json.code).toBe('NOT_FOUND');
    expect((await contest(rui, { endToEndId, amount })).json.code).toBe('NOT_FOUND');
    await moveTo(server, rui, null);
  });
});
