import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, buy, line, newClient, pay, send } from '#tests/support/buyers.ts';
import { askReturn, delivered } from '#tests/support/orders/returns.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';

describe('an order after it was paid', () => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer('pglite');
    client = await newClient(server);
  });
  afterAll(() => server.close());
  const pickupOf = async (id: string) =>
    (await server.call('GET', `/api/operation/orders/order/${id}/pickup`, { bearer: client.bearer })).json;
  const returnable = async (id: string) =>
    (await server.call('GET', `/api/operation/orders/order/${id}/returnable`, { bearer: client.bearer }))
      .json;

  it('has a pickup code of its own while it waits at its point, the same each time, and none before or after', async () => {
    const first = (await buy(server, client, [line('tomate', 1)])).order;
    const second = (await buy(server, client, [line('banana', 2)])).order;
    for (const { code } of [first, second]) {
      await pay(server, code);
      await send(server, code, 'preparation.started');
    }
    const before = await pickupOf(first.id);
    expect([before.state, before.code, before.until]).toEqual(['PREPARING', undefined, undefined]);
    expect(before.point).toMatchObject({ name: expect.any(String), hours: expect.any(Array) });
    for (const { code } of [first, second]) await send(server, code, 'pickup.readied');
    const ready = await pickupOf(first.id);
    expect(ready.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/);
    expect([ready.orderCode, ready.items]).toEqual([
      first.code,
      [expect.objectContaining({ quantity: 1, name: expect.any(String) })],
    ]);
    // Nothing of who bought it but the name that is asked for at the counter.
    expect(JSON.stringify(ready)).not.toMatch(/"(?:email|userPhone|cpf|address":\{)/);
    const days = (Date.parse(ready.until) - server.core.clock.now()) / 86_400_000;
    expect(Math.abs(days - ready.point.pickup.holdDays)).toBeLessThan(0.01);
    expect((await pickupOf(first.id)).code).toBe(ready.code);
    expect((await pickupOf(second.id)).code).not.toBe(ready.code);
    await send(server, first.code, 'order.delivered');
    const after = await pickupOf(first.id);
    expect([after.state, after.code]).toEqual(['COMPLETED', undefined]);
  });

  it('says what may go back and what it is worth, as the request then has it', async () => {
    const order = await delivered(server, client);
    const before = await returnable(order.id);
    expect(
      before.lines.map(({ quantity, left }: { quantity: number; left: number }) => [quantity, left]),
    ).toEqual([
      [2, 2],
      [1, 1],
    ]);
    expect(Date.parse(before.deliveredAt)).toBeLessThanOrEqual(server.core.clock.now());
    const asked = await askReturn(server, client, order.id, { items: [{ line: 0, quantity: 2 }] });
    expect(asked.json.properties.returnRequest.amount).toBe(before.lines[0].paid);
    await send(server, order.code, 'return.received');
    expect((await returnable(order.id)).lines.map(({ left }: { left: number }) => left)).toEqual([0, 1]);
  });

  it('takes a picture back that no request has named, and none that one has', async () => {
    const order = await delivered(server, client);
    const base = `/api/operation/orders/order/${order.id}/photos`;
    const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(40, 7)]).toString('base64');
    const add = () => server.call('POST', base, { bearer: client.bearer, body: { photo } });
    const sent = [];
    for (let at = 0; at < 5; at += 1) sent.push((await add()).json.id);
    expect((await add()).json.code).toBe('MALFORMED');
    const remove = async (id: string) =>
      (await server.call('DELETE', `${base}/${id}`, { bearer: client.bearer })).status;
    expect(await remove(sent[0])).toBe(204);
    expect(await remove(sent[0])).toBe(404);
    expect((await add()).status).toBe(201);
    await askReturn(server, client, order.id, { kind: 'DEFECT', photos: [sent[1]] });
    expect(await remove(sent[1])).toBe(404);
  });
});
