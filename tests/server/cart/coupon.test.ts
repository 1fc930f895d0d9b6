import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { promotion } from '#server/db/schema/coupon.ts';
import { tokensOf } from '#server/sandbox/personas.ts';
import { importShippedTenants } from '#server/tenants/import.ts';
import {
  type Lead,
  type Who,
  campaignId,
  home,
  line,
  lockCart,
  methodId,
  newCart,
  newLead,
  pickup,
  putCart,
  see,
  setStock,
  uuid,
} from '#tests/support/buyers.ts';
import { applyCoupon, fixed, newPromotion, usesOf } from '#tests/support/orders/coupons.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('coupons on %s', (engine) => {
  let server: TestServer;
  let lead: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    lead = await newLead(server);
    await setStock(server, 'tomate', 10_000);
  });
  afterAll(() => server.close());
  const apply = (code: string, body: unknown, who: Who = lead) => applyCoupon(server, who, code, body);

  it('say what they take off a cart, an order or stored lines, and keep nothing', async () => {
    const { code, id } = await newPromotion(server);
    const { uuid: cartUuid } = await newCart(server, lead, [line('tomate', 2)]);
    const expected = {
      code,
      type: 'PERCENT',
      value: 10,
      discount: 1.98,
      lines: [{ id: line('tomate', 1).id, campaignId: campaignId(), discount: 1.98 }],
      message: 'Cupom aplicado: 10% off.',
    };
    for (const body of [
      { uuid: cartUuid },
      { properties: { cartUuid } },
      { products: [line('tomate', 2)] },
      { items: [{ item: { id: line('tomate', 2).id }, quantity: 2, campaignId: campaignId() }] },
    ]) {
      const { status, json } = await apply(code.toLowerCase(), body);
      expect([status, json]).toEqual([200, expected]);
    }
    expect(
      (await apply((await newPromotion(server, fixed(500))).code, { uuid: cartUuid })).json,
    ).toMatchObject({ type: 'FIXED', value: 5, discount: 5 });
    expect(
      (await apply((await newPromotion(server, fixed(90_000))).code, { uuid: cartUuid })).json,
    ).toMatchObject({ discount: 19.8 });
    // 2.00 off boxes and loose ones of one campaign, by what they cost (9.90, 49.50); nothing off the
    // other's.
    const some = await newPromotion(server, fixed(200, { campaignIds: [campaignId()] }));
    const mixed = [
      line('tomate', 1),
      line('tomate', 1, { packageId: 'caixa' }),
      line('banana', 1, { slug: 'depois' }),
    ];
    expect((await apply(some.code, { products: mixed })).json).toMatchObject({
      discount: 2,
      lines: [
        { id: mixed[0]?.id, discount: 0.33 },
        { id: mixed[0]?.id, packageId: 'caixa', discount: 1.67 },
      ],
    });
    const free = await newPromotion(server, { type: 'FREE_SHIPPING', percent: null });
    const probe = await newCart(server, lead, [line('tomate', 2)], { location: home });
    const { windows } = (await see(server, lead, `/api/operation/orders/quote/${probe.uuid}`)).json
      .options[0];
    const delivered = await newCart(server, lead, [line('tomate', 2)], {
      coupon: free.code,
      location: home,
      shippingMethod: { id: methodId('entrega'), type: 'SCHEDULED', windowId: windows[1].id },
    });
    expect([delivered.json.totals, (await apply(free.code, { uuid: delivered.uuid })).json.discount]).toEqual(
      [expect.objectContaining({ shipping: 0, coupon: 0, total: 19.8 }), 9.9],
    );
    expect((await apply(free.code, { uuid: delivered.uuid })).json.lines).toBeUndefined();
    expect(await usesOf(server, id)).toEqual({ used: 0, states: [] });
  });

  it('are refused with the reason', async () => {
    const at = (seconds: number) => new Date(server.core.clock.now() + seconds * 1_000);
    const { uuid: cartUuid } = await newCart(server, lead, [line('tomate', 2)]);
    const termsOf = (terms: object) => ({
      type: 'PERCENT',
      value: 10,
      ...('campaignIds' in terms ? { campaignIds: terms.campaignIds } : {}),
      ...('minTotal' in terms ? { minTotal: 19.81 } : {}),
    });
    for (const [reason, terms] of [
      ['NOT_STARTED', { startsAt: at(60) }],
      ['ENDED', { endsAt: at(-1) }],
      ['USED_UP', { max: 2, used: 2 }],
      ['CAMPAIGN', { campaignIds: [campaignId('depois')] }],
      ['MIN_TOTAL', { minTotal: cents(1_981) }],
      ['UNKNOWN', { active: false }],
    ] as const) {
      const { code } = await newPromotion(server, {
        ...terms,
        ...('campaignIds' in terms ? { campaignIds: [...terms.campaignIds] } : {}),
      } as Parameters<typeof newPromotion>[1]);
      expect((await apply(code, { uuid: cartUuid })).json).toMatchObject({
        status: 422,
        code: 'COUPON_REFUSED',
        detail: reason,
        // What is missing is for whoever has the code to see.
        ...(['CAMPAIGN', 'MIN_TOTAL'].includes(reason) ? { current: termsOf(terms) } : {}),
      });
      const put = await putCart(server, lead, uuid(), 0, [line('tomate', 2)], {
        shippingMethod: pickup(),
        coupon: code,
      });
      expect([put.status, put.json.couponRefusal, put.json.totals.coupon, put.json.coupon]).toEqual([
        200,
        reason,
        0,
        reason === 'UNKNOWN' ? undefined : code,
      ]);
      expect(put.json.couponTerms).toEqual(
        ['CAMPAIGN', 'MIN_TOTAL'].includes(reason) ? termsOf(terms) : undefined,
      );
      if (reason !== 'UNKNOWN')
        expect((await lockCart(server, lead, put.json.uuid)).json).toMatchObject({
          status: 409,
          code: 'LOCK',
          detail: 'COUPON',
          current: { couponRefusal: reason },
        });
    }
    const other = await newLead(server);
    const { code } = await newPromotion(server, {}, 1, 'clube');
    expect((await apply(code, { uuid: cartUuid })).json.detail).toBe('UNKNOWN');
    expect((await apply(code, { uuid: cartUuid }, other)).json.code).toBe('NOT_FOUND');
    expect((await apply(code, { uuid: cartUuid }, {})).json.code).toBe('UNAUTHENTICATED');
    expect((await apply('', { uuid: cartUuid })).json.fields).toEqual([
      { field: 'code', message: 'Digite o código do cupom.' },
    ]);
    expect((await apply('X'.repeat(41), { uuid: cartUuid })).json.fields).toMatchObject([{ field: 'code' }]);
    expect((await apply(code, {})).json.fields).toMatchObject([{ field: 'products' }]);
    expect((await apply(code, { uuid: 'x' })).json.fields).toMatchObject([{ field: 'uuid' }]);
  });

  it('SEC-32 cannot be guessed, neither here nor in a cart', async () => {
    const { code } = await newPromotion(server);
    const guesser = await newLead(server);
    const body = { products: [line('tomate', 1)] };
    for (let tried = 0; tried < 10; tried++)
      expect((await apply(`NADA${tried}`, body, guesser)).json.detail).toBe('UNKNOWN');
    const guess = async (name: string) =>
      (await putCart(server, guesser, uuid(), 0, [line('tomate', 1)], { coupon: name })).json;
    for (let tried = 0; tried < 10; tried++)
      expect((await guess(`NADA${tried}`)).couponRefusal).toBe('UNKNOWN');
    expect((await apply(code, body, guesser)).json).toMatchObject({
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      retryAfter: expect.closeTo(3_600, -2),
    });
    expect(await guess(code)).toMatchObject({ couponRefusal: 'UNKNOWN', totals: { coupon: 0 } });
    expect((await apply(code, body)).status).toBe(200);

    const many = await newLead(server);
    const known = await Promise.all(Array.from({ length: 30 }, () => apply(code, body, many)));
    expect(known.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(20);
    const rush = await Promise.all(
      Array.from({ length: 60 }, (_, index) => apply(`RAPIDO${index}`, body, many)),
    );
    expect(rush.filter(({ json }) => json.detail === 'UNKNOWN')).toHaveLength(20);
    expect(rush.filter(({ status }) => status === 429)).toHaveLength(40);
  });
});

