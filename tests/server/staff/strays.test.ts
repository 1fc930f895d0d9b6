import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Signed, buy, newClient, uuid } from '#tests/support/buyers.ts';
import { passed } from '#tests/support/concurrency.ts';
import { broken } from '#tests/support/invariants.ts';
import { chargesOf } from '#tests/support/orders/charges.ts';
import { notify, transfer, unpaid } from '#tests/support/orders/pix-notices.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { settlePayment } from '#tests/support/tenants/payment-settings.ts';
import { type Worker, moveTo, opsCall, staffAs } from '#tests/support/staff.ts';

describe.each(engines)('money without an owner on %s', (engine) => {
  let server: TestServer;
  let buyer: Signed;
  let rui: Worker;
  let ana: Worker;
  let returns = 0;
  const returnId = () => `D${String(++returns).padStart(31, '0')}`;
  const money = async (who = rui): Promise<Answer['json']> =>
    (await opsCall(server, who, 'GET', '/money')).json;
  /** Money comes in that fits no charge. @returns how the desk sees it */
  async function stray(amount: number, endToEndId = transfer()): Promise<Answer['json']> {
    const notice = {
      id: uuid(),
      type: 'pix.paid',
      txid: `x${uuid().replaceAll('-', '')}`,
      endToEndId,
      amount,
      receiver: 'pix@exemplo.com',
      at: server.core.clock.date().toISOString(),
    };
    expect((await notify(server, notice)).status).toBe(202);
    return (await money()).strays.find((one: { endToEndId: string }) => one.endToEndId === endToEndId);
  }
  const resolve = (who: Worker, { id }: { id: string }, body: object, key = uuid()) =>
    opsCall(server, who, 'POST', `/strays/${id}/resolve`, { key, body });
  const reason = 'Está no extrato do dia.';
  const back = (id = returnId()) => ({
    how: 'returned',
    returnId: id,
    at: '2026-11-24T12:00:00.000Z',
    reason,
  });
  const lastDone = async () => (await opsCall(server, ana, 'GET', '/audit')).json.content[0];

  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    [rui, ana] = [await staffAs(server, 'OPERATOR'), await staffAs(server, 'OWNER')];
  });
  beforeEach(async () => {
    buyer = await newClient(server);
  });
  afterAll(() => server.close());

  it('pays the order that it was meant for, of its amount, once', async () => {
    const { order } = await buy(server, buyer);
    const [charge] = await chargesOf(server, order.id);
    if (!charge) throw new Error('no charge');
    const [short, whole] = [await stray(charge.amount / 100 - 0.01), await stray(charge.amount / 100)];
    const assign = { how: 'order', orderCode: order.code, reason };
    expect((await resolve(rui, short, assign)).json).toMatchObject({
      code: 'AMOUNT',
      current: { amount: charge.amount / 100 },
    });
    expect((await resolve(rui, whole, { ...assign, orderCode: '0'.repeat(16) })).json.code).toBe('NOT_FOUND');
    expect((await resolve(rui, whole, { ...assign, reason: ' ' })).json.code).toBe('MALFORMED');
    const key = uuid();
    const done = await resolve(rui, whole, assign, key);
    expect([done.status, done.json.orderState]).toEqual([200, 'PAID']);
    expect((await resolve(rui, whole, assign, key)).json).toEqual(done.json);
    expect((await resolve(rui, whole, assign)).json.code).toBe('ILLEGAL_EVENT');
    expect((await resolve(ana, whole, back())).json.code).toBe('ILLEGAL_EVENT');
    expect((await money()).strays).toMatchObject([{ id: short.id }]);
    expect(await lastDone()).toMatchObject({
      action: 'stray.assigned',
      actorId: rui.id,
      target: order.code,
      data: { endToEndId: whole.endToEndId, amount: charge.amount / 100, reason },
    });
    expect((await resolve(rui, short, back())).status).toBe(200);
    expect(await broken(server.core)).toEqual([]);
  });

  it('goes back at the bank with an id of its own, or never came', async () => {
    const [one, two, three] = [await stray(10), await stray(20), await stray(30)];
    const id = returnId();
    expect((await resolve(rui, one, back(id))).json).toEqual({ strayId: one.id });
    expect(await lastDone()).toMatchObject({
      action: 'stray.returned',
      target: one.endToEndId,
      data: { amount: 10, returnId: id, reason },
    });
    expect((await resolve(rui, two, back(id))).json.code).toBe('TRANSFER_USED');
    expect((await resolve(rui, two, { how: 'absent', reason: 'Não está no extrato.' })).status).toBe(200);
    expect(await lastDone()).toMatchObject({ action: 'stray.absent', target: two.endToEndId });
    expect((await money()).strays).toMatchObject([{ id: three.id }]);
    // The id of a refund is no return of a stray either.
    const { order } = await buy(server, buyer);
    const charge = (await money()).charges.find(({ orderId }: { orderId: string }) => orderId === order.id);
    const paid = { endToEndId: transfer(), amount: charge.amount, paidAt: '2026-11-24T12:00:00.000Z' };
    await opsCall(server, rui, 'POST', `/charges/${charge.id}/confirm`, { body: paid });
    const { version } = (await opsCall(server, rui, 'GET', `/orders/${order.id}`)).json;
    await opsCall(server, rui, 'POST', `/orders/${order.id}/events`, {
      body: { type: 'order.canceled', version },
    });
    const owed = (await money()).refunds[0];
    const used = back();
    await opsCall(server, rui, 'POST', `/refunds/${owed.id}/settle`, {
      body: { returnId: used.returnId, at: used.at },
    });
    expect((await resolve(rui, three, used)).json.code).toBe('TRANSFER_USED');
    expect((await resolve(rui, three, back())).status).toBe(200);
  });

  it('is one stray however many notices tell of it, and none once it pays a charge', async () => {
    const endToEndId = transfer();
    const [first] = [await stray(15, endToEndId), await stray(15, endToEndId)];
    expect((await money()).strays).toMatchObject([{ id: first.id }]);
    await resolve(rui, first, back());
    const { notice } = await unpaid(server, buyer);
    const right = notice();
    await notify(server, { ...right, id: uuid(), amount: right.amount + 1 });
    expect((await money()).strays).toMatchObject([{ endToEndId: right.endToEndId }]);
    await notify(server, right);
    expect((await money()).strays).toEqual([]);
    // A second payment is on its way back as a refund of its own.
    await notify(server, { ...right, id: uuid(), endToEndId: transfer() });
    const { strays, refunds } = await money();
    expect([strays, refunds.map((one: { reason: string }) => one.reason)]).toEqual([[], ['PAID_TWICE']]);
  });

  it('has one end of two that are given at the same moment', async () => {
    for (let at = 0; at < 5; at += 1) {
      const one = await stray(40 + at);
      const answers = await Promise.all([resolve(rui, one, back()), resolve(ana, one, back())]);
      expect([passed(answers), answers.map(({ json }) => json.code).find(Boolean)]).toEqual([
        1,
        'ILLEGAL_EVENT',
      ]);
    }
  });

  it('above the limit waits for a second person, and is of nobody who works at one hub', async () => {
    const reset = await settlePayment(server, { secondPersonAbove: 99 });
    const one = await stray(100);
    const asked = await resolve(rui, one, back());
    expect(asked.status).toBe(202);
    expect((await money(ana)).approvals).toMatchObject([
      { action: 'stray.returned', amount: 100, reason, askedBy: 'Rui Tavares' },
    ]);
    const approve = () => opsCall(server, ana, 'POST', `/approvals/${asked.json.approvalId}/approve`);
    await moveTo(server, ana, [uuid()]);
    expect([(await money(ana)).strays, (await approve()).json.code]).toEqual([[], 'NOT_FOUND']);
    await moveTo(server, ana, null);
    expect((await approve()).json).toEqual({ strayId: one.id });
    expect(await lastDone()).toMatchObject({ action: 'stray.returned', data: { askedBy: 'Rui Tavares' } });
    await reset();
  });
});
