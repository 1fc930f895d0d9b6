import { createHmac } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PixNotice } from '#contract/payment/payment.ts';
import { order } from '#server/db/schema/order.ts';
import { payment, refund, webhookEvent } from '#server/db/schema/payment.ts';
import { orderCode } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { type Lead, buy, line, newLead, pay, see, setStock, uuid } from '#tests/support/buyers.ts';
import { begin, confirm, numbers, placeByCard, tokenOf } from '#tests/support/orders/cards.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const SECRET = 'a-secret-of-the-test-run-that-is-long';
const SEED = 20_261_121;
const e2e = () => `E${uuid().replaceAll('-', '').slice(0, 31)}`;

describe.each(engines)('payment notices on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  let shop: TenantRecord;
  beforeAll(async () => {
    server = await openTestServer(engine, { env: { PIX_WEBHOOK_SECRET: SECRET } });
    buyer = await newLead(server);
    shop = server.core.tenants.fallback();
    await setStock(server, 'tomate', 100_000);
  });
  afterAll(() => server.close());
  const mine = eq(order.tenantId, 'client');
  const chargeOf = async (id: string) =>
    (
      await server.core.db.read('client', (tx) =>
        tx
          .select()
          .from(payment)
          .where(and(eq(payment.tenantId, 'client'), eq(payment.orderId, id))),
      )
    )[0];
  const stateOf = async (code: string) =>
    (await see(server, buyer, `/api/operation/orders/code/${code}`)).json.state;
  const fresh = async () => {
    const { order: placed } = await buy(server, buyer, [line('tomate', 1)]);
    const charge = await chargeOf(placed.id);
    if (!charge) throw new Error('no charge');
    const notice: PixNotice = {
      id: uuid(),
      type: 'pix.paid',
      txid: charge.txid,
      endToEndId: e2e(),
      amount: charge.amount / 100,
      receiver: 'pix@exemplo.com',
      at: server.core.clock.date().toISOString(),
    };
    return { id: placed.id as string, code: placed.code as string, charge, notice };
  };
  const now = () => Math.floor(server.core.clock.now() / 1_000);
  const sign = (text: string, at = now(), key = SECRET) =>
    `t=${at},v1=${createHmac('sha256', key).update(`${at}.${text}`).digest('hex')}`;
  const post = (text: string, signature: string | undefined) =>
    server.call('POST', '/api/webhooks/pix', {
      body: text,
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'X-Signature': signature }),
      },
    });

  it('SEC-20 take none of 300 that are forged, altered, old, early or unsigned', async () => {
    const { code, notice } = await fresh();
    const text = JSON.stringify(notice);
    const ways: ((n: number) => [string, string | undefined])[] = [
      (n) => [text, sign(text, now(), `another-secret-${n}`)],
      (n) => [
        JSON.stringify({
          ...notice,
          id: uuid(),
          at: `2026-01-01T00:00:${String(n % 60).padStart(2, '0')}.000Z`,
        }),
        sign(text),
      ],
      (n) => [text, sign(text, now() - 301 - n)],
      (n) => [text, sign(text, now() + 302 + n)],
      (n) => [text, [undefined, '', 't=1', `v1=${'0'.repeat(64)}`, `t=${now()},v1=${n}`][n % 5]],
      (n) => {
        const good = sign(text);
        const at = good.length - 1 - (n % 64);
        return [text, `${good.slice(0, at)}${good[at] === '0' ? '1' : '0'}${good.slice(at + 1)}`];
      },
      (n) => [`${text}${' '.repeat(n + 1)}`, sign(text)],
    ];
    let refused = 0;
    for (let n = 0; n < 300; n++) {
      const [body, signature] = ways[n % ways.length]?.(n) ?? ['', ''];
      const { status, json } = await post(body, signature);
      if (status === 401 && json.code === 'UNAUTHENTICATED') refused++;
    }
    expect([refused, await stateOf(code)]).toEqual([300, 'PENDING_PAYMENT']);
    expect((await post(text, sign(text))).status).toBe(202);
    expect(await stateOf(code)).toBe('PAID');
  });

  it('SEC-21 pay nothing with 200 whose fields were swapped', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, fresh));
    const used = all[3]?.notice;
    if (!used) throw new Error('no notice');
    expect(await server.services.pixNotice.take(shop, used)).toBe('paid');
    const [first] = all;
    if (!first) throw new Error('no order');
    const cents = fc
      .integer({ min: 0, max: 100_000 })
      .filter((amount) => amount !== first.charge.amount)
      .map((amount) => ({ amount: amount / 100 }));
    const swapped = fc.oneof(
      cents,
      fc
        .string({ maxLength: 77 })
        .filter((receiver) => receiver !== 'pix@exemplo.com')
        .map((receiver) => ({ receiver })),
      fc.string({ maxLength: 35 }).map((txid) => ({ txid })),
      fc.constant({ txid: used.txid, endToEndId: e2e() }),
      fc.constant({ endToEndId: used.endToEndId }),
      fc.string({ maxLength: 31 }).map((endToEndId) => ({ endToEndId })),
      fc.constant({ txid: first.code }),
      fc.constantFrom('pix.created' as const, 'pix.refunded' as const).map((type) => ({ type })),
    );
    for (const change of fc.sample(swapped, { numRuns: 200, seed: SEED }))
      expect(await server.services.pixNotice.take(shop, { ...first.notice, id: uuid(), ...change })).toMatch(
        /^(mismatch|unknown charge|transfer used before|late|noted)$/,
      );
    const clube = server.core.tenants.byClient('clube');
    expect(clube && (await server.services.pixNotice.take(clube, { ...first.notice, id: uuid() }))).toBe(
      'unknown charge',
    );
    for (const { code } of all.slice(0, 3)) expect(await stateOf(code)).toBe('PENDING_PAYMENT');
    expect(await server.services.pixNotice.take(shop, first.notice)).toBe('paid');
  });

  it('REL-09 end alike after each of 500 permutations of {created, paid ×3, expired, refunded ×2}', async () => {
    const { id, charge, notice } = await fresh();
    const kinds = [
      'pix.created',
      'pix.paid',
      'pix.paid',
      'pix.paid',
      'pix.expired',
      'pix.refunded',
      'pix.refunded',
    ] as const;
    const permutations = fc.sample(
      fc.shuffledSubarray([...kinds.keys()], { minLength: kinds.length, maxLength: kinds.length }),
      { numRuns: 500, seed: SEED },
    );
    // The order as it is, five hundred times: only its money moves here.
    const copies = permutations.map(() => ({
      id: uuid(),
      code: orderCode(),
      cartUuid: uuid(),
      paymentId: uuid(),
    }));
    await server.core.db.tenant('client', async (tx) => {
      const [row] = await tx
        .select()
        .from(order)
        .where(and(mine, eq(order.id, id)));
      if (!row) throw new Error('no order');
      await tx
        .insert(order)
        .values(copies.map((copy) => ({ ...row, id: copy.id, code: copy.code, cartUuid: copy.cartUuid })));
      await tx
        .insert(payment)
        .values(
          copies.map((copy) => ({ ...charge, id: copy.paymentId, orderId: copy.id, txid: `${copy.code}01` })),
        );
    });
    const runs = permutations.map((steps, index) => async () => {
      const transfer = e2e();
      for (const step of steps)
        await server.services.pixNotice.take(shop, {
          ...notice,
          id: uuid(),
          type: kinds[step] ?? 'pix.paid',
          txid: `${copies[index]?.code}01`,
          endToEndId: transfer,
        });
    });
    // On PostgreSQL eight at a time, as they would come.
    const lanes = Array.from({ length: engine === 'pglite' ? 1 : 8 }, async () => {
      for (let next = runs.shift(); next; next = runs.shift()) await next();
    });
    await Promise.all(lanes);
    const ends = await server.core.db.read('client', (tx) =>
      tx
        .select({
          state: order.state,
          charge: payment.state,
          refunds: sql<number>`(select count(*)::int from ${refund} where ${refund.orderId} = ${order.id})`,
          count: sql<number>`count(*)::int`,
        })
        .from(order)
        .innerJoin(payment, and(eq(payment.tenantId, order.tenantId), eq(payment.orderId, order.id)))
        .where(and(mine, sql`${order.cartUuid} in ${copies.map((copy) => copy.cartUuid)}`))
        .groupBy(order.state, payment.state, sql`3`),
    );
    expect(ends).toEqual([{ state: 'PAID', charge: 'confirmed', refunds: 0, count: 500 }]);
    const [noted] = await server.core.db.read('client', (tx) =>
      tx
        .select({ count: sql<number>`count(*)::int` })
        .from(webhookEvent)
        .where(eq(webhookEvent.tenantId, 'client')),
    );
    expect(noted?.count).toBeGreaterThanOrEqual(3_500);
    // Twenty seconds on a quiet machine with the embedded engine, two with the other.
  });

  it('REL-09 that were withheld are made up for within six minutes: Pix, and a card', async () => {
    const pix = await fresh();
    const card = await begin(server, buyer);
    const { json: byCard } = await placeByCard(server, buyer, card, {
      clientSecret: card.intent.clientSecret,
    });
    await server.drain();
    expect((await server.call('POST', `/sandbox/pix/${pix.code}/pay?notice=withheld`)).json).toEqual({
      accepted: true,
    });
    await confirm(server, card.intent.clientSecret, await tokenOf(server, numbers.good), {
      notice: 'withheld',
    });
    await server.shift(240);
    await server.sweep();
    await server.drain();
    expect([await stateOf(pix.code), await stateOf(byCard.code)]).toEqual([
      'PENDING_PAYMENT',
      'PENDING_PAYMENT',
    ]);
    await server.shift(90);
    await server.sweep();
    await server.drain();
    expect([await stateOf(pix.code), await stateOf(byCard.code)]).toEqual(['PAID', 'PAID']);
    expect(await chargeOf(pix.id)).toMatchObject({
      state: 'confirmed',
      endToEndId: expect.stringMatching(/^E.{31}$/),
      checkAt: null,
    });
    // The notice that comes after all finds nothing to do.
    expect(
      await server.services.pixNotice.take(shop, {
        ...pix.notice,
        endToEndId: (await chargeOf(pix.id))?.endToEndId ?? '',
      }),
    ).toBe('transfer used before');
    expect(await stateOf(pix.code)).toBe('PAID');
    // Paid after the code had expired, and nobody told: honoured all the same.
    const late = await fresh();
    await server.shift(1_801);
    await server.sweep();
    await server.drain();
    await server.call('POST', `/sandbox/pix/${late.code}/pay?notice=withheld`);
    await server.shift(330);
    await server.sweep();
    await server.drain();
    expect(await stateOf(late.code)).toBe('PAID');
  });

  it('about a dynamic code count like those about a static one', async () => {
    const dynamic = await openTestServer(engine, {
      env: { PIX_WEBHOOK_SECRET: SECRET, PIX_PROVIDER: 'acquirer' },
    });
    try {
      const lead = await newLead(dynamic);
      const { order: placed } = await buy(dynamic, lead);
      const code = async () => (await see(dynamic, lead, `/api/pix/qrcode?id=${placed.code}`)).json;
      const shown = await code();
      expect(shown.brCode).toMatch(
        /^00020101021226.*pix\.sandbox\.invalid\/qr\/v2\/cob\/[0-9a-f]{32}.*62070503\*\*\*6304[0-9A-F]{4}$/,
      );
      expect((await code()).brCode).toBe(shown.brCode);
      expect((await pay(dynamic, placed.code)).status).toBe(202);
      expect((await code()).status).toBe('confirmed');
      const other = (await buy(dynamic, lead)).order;
      await dynamic.call('POST', `/sandbox/pix/${other.code}/pay?notice=withheld`);
      await dynamic.shift(301);
      await dynamic.sweep();
      await dynamic.drain();
      expect((await see(dynamic, lead, `/api/operation/orders/code/${other.code}`)).json.state).toBe('PAID');
    } finally {
      await dynamic.close();
    }
  });
});
