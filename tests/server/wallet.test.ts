import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { isProblem } from '#contract/problem.ts';
import { payment } from '#server/db/schema/payment.ts';
import { ledgerEntry, ledgerPosting } from '#server/db/schema/wallet.ts';
import { issue, payFromWallet, returnToWallet } from '#server/services/payment/wallet-ledger.ts';
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
  setStock,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { bookOf, newWallet } from '#tests/support/wallets.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/server.ts';
import { type Weakening, weaken } from '#tests/support/sql-mutation.ts';

const guards = {
  rowLock: { from: / for update( skip locked)?/, to: '' },
  conditionalBucket: { from: /and "wallet_bucket"\."amount" >= (\$\d+)/, to: 'and $1::bigint is not null' },
} satisfies Record<string, Weakening>;

describe.each(engines)('wallets on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  let other: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    client = await newClient(server);
    other = await newClient(server);
    await setStock(server, 'tomate', 1_000);
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
      { type: 'PIX', wallet: { uuid: id, amount: 8.5 } },
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
      { type: 'WALLET', wallet: { uuid: id, amount: 19.8 } },
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
    expect(json.paymentMethod.wallet.amount).toBe(5);
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
    expect((await order({ uuid: id, amount: 10 })).json.paymentMethod.wallet).toEqual({
      uuid: id,
      amount: 10,
    });
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

  it('REL-10 keep every posting at zero: the database refuses another at the commit', async () => {
    const id = await newWallet(server, client.accountId, [[500]]);
    const crooked = server.core.db.tenant('client', async (tx) => {
      const posting = uuid();
      await tx.insert(ledgerPosting).values({
        tenantId: 'client',
        id: posting,
        walletUuid: id,
        reference: posting,
        text: 'x',
        at: server.core.clock.date(),
      });
      await tx.insert(ledgerEntry).values({
        tenantId: 'client',
        postingId: posting,
        position: 0,
        ledgerAccount: 'issued',
        bucketId: null,
        amount: 1,
      });
    });
    await expect(crooked).rejects.toThrow();
    expect((await bookOf(server, id)).unbalanced).toBe(0);
  });

  let undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const back of undo.toReversed()) await back();
    undo = [];
  });
  /** A hundred payments of 10 from a wallet that has 500 in three buckets. */
  async function rush(): Promise<{ paid: number; left: number; booked: number; unbalanced: number }> {
    const id = await newWallet(server, client.accountId, [[200, 3_600], [150, 7_200], [150]]);
    const ask = { uuid: id, accountId: client.accountId, amount: cents(10), goods: [], total: cents(10) };
    const tries = Array.from({ length: 100 }, (_, index) =>
      server.core.db
        .tenant('client', (tx) =>
          payFromWallet(tx, 'client', ask, {
            reference: `${id}:${index}`,
            text: 'Compra',
            at: server.core.clock.date(),
          }),
        )
        .then(
          () => true,
          () => false,
        ),
    );
    const paid = (await Promise.all(tries)).filter(Boolean).length;
    return { paid, ...(await bookOf(server, id)) };
  }
  it('REL-10 a hundred payments of ten from five hundred succeed exactly fifty times', async () => {
    expect(await rush()).toEqual({ paid: 50, left: 0, booked: 0, unbalanced: 0 });
  });
  it('REL-10 twenty refunds of one payment give it back once', async () => {
    const id = await newWallet(server, client.accountId, [[500]]);
    const at = server.core.clock.date();
    await server.core.db.tenant('client', (tx) =>
      payFromWallet(
        tx,
        'client',
        { uuid: id, accountId: client.accountId, amount: cents(300), goods: [], total: cents(300) },
        { reference: `p:${id}`, text: 'Compra', at },
      ),
    );
    await Promise.all(
      Array.from({ length: 20 }, () =>
        server.core.db.tenant('client', (tx) =>
          returnToWallet(tx, 'client', id, `p:${id}`, { reference: `r:${id}`, text: 'Volta', at }),
        ),
      ),
    );
    expect(await bookOf(server, id)).toEqual({ left: 500, booked: 500, unbalanced: 0 });
    const postings = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(ledgerPosting)
        .where(and(eq(ledgerPosting.tenantId, 'client'), eq(ledgerPosting.walletUuid, id))),
    );
    expect(postings).toHaveLength(3);
  });

  it('REL-10 four hundred random movements leave the books at zero and no bucket below it', async () => {
    const id = await newWallet(server, client.accountId, [[500, 3_600]]);
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const payments: string[] = [];
    const at = server.core.clock.date();
    for (let moved = 0; moved < 400; moved++) {
      const amount = cents(1 + random(300));
      const reference = `m:${id}:${moved}`;
      const kind = random(3);
      await server.core.db
        .tenant('client', async (tx) => {
          if (kind === 0)
            await issue(tx, 'client', id, {
              label: 'Lote',
              units: amount,
              expiresAt: random(2) ? null : new Date(at.getTime() + 60_000 * random(90)),
              reference,
              text: 'Crédito',
              at,
            });
          else if (kind === 1)
            await payFromWallet(
              tx,
              'client',
              { uuid: id, accountId: client.accountId, amount, goods: [], total: amount },
              { reference, text: 'Compra', at },
            );
          else if (payments.length)
            await returnToWallet(tx, 'client', id, payments[random(payments.length)] ?? '', {
              reference: `back:${payments[random(payments.length)]}`,
              text: 'Volta',
              at,
            });
        })
        .then(
          () => kind === 1 && payments.push(reference),
          (error: unknown) => expect(isProblem(error, 'BALANCE')).toBe(true),
        );
    }
    const { left, booked, unbalanced } = await bookOf(server, id);
    expect([booked, unbalanced, payments.length > 50]).toEqual([left, 0, true]);
  });

  if (engine === 'postgres')
    it('SEC-34 without its guards a wallet pays more than it has', async () => {
      await server.asOwner('alter table wallet_bucket drop constraint wallet_bucket_never_negative');
      undo.push(() =>
        server.asOwner(
          'alter table wallet_bucket add constraint wallet_bucket_never_negative check (amount >= 0) not valid',
        ),
      );
      const { changed, restore } = weaken(guards.rowLock, guards.conditionalBucket);
      undo.push(restore);
      const { paid, left } = await rush();
      expect(changed()).toBeGreaterThan(0);
      expect(paid).toBeGreaterThan(50);
      expect(left).toBeLessThan(0);
    });
});
