import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderChild } from '#server/db/schema/order.ts';
import { buy, campaignId, hubId, itemId, line, newClient, pay, uuid } from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { both } from '#tests/support/orders/families.ts';
import { askReturn, deliver, delivered } from '#tests/support/orders/returns.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { type Worker, moveTo, opsCall, staffAs } from '#tests/support/staff.ts';
import { newWallet } from '#tests/support/orders/wallets.ts';

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40, 1)]).toString(
  'base64',
);

describe.each(engines)('returns in the hands of staff on %s', (engine) => {
  let server: TestServer;
  let buyer: Awaited<ReturnType<typeof newClient>>;
  let rui: Worker;
  const read = async (id: string, who = rui): Promise<Answer['json']> =>
    (await opsCall(server, who, 'GET', `/orders/${id}`)).json;
  const photo = (id: string, photoId: string, who = rui) =>
    opsCall(server, who, 'GET', `/orders/${id}/photos/${photoId}`);
  const addPhoto = async (id: string): Promise<string> =>
    (
      await server.call('POST', `/api/operation/orders/order/${id}/photos`, {
        bearer: buyer.bearer,
        body: { photo: png },
      })
    ).json.id;
  const decide = async (id: string, type: string, more: object = {}) => {
    const { version } = await read(id);
    return opsCall(server, rui, 'POST', `/orders/${id}/events`, { body: { type, version, ...more } });
  };
  const lineOf = (order: Answer['json'], name: 'tomate' | 'banana'): number =>
    order.items.findIndex((one: { item: { id: string } }) => one.item.id === itemId(name));

  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newClient(server);
    rui = await staffAs(server, 'OPERATOR');
    await alterCampaign(server, { body: { depends: [] } }, 'depois');
  });
  afterAll(() => server.close());

  it('say what is asked, of which goods, with which pictures, and what money goes back where', async () => {
    const wallet = await newWallet(server, buyer.accountId, [[2_000]]);
    const more = { paymentMethod: { type: 'PIX', wallet: { uuid: wallet, amount: 20 } } };
    const products = [line('tomate', 2), line('banana', 1)];
    const { order } = await buy(server, buyer, products, undefined, { more });
    await pay(server, order.code);
    await deliver(server, order.code);
    expect((await read(order.id)).returnRequest).toBeUndefined();
    const photos = [await addPhoto(order.id)];
    await askReturn(server, buyer, order.id, {
      kind: 'DEFECT',
      reason: 'Veio amassado',
      items: [{ line: lineOf(order, 'tomate'), quantity: 1 }],
      photos,
    });
    const { returnRequest, parts } = await read(order.id);
    // 25.30 in all: 5.30 by Pix, 20.00 by the wallet.
    expect(returnRequest).toEqual({
      kind: 'DEFECT',
      reason: 'Veio amassado',
      wish: 'REFUND',
      at: expect.any(String),
      items: [{ childId: parts[0].childId, name: 'tomate de teste', quantity: 1, amount: 9.9 }],
      amount: 9.9,
      withShipping: false,
      wanted: [],
      back: [
        { type: 'PIX', amount: 5.3 },
        { type: 'WALLET', amount: 4.6 },
      ],
      photos,
    });
    // What was decided stays to be read, and nothing is promised any more.
    expect((await decide(order.id, 'return.received')).status).toBe(200);
    const after = await read(order.id);
    expect([after.returnRequest.items, after.returnRequest.back]).toEqual([returnRequest.items, undefined]);
  });

  it('say that everything goes back with its delivery, and what is wanted instead', async () => {
    const whole = await delivered(server, buyer);
    await askReturn(server, buyer, whole.id, { kind: 'REGRET' });
    const asked = (await read(whole.id)).returnRequest;
    const paid = whole.properties.totals.total;
    expect([asked.amount, asked.withShipping, asked.back]).toEqual([
      paid,
      whole.properties.totals.shipping > 0,
      [{ type: 'PIX', amount: paid }],
    ]);
    const order = await delivered(server, buyer);
    const [wanted, unknown] = [
      { id: itemId('manga'), quantity: 1 },
      { id: uuid(), quantity: 2 },
    ];
    await askReturn(server, buyer, order.id, {
      kind: 'DEFECT',
      wish: 'EXCHANGE',
      items: [{ line: 0, quantity: 1 }],
      wanted: [wanted, unknown],
    });
    expect((await read(order.id)).returnRequest).toMatchObject({
      wish: 'EXCHANGE',
      wanted: [{ ...wanted, name: expect.stringContaining('manga') }, unknown],
      back: [],
    });
  });

  it('SEC-13 are of nobody at another hub or in another shop, nor are their pictures', async () => {
    const { order } = await buy(server, buyer, both);
    await pay(server, order.code);
    await deliver(server, order.code);
    const named = await addPhoto(order.id);
    await askReturn(server, buyer, order.id, {
      items: [{ line: lineOf(order, 'tomate'), quantity: 1 }],
      photos: [named],
    });
    const shown = await photo(order.id, named);
    expect([
      shown.status,
      shown.headers.get('content-type'),
      shown.headers.get('content-disposition'),
      shown.headers.get('cache-control'),
    ]).toEqual([200, 'image/png', 'attachment', 'private, no-store']);
    const otto = await staffAs(server, 'VIEWER');
    expect((await photo(order.id, named, otto)).status).toBe(200);
    // By the id of another order, and one that no request has named.
    const other = await delivered(server, buyer);
    const waiting = await addPhoto(other.id);
    const clube = await staffAs(server, 'OPERATOR', 'clube.localhost');
    const nara = await staffAs(server, 'SUPPORT');
    await moveTo(server, nara, [uuid()]);
    const refused = [
      await photo(other.id, named),
      await photo(other.id, waiting),
      await photo(order.id, uuid()),
      await photo(order.id, named, clube),
      await photo(order.id, named, nara),
    ];
    expect(refused.map(({ status, json }) => `${status} ${json.code}`)).toEqual(
      Array(5).fill('404 NOT_FOUND'),
    );
    await moveTo(server, nara, [hubId()]);
    expect((await read(order.id, nara)).returnRequest.items).toHaveLength(1);
    expect((await photo(order.id, named, nara)).status).toBe(200);
    // The order is theirs still, and what goes back of it another hub's.
    await server.core.db.tenant('client', (tx) =>
      tx
        .update(orderChild)
        .set({ hubId: uuid() })
        .where(and(eq(orderChild.orderId, order.id), eq(orderChild.campaignId, campaignId('semana')))),
    );
    const rest = await read(order.id, nara);
    expect([rest.parts.length, rest.returnRequest]).toEqual([1, undefined]);
    expect((await photo(order.id, named, nara)).json.code).toBe('NOT_FOUND');
    await moveTo(server, nara, null);
  });
});
