import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderState } from '#contract/order/order.ts';
import {
  type Lead,
  buy,
  home,
  left,
  line,
  newLead,
  pay,
  see,
  send,
  setStock,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { chargesOf, refundsOf } from '#tests/support/orders/charges.ts';
import {
  ask,
  cancel,
  historyOf,
  keepsGoods,
  readOrder,
  rowOf,
  stateOf,
} from '#tests/support/orders/order-events.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { placesTaken, scheduled, windowAt } from '#tests/support/tenants/windows.ts';

describe.each(engines)('the life of an order on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
    await server.core.jobs.stop();
    await setStock(server, 'tomate', 1_000);
  });
  afterAll(() => server.close());
  const one = [line('tomate', 1)];
  const request = (id: string) => ask(server, buyer, id, { type: 'payment.requested' });
  const fresh = async (lines = one) =>
    (await buy(server, buyer, lines)).order as { id: string; code: string };

  it('expires with its Pix, by the clock, whoever looks first', async () => {
    const { id, code } = await fresh([line('banana', 1)]);
    const stock = await left(server, 'banana');
    await server.shift(1_740);
    expect(await stateOf(server, buyer, code)).toBe('PENDING_PAYMENT');
    await server.shift(60);
    // Nobody swept: reading is enough.
    expect((await readOrder(server, buyer, code)).json).toMatchObject({
      state: 'PAYMENT_EXPIRED',
      allowedEvents: ['payment.requested', 'payment.confirmed', 'retry.ended'],
    });
    expect(await left(server, 'banana')).toBe(stock + 1);
    expect((await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json).toMatchObject({
      status: 'expired',
      attempt: 1,
      attemptsLeft: 3,
    });
    await server.sweep();
    expect(await left(server, 'banana')).toBe(stock + 1);
    expect((await historyOf(server, id)).at(-1)).toMatchObject({ type: 'payment.expired', actor: 'system' });
    await server.shift(86_340);
    await server.sweep();
    expect((await rowOf(server, code)).state).toBe('PAYMENT_EXPIRED');
    await server.shift(60);
    await server.sweep();
    expect((await readOrder(server, buyer, code)).json).toMatchObject({
      state: 'CANCELED',
      properties: { reason: 'NOT_PAID' },
      allowedEvents: [],
    });
    expect(await left(server, 'banana')).toBe(stock + 1);
  });

  it('catches up when nobody looked for days', async () => {
    const { id, code } = await fresh();
    await server.shift(3 * 86_400);
    await Promise.all([
      server.services.orderSweep.sweep('client'),
      readOrder(server, buyer, code),
      server.services.orderSweep.sweep('client'),
    ]);
    await server.sweep();
    expect((await historyOf(server, id)).map((event) => event.type)).toEqual([
      'order.created',
      'payment.requested',
      'payment.expired',
      'retry.ended',
    ]);
  });

  it('gives up the retry at the end of its campaign', async () => {
    const end = new Date(server.core.clock.now() + 3_600_000);
    const restore = await alterCampaign(server, {
      row: { endsAt: end },
      body: { expired: { end: end.toISOString() } },
    });
    const { code } = await fresh();
    await server.shift(1_801);
    await server.sweep();
    expect((await rowOf(server, code)).dueAt).toEqual(end);
    await server.shift(1_801);
    await server.sweep();
    expect((await rowOf(server, code)).state).toBe('CANCELED');
    await restore();
  });

  it('takes three more codes after the first, each with its own charge, and then none', async () => {
    const { id, code } = await fresh();
    expect((await request(id)).json).toMatchObject({
      code: 'ILLEGAL_EVENT',
      status: 409,
      allowedEvents: expect.arrayContaining(['payment.expired']),
    });
    const stock = await left(server, 'tomate');
    const txids = new Set<string>();
    for (const attempt of [2, 3, 4]) {
      await server.shift(1_801);
      const { status, json } = await request(id);
      expect([status, json.state]).toEqual([200, 'PENDING_PAYMENT']);
      expect(await left(server, 'tomate')).toBe(stock);
      const pix = (await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json;
      expect([pix.attempt, pix.attemptsLeft, pix.status]).toEqual([attempt, 4 - attempt, 'pending']);
      txids.add(pix.brCode);
    }
    expect(txids.size).toBe(3);
    await server.shift(1_801);
    expect((await request(id)).json).toMatchObject({ code: 'PIX_LIMIT', status: 422 });
    expect(await chargesOf(server, id)).toHaveLength(4);
  });

  it('answers STOCK when the goods of an expired order are gone, and changes nothing', async () => {
    const { id, code } = await fresh([line('manga', 2), line('banana', 1)]);
    await server.shift(1_801);
    await server.sweep();
    await setStock(server, 'manga', 1);
    const bananas = await left(server, 'banana');
    expect((await request(id)).json).toMatchObject({ code: 'STOCK', status: 409 });
    expect([
      await left(server, 'manga'),
      await left(server, 'banana'),
      await stateOf(server, buyer, code),
      (await chargesOf(server, id)).length,
    ]).toEqual([1, bananas, 'PAYMENT_EXPIRED', 1]);
    await setStock(server, 'manga', 3);
    expect((await request(id)).status).toBe(200);
    expect(await left(server, 'manga')).toBe(1);
    await cancel(server, buyer, id);
  });

  it('lets its buyer cancel before preparation only', async () => {
    const stock = await left(server, 'tomate');
    const { id, code } = await fresh();
    expect((await cancel(server, buyer, id, '?reason=mudei%20de%20ideia')).status).toBe(204);
    expect((await readOrder(server, buyer, code)).json).toMatchObject({
      state: 'CANCELED',
      properties: { reason: 'mudei de ideia' },
      allowedEvents: [],
    });
    expect(await left(server, 'tomate')).toBe(stock);
    expect((await cancel(server, buyer, id)).json).toMatchObject({
      code: 'NOT_CANCELABLE',
      status: 409,
      allowedEvents: [],
    });
    expect(await refundsOf(server, id)).toEqual([]);
    const paid = await fresh();
    await pay(server, paid.code);
    expect((await cancel(server, buyer, paid.id)).status).toBe(204);
    expect(await refundsOf(server, paid.id)).toMatchObject([
      { amount: 990, state: 'requested', reason: 'BUYER' },
    ]);
    const late = await fresh();
    await pay(server, late.code);
    await send(server, late.code, 'preparation.started');
    expect((await cancel(server, buyer, late.id)).json).toMatchObject({
      code: 'NOT_CANCELABLE',
      allowedEvents: expect.arrayContaining(['cancellation.requested']),
    });
    expect((await ask(server, buyer, late.id, { type: 'cancellation.requested' })).json.state).toBe(
      'CANCELLATION_REQUESTED',
    );
    await send(server, late.code, 'cancellation.accepted');
    expect(await refundsOf(server, late.id)).toHaveLength(1);
    expect((await ask(server, buyer, late.id, { type: 'order.delivered' })).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'type' }],
    });
    expect((await cancel(server, buyer, late.id, `?reason=${'a'.repeat(201)}`)).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'reason' }],
    });
    for (const path of ['nobody', '00000000-0000-4000-8000-000000000000'])
      expect([400, 404]).toContain((await cancel(server, buyer, path)).status);
  });

  it('cancels once when everything comes at once', async () => {
    const stock = await left(server, 'tomate');
    const { id, code } = await fresh();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => cancel(server, buyer, id)),
      pay(server, code),
      send(server, code, 'payment.expired'),
    ]);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const row = await rowOf(server, code);
    expect((await historyOf(server, id)).map((event) => event.sequence)).toEqual(
      Array.from({ length: row.version }, (_, index) => index + 1),
    );
    expect(await left(server, 'tomate')).toBe(stock - Number(keepsGoods(row.state as OrderState)));
    const confirmed = (await chargesOf(server, id)).filter((charge) => charge.state === 'confirmed');
    // Money that came in is either the order's or on its way back.
    expect((await refundsOf(server, id)).length).toBe(row.state === 'CANCELED' ? confirmed.length : 0);
  });

  it('pays back an hour later in the sandbox, once', async () => {
    const { id, code } = await fresh();
    await pay(server, code);
    await cancel(server, buyer, id);
    await server.sweep();
    expect(await stateOf(server, buyer, code)).toBe('CANCELED');
    await server.shift(3_601);
    const [charge] = await chargesOf(server, id);
    await Promise.all([1, 2].map(() => server.services.settlement.check('client', charge?.id ?? '')));
    expect((await readOrder(server, buyer, code)).json).toMatchObject({
      state: 'REFUNDED',
      allowedEvents: [],
    });
    expect((await chargesOf(server, id)).map((charge) => charge.state)).toEqual(['refunded']);
    expect((await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json.status).toBe('refunded');
    expect(await refundsOf(server, id)).toMatchObject([{ state: 'settled' }]);
  });

  it('keeps the place in a window until it is canceled', async () => {
    const { id: window } = await windowAt(server, buyer);
    const draft = { location: home, shippingMethod: scheduled(window) };
    const { order: placed } = await buy(server, buyer, one, draft, { type: 'SHIPPING' });
    expect(await placesTaken(server, window)).toBe(1);
    await send(server, placed.code, 'payment.expired');
    expect(await placesTaken(server, window)).toBe(1);
    await send(server, placed.code, 'retry.ended');
    expect(await placesTaken(server, window)).toBe(0);
  });
});
