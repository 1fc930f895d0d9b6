import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { message } from '#server/db/schema/message.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { buy, newClient, newLead, pay, person, see, send, signIn, uuid } from '#tests/support/buyers.ts';
import { type Browser, type PushPeer, openPushPeer } from '#tests/support/peers/push-peer.ts';
import { type Call, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const keys = webPush.generateVAPIDKeys();
const vapid = { VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey };

describe.each(engines)('push on %s', (engine) => {
  let server: TestServer;
  let peer: PushPeer;
  const lines: string[] = [];
  beforeAll(async () => {
    peer = await openPushPeer();
    server = await openTestServer(engine, { env: vapid, lines });
  });
  afterAll(async () => {
    await server.close();
    await peer.close();
  });

  const allow = (who: Call, purpose = 'push', granted = true) =>
    server.call('PUT', '/api/users/consents', { ...who, body: { purpose, granted, version: '1' } });
  const subscribe = (who: Call, { subscription }: Browser, more: object = {}) =>
    server.call('PUT', '/api/users/push', { ...who, body: { ...subscription, ...more } });
  const rows = () =>
    server.core.db.read('client', (tx) =>
      tx.select().from(pushSubscription).where(eq(pushSubscription.tenantId, 'client')),
    );
  const isKept = async ({ subscription }: Browser) =>
    (await rows()).some(({ endpoint }) => endpoint === subscription.endpoint);
  const somebody = async (more: object = {}, status = 201) => {
    const [client, browser] = [await newClient(server), peer.browser(status)];
    await allow(client);
    const { json } = await subscribe({ bearer: client.bearer }, browser, more);
    return { client, browser, json, who: { bearer: client.bearer } };
  };
  const deliver = async ({ subscription }: Browser, at = server.core.clock.now()) => {
    const row = (await rows()).find(({ endpoint }) => endpoint === subscription.endpoint);
    const tenant = server.core.tenants.byId('client');
    if (!row || !tenant) throw new Error('there is no subscription');
    return server.services.push.deliver(tenant, row.id, new Date(at), {
      title: 'A',
      text: 'B',
      target: '/',
      topic: 'c',
    });
  };
  const paid = async (who: Call) => {
    const { order } = await buy(server, who);
    await pay(server, order.code);
    await server.drain();
    return order.code as string;
  };

  it('has the key that browsers subscribe with', async () => {
    expect((await server.call('GET', '/api/push/key')).json).toEqual({ publicKey: keys.publicKey });
  });

  it('PRV-03 takes no browser before its owner says yes, and forgets it with the no', async () => {
    const [client, browser] = [await newClient(server), peer.browser()];
    const who = { bearer: client.bearer };
    expect((await subscribe(who, browser)).json).toMatchObject({ status: 422, code: 'CONSENT' });
    await paid(who);
    expect(browser.delivered).toEqual([]);
    await allow(who);
    expect(
      (await subscribe(who, browser, { latitude: -23.5512345, longitude: -46.6812345 })).json.tags,
    ).toEqual({ name: 'Marina' });
    expect(await isKept(browser)).toBe(true);
    await allow(who, 'push', false);
    expect(await isKept(browser)).toBe(false);
    await paid(who);
    expect(browser.delivered).toEqual([]);
  });

  it('PRV-04 SEC-30 knows whose it is from the sign-in, a first name, and a place no finer than five letters', async () => {
    const { client, browser, who } = await somebody();
    await allow(client, 'location');
    const { json } = await subscribe(who, browser, {
      latitude: -23.5512345,
      longitude: -46.6812345,
      externalUserId: uuid(),
      userId: uuid(),
      tags: { name: 'X', geohash: '6gyf1bf8mk' },
    });
    expect(json).toEqual({
      id: expect.any(String),
      externalUserId: client.userId,
      tags: { name: 'Marina', lat: -23.53, long: -46.69, geohash: '6gyf1' },
    });
    // Whoever is in the same cell looks the same.
    expect((await subscribe(who, browser, { latitude: -23.53, longitude: -46.7 })).json.tags).toEqual(
      json.tags,
    );
    const row = (await rows()).find(({ id }) => id === json.id);
    expect(row).toBeDefined();
    expect(JSON.stringify(row)).not.toMatch(/23\.55|46\.68|6gyf1b/);
    const { json: exported } = await server.call('GET', '/api/accounts/client/export', who);
    expect(exported.data.pushSubscription).toMatchObject([{ id: json.id, tags: json.tags }]);
    expect(exported.data.pushSubscription[0]).not.toHaveProperty('endpoint');
    await allow(client, 'location', false);
    expect((await rows()).find(({ id }) => id === json.id)?.tags).toEqual({ name: 'Marina' });
  });

  it('tells what became of an order, sealed so that only the browser reads it, and keeps it to be read again', async () => {
    const { browser, who } = await somebody();
    const code = await paid(who);
    const [first] = browser.delivered;
    const pretty = code.replace(/(.{4})(?=.)/g, '$1-');
    expect(first?.payload).toEqual({
      title: expect.any(String),
      text: `Pedido ${pretty} · Campanha semana`,
      target: `/order/${code}/details`,
      tag: code,
    });
    expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal', topic: code });
    const ttl = Number(first?.headers['ttl']);
    expect(ttl > 86_000 && ttl <= 86_400).toBe(true);
    expect(first?.sender).toMatchObject({ sub: 'mailto:ola@exemplo.com', key: keys.publicKey });
    for (const type of ['preparation.started', 'order.shipped', 'order.delivered'])
      await send(server, code, type);
    await server.drain();
    expect(browser.delivered).toHaveLength(3);
    const { json: told } = await see(server, who, '/api/users/messages');
    expect(told.map(({ target, readAt }: { target: string; readAt?: string }) => [target, readAt])).toEqual(
      Array.from({ length: 3 }, () => [`/order/${code}/details`, undefined]),
    );
    const read = await server.call('PUT', `/api/users/messages/${told[0].id}/read`, who);
    await server.shift(5);
    expect([
      read.status,
      (await server.call('PUT', `/api/users/messages/${told[0].id}/read`, who)).json.readAt,
    ]).toEqual([200, read.json.readAt]);
    const other = await newClient(server);
    expect((await server.call('PUT', `/api/users/messages/${told[0].id}/read`, other)).json.code).toBe(
      'NOT_FOUND',
    );
    expect((await see(server, other, '/api/users/messages')).json).toEqual([]);
  });

  it('says the same thing once, however often its job runs', async () => {
    const { browser, who } = await somebody();
    const code = await paid(who);
    const { json } = await see(server, who, `/api/operation/orders/code/${code}`);
    await server.core.db.tenant('client', async (tx) => {
      for (let n = 0; n < 3; n++)
        await server.core.jobs.send(tx, 'order.news', {
          tenantId: 'client',
          orderId: json.id,
          state: 'PAID',
          version: json.version,
        });
    });
    await server.drain();
    expect([browser.delivered.length, (await see(server, who, '/api/users/messages')).json.length]).toEqual([
      1, 1,
    ]);
  });

  it('SEC-30 forgets a browser that its service no longer knows, in one delivery', async () => {
    const gone = await somebody({}, 410);
    await paid(gone.who);
    await paid(gone.who);
    expect([gone.browser.delivered.length, await isKept(gone.browser)]).toEqual([1, false]);
    for (const [status, stays] of [
      [404, false],
      [403, true],
      [201, true],
    ] as const) {
      const { browser } = await somebody({}, status);
      expect(await deliver(browser)).toBe(status === 201);
      expect([status, browser.delivered.length, await isKept(browser)]).toEqual([status, 1, stays]);
    }
  });

  it('is for its queue to try again when the service cannot take it now, and too late after a day', async () => {
    for (const status of [429, 500, 503]) {
      const { browser } = await somebody({}, status);
      await expect(deliver(browser)).rejects.toThrow(`the push service answered ${status}`);
      expect(await isKept(browser)).toBe(true);
      expect(await deliver(browser, server.core.clock.now() - 86_400_000)).toBe(false);
      expect(browser.delivered).toHaveLength(1);
    }
  });

  it('REL-21 ends with the sign-in, whoever ends it', async () => {
    const { client, browser, who } = await somebody();
    expect(
      (await server.call('POST', '/auth/logout', { body: { refreshToken: client.refresh } })).status,
    ).toBe(204);
    expect(await isKept(browser)).toBe(false);
    expect((await subscribe(who, browser)).json.code).toBe('TOKEN_REVOKED');
    // Ended from elsewhere, the browser is forgotten at the latest when the next thing is to be told.
    const second = await somebody();
    await server.shift(61);
    const elsewhere = await signIn(server, second.client.phone);
    const { order } = await buy(server, elsewhere);
    await server.services.session.endAll('client');
    await pay(server, order.code);
    await server.drain();
    expect([second.browser.delivered, await isKept(second.browser)]).toEqual([[], false]);
  });

  it('goes to whoever is signed in at the browser now, and stops when asked', async () => {
    const { browser, who } = await somebody();
    const next = await newClient(server);
    await allow(next);
    await subscribe({ bearer: next.bearer }, browser);
    await paid(who);
    expect(browser.delivered).toEqual([]);
    const stop = (call: Call) =>
      server.call('DELETE', '/api/users/push', {
        ...call,
        body: { endpoint: browser.subscription.endpoint },
      });
    expect((await stop(who)).status).toBe(204);
    expect(await isKept(browser)).toBe(true);
    for (let n = 0; n < 2; n++) expect((await stop({ bearer: next.bearer })).status).toBe(204);
    expect(await isKept(browser)).toBe(false);
  });

  it('reaches a visitor too, until they become a client', async () => {
    const [lead, browser] = [await newLead(server), peer.browser()];
    const who = { leadSecret: lead.leadSecret };
    await allow(who);
    expect((await subscribe(who, browser)).json).toMatchObject({ externalUserId: lead.leadId, tags: {} });
    await paid(who);
    expect(browser.delivered).toHaveLength(1);
    const signed = await signIn(server);
    const { json: me } = await server.call('GET', '/api/users', signed);
    expect(
      (
        await server.call('POST', `/api/accounts/client/user/${me.id}?lead_id=${lead.leadId}`, {
          body: person,
          leadSecret: lead.leadSecret,
          ...(signed.grant ? { grant: signed.grant } : {}),
        })
      ).status,
    ).toBe(201);
    expect((await see(server, signed, '/api/users/messages')).json).toHaveLength(1);
    expect(await isKept(browser)).toBe(false);
  });

  it('PRV-02 leaves nothing behind of a person who left, and OPS-08 no address in the log', async () => {
    const { client, browser, who } = await somebody();
    await paid(who);
    expect((await server.call('DELETE', '/api/accounts/client', who)).status).toBe(204);
    expect(await isKept(browser)).toBe(false);
    const kept = await server.core.db.read('client', (tx) =>
      tx.select().from(message).where(eq(message.channel, 'PUSH')),
    );
    expect(kept.filter(({ recipient }) => recipient.includes(client.userId))).toEqual([]);
    expect(lines.join('')).not.toContain(new URL(browser.subscription.endpoint).pathname);
  });

  it('keeps the newest ten browsers of a person and takes keys in both spellings, no others', async () => {
    const { browser, who } = await somebody();
    for (let n = 0; n < 10; n++) {
      await server.shift(1);
      await subscribe(who, peer.browser());
    }
    expect(await isKept(browser)).toBe(false);
    const { endpoint, keys: own } = browser.subscription;
    const put = (body: object) => server.call('PUT', '/api/users/push', { ...who, body });
    expect(
      (
        await put({
          endpoint,
          keys: {
            p256dh: `${Buffer.from(own.p256dh, 'base64url').toString('base64')}`,
            auth: `${own.auth}==`,
          },
        })
      ).status,
    ).toBe(200);
    for (const body of [
      {},
      { endpoint },
      { endpoint, keys: { p256dh: 'x', auth: own.auth } },
      { endpoint, keys: { ...own, auth: '' } },
      { endpoint: 'x', keys: own },
      { endpoint: `${endpoint}${'x'.repeat(1_000)}`, keys: own },
      { endpoint, keys: own, latitude: 91 },
    ])
      expect((await put(body)).json.code).toBe('MALFORMED');
  });
});