describe('coupons of a tenant’s folder', () => {
  it('are loaded with the tenant, keep their uses when it is loaded again, and the demo buyer has money in a wallet', async () => {
    const server = await openTestServer('pglite', { tenants: 'demo' });
    try {
      await server.core.jobs.stop();
      const found = () =>
        server.core.db.read('client', (tx) =>
          tx.select().from(promotion).where(eq(promotion.tenantId, 'client')).orderBy(promotion.name),
        );
      expect(
        (await found()).map(({ type, percent, amount, max, used }) => [type, percent, amount, max, used]),
      ).toEqual([
        ['FIXED', null, 800, 200, 0],
        ['FREE_SHIPPING', null, null, null, 0],
        ['PERCENT', 10, null, null, 0],
      ]);
      await server.core.db.tenant('client', (tx) => tx.update(promotion).set({ used: 7 }));
      await importShippedTenants(server.core);
      expect((await found()).map(({ used }) => used)).toEqual([7, 7, 7]);
      const { tokens } = (await tokensOf(
        server.core,
        server.services,
        server.core.tenants.byId('client') ?? server.core.tenants.fallback(),
        'client',
      )) ?? { tokens: null };
      const { json } = await server.call('GET', '/api/operation/wallets', { bearer: tokens?.access_token });
      expect(
        json.map(({ name, balance }: { name: string; balance: { amount: number }[] }) => [
          name,
          balance.map(({ amount }) => amount),
        ]),
      ).toEqual([
        ['Crédito da loja', [25]],
        ['Dinheiro de volta', [4.8, 7.2]],
      ]);
    } finally {
      await server.close();
    }
  });
});
