import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHOTOS_WAITING } from '#contract/photo.ts';
import { photo } from '#server/db/schema/photo.ts';
import {
  type Client,
  buy,
  line,
  lockCart,
  newCart,
  newClient,
  newLead,
  orderBody,
  pickup,
  place,
  see,
  uuid,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { type Call, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const DAY = 86_400;
/** A real picture, larger than it is kept, with what a camera writes into one. */
const camera = async (width = 2_000, height = 1_000): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#a0522d' } })
    .withExif({ IFD0: { Make: 'Camera', Copyright: 'Rua Harmonia, 482' } })
    .jpeg()
    .toBuffer();
const base64 = (bytes: Buffer) => bytes.toString('base64');

describe.each(engines)('pictures that answer a question on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  let sent: string;
  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newClient(server);
    sent = base64(await camera());
    const extraForm = {
      fields: [{ name: 'foto', label: 'Foto', type: 'file', required: false, editable: true, hidden: false }],
      submit: { text: 'Salvar', waitingText: 'Responda' },
    };
    await alterCampaign(server, { body: { properties: { extraForm } } });
  });
  afterAll(() => server.close());
  const add = (who: Call, data: unknown = sent) =>
    server.call('POST', '/api/operation/photos', { ...who, body: { photo: data } });
  const look = (who: Call, id: string) => see(server, who, `/api/operation/photos/${id}`);
  const remove = (who: Call, id: string) => server.call('DELETE', `/api/operation/photos/${id}`, who);
  const own = () => ({ bearer: client.bearer });
  const cartWith = (who: Call, foto: unknown) =>
    newCart(server, who, [line('tomate', 1)], { shippingMethod: pickup(), extra: { foto } });
  const rowOf = async (id: string) =>
    (await server.core.db.read('client', (tx) => tx.select().from(photo).where(eq(photo.id, id))))[0];

  it('are kept small, without what the camera wrote, and shown to their owner as pictures only', async () => {
    const { status, json } = await add(own());
    expect(status).toBe(201);
    const shown = await look(own(), json.id);
    expect(
      [
        'content-type',
        'x-content-type-options',
        'content-disposition',
        'content-security-policy',
        'cache-control',
      ].map((name) => shown.headers.get(name)),
    ).toEqual(['image/jpeg', 'nosniff', 'attachment', "default-src 'none'; sandbox", 'private, no-store']);
    const kept = Buffer.from((await rowOf(json.id))?.data ?? '', 'base64');
    const { format, width, height, exif } = await sharp(kept).metadata();
    expect({ format, width, height, exif }).toEqual({
      format: 'jpeg',
      width: 1_600,
      height: 800,
      exif: undefined,
    });
    expect((await sharp(await camera()).metadata()).exif).toBeDefined();
  });

  it('SEC-31 are pictures by their points, two megabytes at most, and ten at most that wait', async () => {
    const who = { leadSecret: (await newLead(server)).leadSecret };
    const html = Buffer.from('<html><script>alert(1)</script></html>'.repeat(9));
    for (const data of [
      base64(html),
      // It begins like a picture and is none.
      base64(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), html])),
      '!'.repeat(400),
    ])
      expect((await add(who, data)).json).toMatchObject({ code: 'MALFORMED', fields: [{ field: 'photo' }] });
    const large = await add(who, base64(Buffer.concat([await camera(), Buffer.alloc(2 * 1_024 * 1_024)])));
    expect(large.json.code).toBe('TOO_LARGE');
    const small = base64(await camera(20, 20));
    for (let count = 0; count < PHOTOS_WAITING; count++) expect((await add(who, small)).status).toBe(201);
    const more = await add(who, small);
    expect([more.status, more.json.fields[0].message]).toEqual([
      400,
      'Você já mandou 10 fotos. Remova uma para mandar outra.',
    ]);
  });

  it('SEC-13 are nobody else’s: not to see, not to take back, not to order with', async () => {
    const { id } = (await add(own())).json;
    const other = await newClient(server);
    const foreign = await newClient(server, { host: 'clube.localhost' });
    const { leadSecret } = await newLead(server);
    for (const who of [
      { bearer: other.bearer },
      { leadSecret },
      { bearer: foreign.bearer, host: 'clube.localhost' },
    ]) {
      expect([(await look(who, id)).json.code, (await remove(who, id)).json.code]).toEqual([
        'NOT_FOUND',
        'NOT_FOUND',
      ]);
    }
    const thief = { bearer: other.bearer };
    for (const foto of [id, uuid(), 'https://loja.example/foto.jpg']) {
      const { uuid: cartUuid } = await cartWith(thief, foto);
      expect((await lockCart(server, thief, cartUuid)).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'extra.foto', message: 'Mande a foto de novo.' }],
      });
    }
    const { uuid: cartUuid } = await cartWith(thief, undefined);
    const { fence } = (await lockCart(server, thief, cartUuid)).json;
    const lines = [line('tomate', 1)];
    const placed = await place(server, thief, orderBody(cartUuid, lines, { fence, extra: { foto: id } }));
    expect(placed.json).toMatchObject({ code: 'MALFORMED', fields: [{ field: 'extra.foto' }] });
    expect((await look(own(), id)).status).toBe(200);
  });

  it('go into the order with its other answers, and are no longer taken back', async () => {
    const { id } = (await add(own())).json;
    const draft = { shippingMethod: pickup(), extra: { foto: id } };
    const { order } = await buy(server, own(), [line('tomate', 1)], draft);
    expect(order.properties.extra).toEqual({ foto: id });
    expect((await rowOf(id))?.orderId).toBe(order.id);
    expect([(await remove(own(), id)).status, (await look(own(), id)).status]).toEqual([404, 200]);
    const loose = (await add(own())).json.id;
    expect([(await remove(own(), loose)).status, (await look(own(), loose)).status]).toEqual([204, 404]);
  });

  it('of a visitor become those of the account that goes on with the cart', async () => {
    const lead = await newLead(server);
    const who = { leadSecret: lead.leadSecret };
    const { id } = (await add(who)).json;
    const { uuid: cartUuid, version } = await cartWith(who, id);
    const claimed = await server.call('PUT', `/api/operation/carts/${cartUuid}`, {
      bearer: client.bearer,
      leadSecret: lead.leadSecret,
      body: { version, products: [line('tomate', 2)], shippingMethod: pickup(), extra: { foto: id } },
    });
    expect(claimed.status).toBe(200);
    expect([(await look(own(), id)).status, (await look(who, id)).status]).toEqual([200, 404]);
    expect((await lockCart(server, own(), cartUuid)).status).toBe(200);
  });

  it('PRV-01 PRV-02 are gone with their owner, and after their time', async () => {
    const leaving = await newClient(server);
    const who = { bearer: leaving.bearer };
    const { id } = (await add(who)).json;
    const exported = await server.call('GET', '/api/accounts/client/export', who);
    expect(exported.json.data.photo).toMatchObject([{ id }]);
    const loose = (await add(own())).json.id;
    expect((await server.call('DELETE', '/api/accounts/client', who)).status).toBe(204);
    expect(await rowOf(id)).toBeUndefined();
    await server.shift(30 * DAY + 3_601);
    await server.sweep();
    expect(await rowOf(loose)).toBeUndefined();
  });
});
