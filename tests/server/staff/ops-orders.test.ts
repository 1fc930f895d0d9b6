import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpsCard } from '#contract/ops/orders.ts';
import { formatPickupCode, pickupPayload } from '#domain/order/pickup-code.ts';
import { buy, hubId, itemId, left, newClient, pay, setStock, uuid } from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { family } from '#tests/support/orders/families.ts';
import { historyOf } from '#tests/support/orders/order-events.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { type Worker, moveTo, opsCall, staffAs } from '#tests/support/staff.ts';

describe.each(engines)('orders in the hands of staff on %s', (engine) => {
  let server: TestServer;
  let buyer: Awaited<ReturnType<typeof newClient>>;
  let rui: Worker;
  const ask = (method: string, path: string, call: object = {}, who = rui) =>
    opsCall(server, who, method, path, call);
  const read = async (id: string, who = rui): Promise<Answer['json']> =>
    (await ask('GET', `/orders/${id}`, {}, who)).json;
  /** Sends an event to an order as it stands. */
  async function send(id: string, type: string, more: object = {}, call: object = {}): Promise<Answer> {
    const { version } = await read(id);
    return ask('POST', `/orders/${id}/events`, { body: { type, version, ...more }, ...call });
  }
  async function paid(): Promise<Answer['json']> {
    const { order } = await buy(server, buyer);
    await pay(server, order.code);
    return order;
  }
  const column = async (name: string, query = ''): Promise<{ total: number; cards: OpsCard[] }> =>
    (await ask('GET', `/board${query}`)).json.columns.find(({ id }: { id: string }) => id === name);

  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newClient(server);
    rui = await staffAs(server, 'OPERATOR');
    await alterCampaign(server, { body: { depends: [] } }, 'depois');
  });
  afterAll(() => server.close());

  it('stand on the board from payment to delivery, and go through their chart alone', async () => {
    const order = await paid();
    const [card] = (await column('new')).cards.filter(({ orderId }) => orderId === order.id);
    expect(card).toMatchObject({
      orderCode: order.code,
      parts: 1,
      name: 'Marina P.',
      lines: [{ name: 'tomate de teste', quantity: 1 }],
      allowedEvents: ['preparation.started', 'order.canceled'],
      isOverdue: false,
    });
    const early = await send(order.id, 'order.delivered');
    expect([early.status, early.json.code, early.json.allowedEvents]).toEqual([
      409,
      'ILLEGAL_EVENT',
      ['preparation.started', 'order.canceled'],
    ]);
    const begun = await send(order.id, 'preparation.started', { childId: card?.childId });
    expect([begun.status, begun.json.state, begun.json.allowedEvents]).toEqual([
      200,
      'PREPARING',
      ['pickup.readied', 'order.shipped', 'cancellation.requested', 'order.canceled'],
    ]);
    expect((await column('preparing')).cards.map(({ orderId }) => orderId)).toContain(order.id);
    expect((await send(order.id, 'pickup.readied')).json.state).toBe('READY_FOR_PICKUP');

    // Somebody at the counter: a code that is nobody's, a word, its code as it is read out, and what a picture says.
    for (const code of ['000000', 'ontem!', order.code.slice(-6), order.code])
      expect((await ask('POST', '/handover', { body: { code } })).json.code).toBe('HANDOVER_CODE');
    const { json: pickup } = await server.call('GET', `/api/operation/orders/order/${order.id}/pickup`, {
      bearer: buyer.bearer,
    });
    const shown = formatPickupCode(pickup.code).toLowerCase();
    for (const code of [shown, pickupPayload(order.code, pickup.code)]) {
      const { json } = await ask('POST', '/handover', { body: { code } });
      expect([json.order.id, json.childIds, json.parcels]).toEqual([order.id, [card?.childId], 1]);
    }
    expect((await read(order.id)).state).toBe('READY_FOR_PICKUP');
    for (const more of [{}, { handover: '000000' }, { handover: '000000', reason: 'É ela.' }])
      expect((await send(order.id, 'order.delivered', more)).json.code).toBe('HANDOVER_CODE');
    const done = await send(order.id, 'order.delivered', { handover: shown });
    expect([done.status, done.json.state, done.json.allowedEvents]).toEqual([200, 'COMPLETED', []]);
    expect(done.json.history.at(-1)).toMatchObject({ type: 'order.delivered', actor: 'Rui Tavares' });
    expect((await historyOf(server, order.id)).at(-1)?.actor).toBe(`operator:${rui.id}`);
    const { json: told } = await ask('GET', '/audit');
    expect(told.content[0]).toMatchObject({
      actor: 'Rui Tavares',
      action: 'order.event',
      target: order.code,
      orderId: order.id,
      data: { type: 'order.delivered', from: 'READY_FOR_PICKUP', to: 'COMPLETED', proof: 'code' },
    });
  });

  it('are moved once for a key, and by nobody who saw an older version', async () => {
    const order = await paid();
    const { version } = await read(order.id);
    const [key, body] = [uuid(), { type: 'preparation.started', version }];
    const path = `/orders/${order.id}/events`;
    const [one, same] = await Promise.all([
      ask('POST', path, { key, body }),
      ask('POST', path, { key, body }),
    ]);
    expect([one.status, same.status]).toEqual([200, 200]);
    expect(same.json.version).toBe(one.json.version);
    expect(
      (await historyOf(server, order.id)).filter(({ type }) => type === 'preparation.started'),
    ).toHaveLength(1);
    expect((await ask('POST', path, { key, body: { ...body, reason: 'x' } })).json.code).toBe('KEY_REUSED');
    const stale = await ask('POST', path, { body });
    expect([stale.status, stale.json.code, stale.json.current]).toEqual([
      409,
      'VERSION',
      { version: one.json.version, state: 'PREPARING' },
    ]);
    expect((await server.call('POST', `/api/ops${path}`, { bearer: rui.bearer, body })).json.code).toBe(
      'MALFORMED',
    );
  });

  it('are canceled by the shop while it prepares, and when nobody came, with the money sent back', async () => {
    for (const steps of [['preparation.started'], ['preparation.started', 'pickup.readied']]) {
      const order = await paid();
      for (const step of steps) await send(order.id, step);
      const { json } = await send(order.id, 'order.canceled', { reason: 'A geladeira parou.' });
      expect([json.state, json.reason, json.refunds.length]).toEqual(['CANCELED', 'A geladeira parou.', 1]);
      expect(json.history.slice(-2).map(({ type }: { type: string }) => type)).toEqual([
        'cancellation.requested',
        'cancellation.accepted',
      ]);
    }
    const asked = await paid();
    await send(asked.id, 'preparation.started');
    await send(asked.id, 'pickup.readied');
    expect((await send(asked.id, 'cancellation.requested', { reason: 'Ninguém veio.' })).json.state).toBe(
      'CANCELLATION_REQUESTED',
    );
    expect((await column('attention')).cards.map(({ orderId }) => orderId)).toContain(asked.id);
    expect((await send(asked.id, 'cancellation.refused')).json.state).toBe('PREPARING');
  });

  it('are moved together, each by itself, with a result for each', async () => {
    const [first, second] = [await paid(), await paid()];
    const orders = [
      { id: first.id, version: (await read(first.id)).version },
      { id: second.id, version: 1 },
      { id: uuid(), version: 1 },
    ];
    const [key, body] = [uuid(), { type: 'preparation.started', orders }];
    const { json } = await ask('POST', '/orders/events', { key, body });
    expect(json.results).toMatchObject([
      { id: first.id, state: 'PREPARING' },
      { id: second.id, problem: { code: 'VERSION' } },
      { problem: { code: 'NOT_FOUND' } },
    ]);
    // Sent again, what was done stays done, and what was refused may be mended.
    const again = await ask('POST', '/orders/events', { key, body });
    expect(again.json.results[0]).toEqual(json.results[0]);
    const many = Array.from({ length: 201 }, () => ({ id: uuid(), version: 1 }));
    expect((await ask('POST', '/orders/events', { body: { ...body, orders: many } })).json.code).toBe(
      'MALFORMED',
    );
  });

  it('go part by part where hubs or campaigns divide them', async () => {
    const { order, week, later } = await family(server, buyer);
    expect((await column('new')).cards.filter(({ orderId }) => orderId === order.id)).toHaveLength(2);
    const { json } = await send(order.id, 'preparation.started', { childId: week.id });
    expect(Object.fromEntries(json.parts.map(({ childId, state }: OpsCard) => [childId, state]))).toEqual({
      [week.id]: 'PREPARING',
      [later.id]: 'PAID',
    });
    // The rest is canceled part by part.
    expect((await send(order.id, 'order.canceled')).json.code).toBe('ILLEGAL_EVENT');
    expect((await send(order.id, 'order.canceled', { childId: week.id })).json.refunds).toHaveLength(1);
    expect((await send(order.id, 'preparation.started', { childId: uuid() })).json.code).toBe('NOT_FOUND');
  });

  it('are found by filters, which say what they hide', async () => {
    const order = await paid();
    const list = async (query: string) => (await ask('GET', `/orders?${query}`)).json;
    const all = await list('');
    expect(all).toMatchObject({ page: 0, size: 50, hidden: 0 });
    const found = await list(`text=${order.code.slice(3, 9)}`);
    expect([found.totalElements, found.hidden]).toEqual([1, all.totalElements - 1]);
    expect(found.content[0].orderId).toBe(order.id);
    expect((await list('text=marina')).totalElements).toBe(all.totalElements);
    expect((await list('text=%25')).totalElements).toBe(0);
    expect((await list('column=new&size=1')).content).toHaveLength(1);
    expect((await list(`hubId=${uuid()}`)).totalElements).toBe(0);
    expect((await list('from=2000-01-01&to=2000-01-02')).totalElements).toBe(0);
  });

  it('are not there for who works at another hub', async () => {
    const order = await paid();
    const nara = await staffAs(server, 'SUPPORT');
    await moveTo(server, nara, [hubId()]);
    expect((await read(order.id, nara)).id).toBe(order.id);
    await moveTo(server, nara, [uuid()]);
    expect((await read(order.id, nara)).code).toBe('NOT_FOUND');
    const { json } = await ask('GET', '/board', {}, nara);
    expect(json.columns.map(({ total }: { total: number }) => total)).toEqual([0, 0, 0, 0, 0]);
    await moveTo(server, nara, null);
  });

  it('are shown without people’s data to who only looks', async () => {
    const order = await paid();
    const otto = await staffAs(server, 'VIEWER');
    const seen = JSON.stringify(await read(order.id, otto));
    expect(seen).toContain('Marina P.');
    for (const secret of ['Prado', buyer.phone, 'marina@exemplo.com', '52998224725'])
      expect([secret, seen.includes(secret)]).toEqual([secret, false]);
    // Who packs and delivers needs the name, and asks for the rest (reveal.test.ts).
    const worked = JSON.stringify(await read(order.id));
    expect([worked.includes('Marina Prado'), worked.includes(buyer.phone)]).toEqual([true, false]);
    const list = (await ask('GET', '/orders?text=marina', {}, otto)).json;
    expect(list.totalElements).toBe(0);
  });

  it('tell whoever looks that something changed, until their sign-in ends', async () => {
    const owner = await staffAs(server, 'OWNER');
    const watched = await ask(
      'POST',
      '/staff',
      {
        body: { name: 'Teo', contact: 'teo@loja.example', role: 'OPERATOR' },
      },
      owner,
    );
    expect(watched.status).toBe(201);
    const response = await server.app.request('http://feira.localhost/api/ops/events', {
      headers: { host: 'feira.localhost', authorization: `Bearer ${rui.bearer}` },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const until = async (text: string) => {
      for (let seen = ''; !seen.includes(text); ) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: '' };
        if (done) throw new Error(`the stream ended without ${text}`);
        seen += value;
      }
    };
    await until(': open');
    await paid();
    await until('event: orders.changed');
    expect((await ask('DELETE', `/staff/${rui.id}`, {}, owner)).status).toBe(204);
    for (;;) if ((await reader?.read())?.done) break;
    rui = await staffAs(server, 'OPERATOR');
  });

  it('are counted by the hour of today, beside what is sold out', async () => {
    const day = async (who = rui) => (await ask('GET', '/board', {}, who)).json.day;
    const before = await day();
    const total = ({ hours }: { hours: { orders: number }[] }) =>
      hours.reduce((sum, { orders }) => sum + orders, 0);
    await paid();
    const after = await day();
    expect(total(after)).toBe(total(before) + 1);
    const hour = 3_600_000;
    const now = Math.floor(server.core.clock.now() / hour) * hour;
    expect(after.hours.at(-1).at).toBe(new Date(now).toISOString());
    await moveTo(server, rui, [uuid()]);
    expect(total(await day())).toBe(0);
    await moveTo(server, rui, null);
    const quantity = await left(server, 'manga');
    await setStock(server, 'manga', 0);
    expect((await day()).soldOut).toBe(before.soldOut + 1);
    await setStock(server, 'manga', quantity);
    const pausing = { body: { reason: 'Verde' } };
    await ask('PUT', `/pauses/item/${itemId('manga')}`, pausing);
    expect((await day()).soldOut).toBe(before.soldOut + 1);
    await ask('DELETE', `/pauses/item/${itemId('manga')}`);
    expect((await day()).soldOut).toBe(before.soldOut);
    await server.shift(24 * 3_600);
    const tomorrow = await staffAs(server, 'OPERATOR');
    expect(total(await day(tomorrow))).toBe(0);
    await server.shift(-24 * 3_600);
  });

  it('are read from an index by the board', async () => {
    const plan = await server.core.db.tenant('client', async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_bitmapscan = off`);
      const { rows } = (await tx.execute(
        sql`explain select * from order_child where tenant_id = 'client' and state in ('PAID') order by created_at, id limit 50`,
      )) as unknown as { rows: object[] };
      return JSON.stringify(rows);
    });
    expect(plan).toContain('order_child_board');
    expect(plan).not.toContain('"Sort');
  });
});
