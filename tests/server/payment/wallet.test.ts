import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order as orders } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import {
  type Client,
  campaignId,
  line,
  lockCart,
  newCart,
  newClient,
  newLead,
  orderBody,
  pay,
  place,
  see,
  send,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { loadStock } from '#tests/support/actors.ts';
import { broken } from '#tests/support/invariants.ts';
import { bookOf, newWallet } from '#tests/support/orders/wallets.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('wallets on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  let other: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    client = await newClient(server);
    other = await newClient(server);
    await loadStock(server, 1_000);
  });
  afterAll(() => server.close());
  const wallets = (path = '', who: object = { bearer: client.bearer }) =>
    server.call('GET', `/api/operation/wallets${path}`, who);
  const balance = async (id: string) =>
    (await wallets(`/${id}/balance`)).json.map(({ label, amount }: { label: string; amount: number }) => [
      label,
      amount,
    ]);
  /** Two tomatoes, 19.80, partly paid by a wallet. */
  async function order(
    wallet: object | undefined,
    type = 'PIX',
    who: { bearer?: string; leadSecret?: string } = { bearer: client.bearer },
  ) {
    const lines = [line('tomate', 2)];
    const { uuid: cartUuid } = await newCart(server, who, lines);
    const { json: lock } = await lockCart(server, who, cartUuid);
    return place(
      server,
      who,
      orderBody(
        cartUuid,
        lines,
        { fence: lock.fence },
        { paymentMethod: { type, ...(wallet ? { wallet } : {}) } },
      ),
    );
  }

  it('are shown to their owner with what is in them, the soonest to expire first', async () => {
    const mine = await newClient(server);
    const call = { bearer: mine.bearer };
    expect((await wallets('', call)).json).toEqual([]);
    const money = await newWallet(server, mine.accountId, [[1_000], [250, 3_600], [100, 60]], {
      color: '#17694A',
    });
    const points = await newWallet(server, mine.accountId, [[500]], {
      kind: 'POINTS',
      unit: 'PTS',
      rate: 0.02,
      position: 1,
      campaignIds: [campaignId()],
    });
    const { status, json } = await wallets('', call);
    expect([status, json.map(({ balance: _, ...about }: { balance: unknown }) => about)]).toEqual([
      200,
      [
        { uuid: money, name: 'Crédito da loja', kind: 'CREDIT', unit: 'BRL', color: '#17694A' },
        {
          uuid: points,
          name: 'Crédito da loja',
          kind: 'POINTS',
          unit: 'PTS',
          rate: 0.02,
          campaignIds: [campaignId()],
        },
      ],
    ]);
    expect(json[0].balance).toEqual((await wallets(`/${money}/balance`, call)).json);
    expect(
      json[0].balance.map(({ label, amount, expiresAt }: Record<string, unknown>) => [
        label,
        amount,
        expiresAt === undefined,
      ]),
    ).toEqual([
      ['Lote 3', 1, false],
      ['Lote 2', 2.5, false],
      ['Lote 1', 10, true],
    ]);
    expect(json[1].balance).toMatchObject([{ amount: 500 }]);
    expect((await wallets(`/${money}/statement`, call)).json).toMatchObject([
      { type: 'IN', text: 'Crédito' },
      { type: 'IN' },
      { type: 'IN' },
    ]);
    const lead = await newLead(server);
    for (const path of [`/${money}/balance`, `/${money}/statement`]) {
      expect((await wallets(path, { bearer: other.bearer })).json.code).toBe('NOT_FOUND');
      expect((await wallets(path, { bearer: (await signIn(server)).bearer })).json.code).toBe('NOT_FOUND');
      expect((await wallets(path, { leadSecret: lead.leadSecret })).json.code).toBe('UNAUTHENTICATED');
      expect((await wallets(path, { ...call, host: 'clube.localhost' })).json.code).toBe('UNAUTHENTICATED');
    }
    expect((await wallets(`/${uuid()}/balance`, call)).json.code).toBe('NOT_FOUND');
    expect((await wallets('/x/balance', call)).json.fields).toMatchObject([{ field: 'uuid' }]);
  });

  it('lose what expires, at once for their owner and in the books with the next sweep', async () => {
    const id = await newWallet(server, client.accountId, [[1_000], [300, 60]]);
    await server.shift(61);
    expect(await balance(id)).toEqual([['Lote 1', 10]]);
    expect((await bookOf(server, id)).left).toBe(1_300);
    await server.sweep();
    await server.sweep();
    expect(await bookOf(server, id)).toEqual({ left: 1_000, booked: 1_000, unbalanced: 0 });
    expect((await wallets(`/${id}/statement`)).json[0]).toMatchObject({
      type: 'OUT',
      amount: 3,
      text: 'Lote 2 venceu',
    });
  });

  it('pay a part of an order first, the rest by Pix, and get it back when the order ends unpaid', async () => {
    const id = await newWallet(server, client.accountId, [[700], [300, 86_400 * 9]]);
    const { status, json } = await order({ uuid: id, amount: 8.5 });
    expect([status, json.state, json.paymentMethod, json.properties.price]).toEqual([
      201,
      'PENDING_PAYMENT',
      { type: 'PIX', wallets: [{ uuid: id, name: 'Crédito da loja', amount: 8.5 }] },
      19.8,
    ]);
    expect(
      (await server.call('GET', `/api/pix/qrcode?id=${json.code}`, { bearer: client.bearer })).json.amount,
    ).toBe(11.3);
    expect(await balance(id)).toEqual([['Lote 1', 1.5]]);
    expect((await wallets(`/${id}/statement`)).json[0]).toMatchObject({
      type: 'OUT',
      amount: 8.5,
      text: 'Compra',
      orderCode: json.code,
    });
    await server.shift(31 * 60);
    await server.sweep();
    const again = await signIn(server, client.phone);
    const retried = await server.call('POST', `/api/operation/orders/order/${json.id}/events`, {
      bearer: again.bearer,
      body: { type: 'payment.requested' },
    });
    expect([
      retried.json.state,
      (await server.call('GET', `/api/pix/qrcode?id=${json.code}`, { bearer: again.bearer })).json.amount,
    ]).toEqual(['PENDING_PAYMENT', 11.3]);
    await send(server, json.code, 'order.canceled');
    client = { ...client, bearer: again.bearer };
    expect((await see(server, again, `/api/operation/orders/order/${json.id}`)).json.state).toBe('CANCELED');
    expect(await balance(id)).toEqual([
      ['Lote 2', 3],
      ['Lote 1', 7],
    ]);
    expect(await bookOf(server, id)).toEqual({ left: 1_000, booked: 1_000, unbalanced: 0 });
  });

  it('pay a whole order, and get it back at once when it is canceled', async () => {
    const id = await newWallet(server, client.accountId, [[5_000]]);
    const { json } = await order({ uuid: id }, 'WALLET');
    expect([json.state, json.paymentMethod]).toEqual([
      'PAID',
      { type: 'WALLET', wallets: [{ uuid: id, name: 'Crédito da loja', amount: 19.8 }] },
    ]);
    expect(
      (await server.call('GET', `/api/pix/qrcode?id=${json.code}`, { bearer: client.bearer })).json.code,
    ).toBe('NOT_FOUND');
    expect(await balance(id)).toEqual([['Lote 1', 30.2]]);
    expect(
      (await server.call('DELETE', `/api/operation/orders/cancel/${json.id}`, { bearer: client.bearer }))
        .status,
    ).toBe(204);
    expect((await see(server, client, `/api/operation/orders/order/${json.id}`)).json.state).toBe('REFUNDED');
    expect(await balance(id)).toEqual([['Lote 1', 50]]);
    expect(await bookOf(server, id)).toEqual({ left: 5_000, booked: 5_000, unbalanced: 0 });
  });

  it('get their part back at once and the bank gets the rest when a paid order is canceled, even after the bucket expired', async () => {
    const id = await newWallet(server, client.accountId, [[500, 3_600]]);
    const { json } = await order({ uuid: id });
    expect(json.paymentMethod.wallets[0].amount).toBe(5);
    await pay(server, json.code);
    await server.shift(3_601);
    await send(server, json.code, 'order.canceled');
    const { bearer } = await signIn(server, client.phone);
    client = { ...client, bearer };
    expect((await see(server, client, `/api/operation/orders/order/${json.id}`)).json.state).toBe('CANCELED');
    expect(await balance(id)).toEqual([['Lote 1', 5]]);
    await server.shift(3_700);
    const [bank] = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(payment)
        .where(and(eq(payment.tenantId, 'client'), eq(payment.orderId, json.id), eq(payment.type, 'PIX'))),
    );
    expect(await server.services.settlement.check('client', bank?.id ?? '')).toBe('refunded');
    const later = await signIn(server, client.phone);
    client = { ...client, bearer: later.bearer };
    expect((await see(server, client, `/api/operation/orders/order/${json.id}`)).json.state).toBe('REFUNDED');
    expect(await balance(id)).toEqual([['Lote 1', 5]]);
  });

  it('pay with points at their rate, in their campaigns only', async () => {
    const points = { kind: 'POINTS' as const, unit: 'PTS' as const };
    const id = await newWallet(server, client.accountId, [[334]], { ...points, rate: 0.03 });
    expect((await order({ uuid: id, amount: 10 })).json.paymentMethod.wallets).toEqual([
      { uuid: id, name: 'Crédito da loja', amount: 10, points: 334 },
    ]);
    expect(await balance(id)).toEqual([]);
    const elsewhere = await newWallet(server, client.accountId, [[5_000]], {
      campaignIds: [campaignId('depois')],
    });
    expect((await order({ uuid: elsewhere })).json.paymentMethod).toEqual({ type: 'PIX' });
    expect((await order({ uuid: elsewhere, amount: 1 })).json).toMatchObject({
      status: 409,
      code: 'BALANCE',
    });
    const worthless = await newWallet(server, client.accountId, [[5_000]], points);
    expect((await order({ uuid: worthless, amount: 1 })).json.code).toBe('BALANCE');
  });

  it('are read as before of an order from before there could be several, and have their part back', async () => {
    const id = await newWallet(server, client.accountId, [[700]]);
    const { json } = await order({ uuid: id, amount: 7 });
    const mine = and(eq(orders.tenantId, 'client'), eq(orders.id, json.id));
    await server.core.db.tenant('client', async (tx) => {
      const [row] = await tx.select().from(orders).where(mine);
      const { wallets: _wallets, ...properties } = row?.properties ?? {};
      const before = { properties: { ...properties, wallet: { uuid: id, amount: 7 } } };
      await tx.update(orders).set(before).where(mine);
    });
    const { json: seen } = await see(server, client, `/api/operation/orders/order/${json.id}`);
    expect(seen.paymentMethod).toEqual({ type: 'PIX', wallets: [{ uuid: id, amount: 7 }] });
    await send(server, json.code, 'order.canceled');
    expect(await balance(id)).toEqual([['Lote 1', 7]]);
    expect(await broken(server.core)).toEqual([]);
  });

  it('refuse more than they have, other people and a way of paying that does not fit, and take nothing then', async () => {
    const id = await newWallet(server, client.accountId, [[500]]);
    const theirs = await newWallet(server, other.accountId, [[500]]);
    expect((await order({ uuid: id, amount: 5.01 })).json).toMatchObject({ status: 409, code: 'BALANCE' });
    expect((await order({ uuid: theirs })).json.code).toBe('NOT_FOUND');
    expect((await order({ uuid: uuid() })).json.code).toBe('NOT_FOUND');
    expect(
      (await order({ uuid: id }, 'PIX', { leadSecret: (await newLead(server)).leadSecret })).json.code,
    ).toBe('NOT_FOUND');
    expect((await order(undefined, 'WALLET')).json).toMatchObject({ status: 422, code: 'PAYMENT_METHOD' });
    expect((await order({ uuid: id }, 'WALLET')).json).toMatchObject({ status: 422, code: 'PAYMENT_METHOD' });
    expect((await order({ uuid: id, amount: 1.005 })).json.fields).toMatchObject([
      { field: 'paymentMethod.wallet.amount' },
    ]);
    expect((await order({ uuid: id, amount: -1 })).json.code).toBe('MALFORMED');
    expect([await balance(id), (await bookOf(server, theirs)).left]).toEqual([[['Lote 1', 5]], 500]);
  });
});
