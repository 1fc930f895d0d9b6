import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payment, refund } from '#server/db/schema/payment.ts';
import { type Signed, buy, newClient, uuid } from '#tests/support/buyers.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { type Worker, opsCall, staffAs } from '#tests/support/staff.ts';

describe.each(engines)('money in the hands of staff on %s', (engine) => {
  let server: TestServer;
  let buyer: Signed;
  let rui: Worker;
  let transfers = 0;
  const ask = (method: string, path: string, call: object = {}) => opsCall(server, rui, method, path, call);
  const idOf = (letter: 'D' | 'E') => `${letter}${String(++transfers).padStart(31, '0')}`;
  const money = async (): Promise<Answer['json']> => (await ask('GET', '/money')).json;
  const of = (list: { orderId: string }[], { id }: { id: string }): Answer['json'] =>
    list.find(({ orderId }) => orderId === id);
  const paidAt = '2026-11-24T12:00:00.000Z';
  async function ordered(): Promise<{ order: Answer['json']; charge: Answer['json'] }> {
    const { order } = await buy(server, buyer);
    return { order, charge: of((await money()).charges, order) };
  }
  const confirm = (charge: { id: string; amount: number }, more: object = {}, key = uuid()) =>
    ask('POST', `/charges/${charge.id}/confirm`, {
      key,
      body: { endToEndId: idOf('E'), amount: charge.amount, paidAt, ...more },
    });
  const cancel = async (id: string) => {
    const { json } = await ask('GET', `/orders/${id}`);
    return ask('POST', `/orders/${id}/events`, { body: { type: 'order.canceled', version: json.version } });
  };

  beforeAll(async () => {
    server = await openTestServer(engine);
    // No provider is asked behind the tests: a static code has none.
    await server.core.jobs.stop();
    buyer = await newClient(server);
    rui = await staffAs(server, 'OPERATOR');
  });
  afterAll(() => server.close());

  it('confirms a static Pix by the statement, once, and by its own amount', async () => {
    const { order, charge } = await ordered();
    expect(charge).toMatchObject({
      orderCode: order.code,
      name: 'Marina P.',
      state: 'pending',
      provider: 'pix',
    });
    const wrong = await confirm(charge, { amount: charge.amount - 0.01 });
    expect([wrong.status, wrong.json.code, wrong.json.current]).toEqual([
      422,
      'AMOUNT',
      { amount: charge.amount },
    ]);
    expect((await confirm(charge, { endToEndId: 'comprovante' })).json.code).toBe('MALFORMED');
    const [key, endToEndId] = [uuid(), idOf('E')];
    const done = await confirm(charge, { endToEndId }, key);
    expect([done.status, done.json.orderState]).toEqual([200, 'PAID']);
    expect((await confirm(charge, { endToEndId }, key)).json).toEqual(done.json);
    expect((await confirm(charge)).json.code).toBe('ILLEGAL_EVENT');
    expect(of((await money()).charges, order)).toBeUndefined();
    const { json } = await ask('GET', `/orders/${order.id}`);
    expect(json.charges[0]).toMatchObject({ state: 'confirmed', endToEndId });
    expect(json.history.at(-1)).toMatchObject({ type: 'payment.confirmed', actor: 'Rui Tavares' });
    // The same transfer pays nothing else, and another shop's charge is not there.
    const { charge: other } = await ordered();
    expect((await confirm(other, { endToEndId })).json.code).toBe('TRANSFER_USED');
    expect((await confirm({ ...other, id: uuid() })).json.code).toBe('NOT_FOUND');
    const { json: told } = await ask('GET', '/audit');
    expect(told.content[0]).toMatchObject({
      action: 'charge.confirmed',
      data: { endToEndId, amount: charge.amount },
    });
  });

  it('takes one transfer for one of two orders that name it at once', async () => {
    const [one, two] = [await ordered(), await ordered()];
    const endToEndId = idOf('E');
    const answers = await Promise.all([one, two].map(({ charge }) => confirm(charge, { endToEndId })));
    expect(new Set(answers.map(({ json }) => json.code ?? json.orderState))).toEqual(
      new Set(['PAID', 'TRANSFER_USED']),
    );
  });

  it('settles a refund with the id of its return, once, and the order is refunded', async () => {
    const { order, charge } = await ordered();
    await confirm(charge);
    expect((await cancel(order.id)).json.state).toBe('CANCELED');
    const owed = of((await money()).refunds, order);
    expect(owed).toMatchObject({
      amount: charge.amount,
      isManual: true,
      canRetry: false,
      state: 'requested',
    });
    expect(owed.endToEndId).toMatch(/^E/);
    expect(Date.parse(owed.until)).toBeGreaterThan(server.core.clock.now() + 89 * 86_400_000);
    const settle = (id: string, returnId: string) =>
      ask('POST', `/refunds/${id}/settle`, { body: { returnId, at: paidAt } });
    const returnId = idOf('D');
    const done = await settle(owed.id, returnId);
    expect([done.status, done.json.orderState]).toEqual([200, 'REFUNDED']);
    expect((await settle(owed.id, idOf('D'))).json.code).toBe('ILLEGAL_EVENT');
    const { order: second, charge: again } = await ordered();
    await confirm(again);
    await cancel(second.id);
    expect((await settle(of((await money()).refunds, second).id, returnId)).json.code).toBe('TRANSFER_USED');
    const { json } = await ask('GET', `/orders/${order.id}`);
    expect(json.refunds[0]).toMatchObject({ state: 'settled', returnId });
    expect(json.charges[0].state).toBe('refunded');
  });

  it('asks a provider once more for what it refused, and lets a person do it instead', async () => {
    const { order, charge } = await ordered();
    await confirm(charge);
    await cancel(order.id);
    const { id } = of((await money()).refunds, order);
    const retry = () => ask('POST', `/refunds/${id}/retry`);
    expect((await retry()).json.code).toBe('ILLEGAL_EVENT');
    const refused = () =>
      server.core.db.tenant('client', async (tx) => {
        await tx
          .update(payment)
          .set({ provider: 'sandbox' })
          .where(and(eq(payment.tenantId, 'client'), eq(payment.id, charge.id)));
        await tx
          .update(refund)
          .set({ state: 'failed' })
          .where(and(eq(refund.tenantId, 'client'), eq(refund.id, id)));
      });
    await refused();
    expect(of((await money()).refunds, order)).toMatchObject({
      state: 'failed',
      canRetry: true,
      isManual: false,
    });
    expect((await retry()).status).toBe(200);
    // It is asked: no person settles it meanwhile.
    const settle = () => ask('POST', `/refunds/${id}/settle`, { body: { returnId: idOf('D'), at: paidAt } });
    expect((await settle()).json.code).toBe('ILLEGAL_EVENT');
    await refused();
    expect((await settle()).json.orderState).toBe('REFUNDED');
  });

  it('is moved by nobody whose proof is older than five minutes', async () => {
    const { charge } = await ordered();
    await server.shift(301);
    expect((await confirm(charge)).json.code).toBe('FRESH_PROOF');
    const { json } = await server.call('GET', '/sandbox/staff/OPERATOR/code');
    expect((await ask('POST', '/auth/step-up', { body: json })).status).toBe(200);
    expect((await confirm(charge)).json.orderState).toBe('PAID');
  });
});
