import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { returnPhoto } from '#server/db/schema/order.ts';
import { type Client, buy, line, newClient, newLead, pay, see, send } from '#tests/support/buyers.ts';
import { type Call, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const base64 = (...bytes: (number | Buffer)[]) =>
  Buffer.concat(bytes.map((one) => (typeof one === 'number' ? Buffer.from([one]) : one))).toString('base64');
const jpeg = (size = 40) => base64(0xff, 0xd8, 0xff, Buffer.alloc(size - 3, 7));
const png = base64(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40, 1));

describe.each(engines)('pictures of goods that go back on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newClient(server);
  });
  afterAll(() => server.close());
  const add = (who: Call, id: string, photo: unknown) =>
    server.call('POST', `/api/operation/orders/order/${id}/photos`, { ...who, body: { photo } });
  const ask = (who: Call, id: string, body: object) =>
    server.call('POST', `/api/operation/orders/order/${id}/events`, {
      ...who,
      body: { type: 'return.requested', ...body },
    });
  const kept = (orderId: string) =>
    server.core.db.read('client', (tx) =>
      tx.select().from(returnPhoto).where(eq(returnPhoto.orderId, orderId)),
    );
  async function delivered(who: Call = client) {
    const { order } = await buy(server, who, [line('tomate', 2)]);
    await pay(server, order.code);
    for (const type of ['preparation.started', 'order.shipped', 'order.delivered'])
      await send(server, order.code, type);
    return order;
  }

  it('come along with the request, and are shown to the buyer as pictures only', async () => {
    const order = await delivered();
    const ids = [(await add(client, order.id, jpeg())).json.id, (await add(client, order.id, png)).json.id];
    const { status, json } = await ask(client, order.id, { photos: ids });
    expect([status, json.properties.returnRequest.photos]).toEqual([200, ids]);
    const shown = await server.call('GET', `/api/operation/orders/order/${order.id}/photos/${ids[1]}`, {
      bearer: client.bearer,
    });
    expect([
      shown.status,
      shown.headers.get('content-type'),
      shown.headers.get('x-content-type-options'),
      shown.headers.get('content-disposition'),
      shown.headers.get('cache-control'),
    ]).toEqual([200, 'image/png', 'nosniff', 'attachment', 'private, no-store']);
    expect(
      (await kept(order.id)).map(({ type, returnNumber }) => `${type} ${returnNumber}`).toSorted(),
    ).toEqual(['image/jpeg 1', 'image/png 1']);
  });

  it('SEC-13 are nobody else’s', async () => {
    const order = await delivered();
    const { id } = (await add(client, order.id, png)).json;
    const other = await newClient(server);
    const second = await delivered({ bearer: other.bearer });
    for (const who of [{ bearer: other.bearer }, { leadSecret: (await newLead(server)).leadSecret }]) {
      expect(
        (await server.call('GET', `/api/operation/orders/order/${order.id}/photos/${id}`, who)).json.code,
      ).toBe('NOT_FOUND');
      expect((await add(who, order.id, png)).json.code).toBe('NOT_FOUND');
    }
    expect(
      (
        await server.call('GET', `/api/operation/orders/order/${second.id}/photos/${id}`, {
          bearer: other.bearer,
        })
      ).json.code,
    ).toBe('NOT_FOUND');
    expect((await ask({ bearer: other.bearer }, second.id, { photos: [id] })).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'photos' }],
    });
    expect(
      (await see(server, { bearer: other.bearer }, `/api/operation/orders/order/${second.id}`)).json.state,
    ).toBe('COMPLETED');
  });

  it('SEC-31 are JPEG, PNG or WebP by their bytes, two megabytes and five at most', async () => {
    const order = await delivered();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64');
    for (const photo of [
      svg,
      'x'.repeat(40),
      `${png}!`,
      `data:image/png;base64,${png}`,
      jpeg(2 * 1_024 * 1_024 + 1),
      7,
      undefined,
    ])
      expect((await add(client, order.id, photo)).json.code).toBe('MALFORMED');
    expect((await add(client, order.id, 'A'.repeat(3 * 1_024 * 1_024))).json.code).toBe('TOO_LARGE');
    // No other call takes as much.
    expect((await ask(client, order.id, { reason: 'A'.repeat(300 * 1_024) })).json.code).toBe('TOO_LARGE');
    const sent = await Promise.all(
      [jpeg(2 * 1_024 * 1_024), png, png, png, png, png, png].map((photo) => add(client, order.id, photo)),
    );
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 201, 201, 400, 400,
    ]);
    const ids = (await kept(order.id)).map(({ id }) => id);
    expect((await ask(client, order.id, { photos: [...ids, ids[0]] })).json.code).toBe('MALFORMED');
    expect((await ask(client, order.id, { photos: [ids[0], ids[0]] })).json.code).toBe('MALFORMED');
    expect((await ask(client, order.id, { photos: ids })).status).toBe(200);
    expect((await add(client, order.id, png)).json.code).toBe('ILLEGAL_EVENT');
  });

  it('PRV-01 PRV-02 are exported with their buyer’s things, gone with the buyer, and gone after their time', async () => {
    const leaving = await newClient(server);
    const order = await delivered({ bearer: leaving.bearer });
    await add({ bearer: leaving.bearer }, order.id, png);
    const { json } = await server.call('GET', '/api/accounts/client/export', { bearer: leaving.bearer });
    expect(json.data.returnPhoto).toMatchObject([{ type: 'image/png', data: png }]);
    expect((await server.call('DELETE', '/api/accounts/client', { bearer: leaving.bearer })).status).toBe(
      204,
    );
    expect(await kept(order.id)).toEqual([]);

    const named = await delivered();
    const ids = [(await add(client, named.id, png)).json.id, (await add(client, named.id, jpeg())).json.id];
    await ask(client, named.id, { photos: [ids[0]] });
    const after = async (days: number) => {
      await server.shift(days * 86_400 + 3_601);
      await server.sweep();
      return (await kept(named.id)).map(({ id }) => id);
    };
    expect(await after(1)).toEqual([ids[0]]);
    expect(await after(178)).toEqual([ids[0]]);
    expect(await after(1)).toEqual([]);
  });
});
