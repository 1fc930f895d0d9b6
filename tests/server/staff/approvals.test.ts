import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { message } from '#server/db/schema/message.ts';
import { staff } from '#server/db/schema/ops/staff.ts';
import { type Signed, buy, newClient, uuid } from '#tests/support/buyers.ts';
import { passed } from '#tests/support/concurrency.ts';
import { broken } from '#tests/support/invariants.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { settlePayment } from '#tests/support/tenants/payment-settings.ts';
import { type Worker, moveTo, opsCall, staffAs } from '#tests/support/staff.ts';

describe.each(engines)('money above the limit of one person on %s', (engine) => {
  let server: TestServer;
  let buyer: Signed;
  let rui: Worker;
  let ana: Worker;
  let transfers = 0;
  const idOf = (letter: 'D' | 'E') => `${letter}${String(++transfers).padStart(31, '0')}`;
  const money = async (who = rui): Promise<Answer['json']> =>
    (await opsCall(server, who, 'GET', '/money')).json;
  const paidAt = '2026-11-24T12:00:00.000Z';
  const chargeOf = async ({ id }: { id: string }): Promise<Answer['json']> =>
    (await money(ana)).charges.find(({ orderId }: { orderId: string }) => orderId === id);
  const confirm = async (who: Worker, order: { id: string }, more: object = {}, key = uuid()) => {
    const charge = await chargeOf(order);
    return opsCall(server, who, 'POST', `/charges/${charge.id}/confirm`, {
      key,
      body: { endToEndId: idOf('E'), amount: charge.amount, paidAt, ...more },
    });
  };
  const approve = (who: Worker, id: string) => opsCall(server, who, 'POST', `/approvals/${id}/approve`);
  const refuse = (who: Worker, id: string) =>
    opsCall(server, who, 'POST', `/approvals/${id}/refuse`, { body: { reason: 'Não confere.' } });
  const stateOf = async ({ id }: { id: string }): Promise<string> =>
    (await opsCall(server, ana, 'GET', `/orders/${id}`)).json.state;
  const lastDone = async () => (await opsCall(server, ana, 'GET', '/audit')).json.content[0];
  /** An order whose confirmation waits. */
  async function asked(who = rui): Promise<{ order: Answer['json']; id: string }> {
    const { order } = await buy(server, buyer);
    const { status, json } = await confirm(who, order);
    expect([status, Object.keys(json)]).toEqual([202, ['approvalId', 'until']]);
    return { order, id: json.approvalId };
  }

  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    await settlePayment(server, { secondPersonAbove: 0.01 });
  });
  beforeEach(async () => {
    buyer = await newClient(server);
    [rui, ana] = [await staffAs(server, 'OPERATOR'), await staffAs(server, 'OWNER')];
  });
  afterAll(() => server.close());

  it('waits for another of the staff, who sees what it is about and makes it at once', async () => {
    const { order } = await buy(server, buyer);
    const [key, endToEndId] = [uuid(), idOf('E')];
    const asked = await confirm(rui, order, { endToEndId }, key);
    expect(asked.status).toBe(202);
    expect(await confirm(rui, order, { endToEndId }, key)).toMatchObject({ status: 202, json: asked.json });
    expect(await stateOf(order)).toBe('PENDING_PAYMENT');
    expect((await confirm(ana, order)).json).toMatchObject({ code: 'APPROVAL', detail: 'WAITING' });
    const listed = (await money(ana)).approvals.find(
      ({ id }: { id: string }) => id === asked.json.approvalId,
    );
    expect(listed).toMatchObject({
      action: 'charge.confirm',
      orderId: order.id,
      bankId: endToEndId,
      askedBy: 'Rui Tavares',
      isOwn: false,
    });
    expect(listed.aloneFrom).toBeUndefined();
    const done = await approve(ana, asked.json.approvalId);
    expect([done.status, done.json.orderState]).toEqual([200, 'PAID']);
    expect(await lastDone()).toMatchObject({
      action: 'charge.confirmed',
      actorId: ana.id,
      target: order.code,
      data: { endToEndId, askedBy: 'Rui Tavares', isAlone: false },
    });
    expect((await approve(ana, asked.json.approvalId)).json).toMatchObject({
      code: 'APPROVAL',
      detail: 'DECIDED',
    });
    expect((await money(ana)).approvals).toEqual([]);
  });

  it('says what is wrong before it waits, and not at once with a limit that is higher', async () => {
    const { order } = await buy(server, buyer);
    const charge = await chargeOf(order);
    expect((await confirm(rui, order, { amount: charge.amount + 1 })).json.code).toBe('AMOUNT');
    const back = await settlePayment(server, { secondPersonAbove: charge.amount });
    expect((await confirm(rui, order)).json.orderState).toBe('PAID');
    await back();
  });

  it('is approved by nobody for themselves, who may take it back', async () => {
    const { order, id } = await asked();
    expect((await money()).approvals).toMatchObject([{ id, isOwn: true }]);
    expect((await approve(rui, id)).json).toMatchObject({ code: 'APPROVAL', detail: 'OWN' });
    expect((await refuse(rui, id)).status).toBe(204);
    expect(await lastDone()).toMatchObject({
      action: 'approval.withdrawn',
      target: order.code,
      data: { of: 'charge.confirm', reason: 'Não confere.' },
    });
    expect((await approve(ana, id)).json).toMatchObject({ code: 'APPROVAL', detail: 'DECIDED' });
    expect(await stateOf(order)).toBe('PENDING_PAYMENT');
    // It may be asked for again, and refused by another.
    const { json } = await confirm(rui, order);
    expect((await refuse(ana, json.approvalId)).status).toBe(204);
    expect(await lastDone()).toMatchObject({ action: 'approval.refused', data: { askedBy: 'Rui Tavares' } });
  });

  it('is over after a day', async () => {
    const { order, id } = await asked();
    await server.shift(24 * 3_600 - 1);
    [rui, ana] = [await staffAs(server, 'OPERATOR'), await staffAs(server, 'OWNER')];
    expect((await money()).approvals).toMatchObject([{ id }]);
    await server.shift(1);
    expect((await money()).approvals).toEqual([]);
    expect((await approve(ana, id)).json).toMatchObject({ code: 'APPROVAL', detail: 'EXPIRED' });
    // What is over stands in nobody's way.
    expect((await confirm(rui, order)).status).toBe(202);
  });

  it('is done once by two who approve it at the same moment', async () => {
    const nara = await staffAs(server, 'SUPPORT');
    await server.core.db.tenant('client', (tx) =>
      tx
        .update(staff)
        .set({ role: 'OPERATOR' })
        .where(and(eq(staff.tenantId, 'client'), eq(staff.id, nara.id))),
    );
    const waiting = [await asked(), await asked(), await asked()];
    for (const { order, id } of waiting) {
      const answers = await Promise.all([approve(ana, id), approve(nara, id)]);
      expect(passed(answers)).toBe(1);
      expect(answers.map(({ json }) => `${json.detail ?? json.orderState}`).toSorted()).toEqual([
        'DECIDED',
        'PAID',
      ]);
      expect(await stateOf(order)).toBe('PAID');
    }
    await server.sweep();
    expect(await broken(server.core)).toEqual([]);
  });

  it('of another hub is nowhere', async () => {
    const { id } = await asked();
    await moveTo(server, ana, [uuid()]);
    expect((await money(ana)).approvals).toEqual([]);
    expect((await approve(ana, id)).json.code).toBe('NOT_FOUND');
    expect((await refuse(ana, id)).json.code).toBe('NOT_FOUND');
    await moveTo(server, ana, null);
    expect((await refuse(ana, id)).status).toBe(204);
  });

  it('is approved after ten minutes by an owner who works alone, and says so', async () => {
    const others = await server.core.db.tenant('client', (tx) =>
      tx
        .update(staff)
        .set({ role: 'SUPPORT' })
        .where(and(eq(staff.tenantId, 'client'), eq(staff.role, 'OPERATOR')))
        .returning({ id: staff.id }),
    );
    expect(others.length).toBeGreaterThan(0);
    const told = () =>
      server.core.db.read('client', async (tx) => (await tx.select({ id: message.id }).from(message)).length);
    const before = await told();
    const { order, id } = await asked(ana);
    expect(await told()).toBe(before + 1);
    expect((await approve(ana, id)).json).toMatchObject({ code: 'APPROVAL', detail: 'OWN' });
    await server.shift(600);
    ana = await staffAs(server, 'OWNER');
    const listed = (await money(ana)).approvals.find((one: { id: string }) => one.id === id);
    expect(Date.parse(listed.aloneFrom)).toBeLessThanOrEqual(server.core.clock.now());
    expect((await approve(ana, id)).json.orderState).toBe('PAID');
    expect(await stateOf(order)).toBe('PAID');
    expect(await lastDone()).toMatchObject({ data: { isAlone: true, askedBy: 'Helena Duarte' } });
    await server.sweep();
    expect(await broken(server.core)).toEqual([]);
  });
});
