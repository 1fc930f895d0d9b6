import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { message } from '#server/db/schema/message.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { user } from '#server/db/schema/people/user.ts';
import { isPushService } from '#server/providers/push.ts';
import { buy, newClient, newLead, pay, person, see, send, signIn, uuid } from '#tests/support/buyers.ts';
import { type Browser, type PushPeer, openPushPeer } from '#tests/support/push-peer.ts';
import { type Call, type TestServer, engines, openTestServer } from '#tests/support/server.ts';

const keys = webPush.generateVAPIDKeys();
const vapid = { VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey };

/** Addresses that lead elsewhere than to a browser maker's push service. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'wns2-par02p.notify.windows.com',
];
const traps = [
  ...services.flatMap((host) => [
    `http://${host}/x`,
    `https://${host}:8443/x`,
    `https://${host}.evil.example/x`,
    `https://evil.example/${host}`,
    `https://evil.example#@${host}/`,
    `https://${host}@evil.example/x`,
    `https://user:pass@${host}/x`,
    `https://${host.replace('.', '-')}/x`,
  ]),
  'https://xfcm.googleapis.com/x',
  'https://a.b.notify.windows.com/x',
  'https://notify.windows.com/x',
  'https://push.apple.com/x',
  ...[
    '127.0.0.1',
    'localhost',
    '[::1]',
    '0.0.0.0',
    '169.254.169.254',
    '10.0.0.1',
    '192.168.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::ffff:127.0.0.1]',
    'metadata.google.internal',
    '127.0.0.1.nip.io',
    '[fd00::1]',
  ].map((host) => `https://${host}/x`),
  'http://127.0.0.1/x',
  'http://localhost:5432/x',
  'http://[::1]:3000/x',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_x',
  'ftp://fcm.googleapis.com/x',
  'javascript:alert(1)',
  'data:text/plain,x',
  'https:fcm.googleapis.com.evil.example/x',
  'https://fcm.googleapis.com\\@evil.example:8080/',
  '//fcm.googleapis.com/x',
  'fcm.googleapis.com/x',
  'https://',
];

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
  const subscriptions = async () =>
    (
      await server.core.db.read('client', (tx) =>
        tx.select().from(pushSubscription).where(eq(pushSubscription.tenantId, 'client')),
      )
    ).map(({ endpoint }) => endpoint);
  const somebody = async (more: object = {}, status = 201) => {
    const [client, browser] = [await newClient(server), peer.browser(status)];
    await allow(client);
    const { json } = await subscribe({ bearer: client.bearer }, browser, more);
    return { client, browser, json, who: { bearer: client.bearer } };
  };
  const deliver = async ({ subscription }: Browser, at = server.core.clock.now()) => {
    const [row] = await server.core.db.read('client', (tx) =>
      tx.select().from(pushSubscription).where(eq(pushSubscription.endpoint, subscription.endpoint)),
    );
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
    expect(await subscriptions()).toContain(browser.subscription.endpoint);
    await allow(who, 'push', false);
    expect(await subscriptions()).not.toContain(browser.subscription.endpoint);
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
    const [row] = await server.core.db.read('client', (tx) =>
      tx.select().from(pushSubscription).where(eq(pushSubscription.id, json.id)),
    );
    expect(JSON.stringify(row)).not.toMatch(/23\.55|46\.68|6gyf1b/);
    const { json: exported } = await server.call('GET', '/api/accounts/client/export', who);
    expect(exported.data.pushSubscription).toMatchObject([{ id: json.id, tags: json.tags }]);
    expect(exported.data.pushSubscription[0]).not.toHaveProperty('endpoint');
    await allow(client, 'location', false);
    const [after] = await server.core.db.read('client', (tx) =>
      tx.select().from(pushSubscription).where(eq(pushSubscription.id, json.id)),
    );
    expect(after?.tags).toEqual({ name: 'Marina' });
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
    expect([
      gone.browser.delivered.length,
      (await subscriptions()).includes(gone.browser.subscription.endpoint),
    ]).toEqual([1, false]);
    for (const [status, isKept] of [
      [404, false],
      [403, true],
      [201, true],
    ] as const) {
      const { browser } = await somebody({}, status);
      expect(await deliver(browser)).toBe(status === 201);
      expect([
        status,
        browser.delivered.length,
        (await subscriptions()).includes(browser.subscription.endpoint),
      ]).toEqual([status, 1, isKept]);
    }
  });

  it('is for its queue to try again when the service cannot take it now, and too late after a day', async () => {
    for (const status of [429, 500, 503]) {
      const { browser } = await somebody({}, status);
      await expect(deliver(browser)).rejects.toThrow(`the push service answered ${status}`);
      expect(await subscriptions()).toContain(browser.subscription.endpoint);
      expect(await deliver(browser, server.core.clock.now() - 86_400_000)).toBe(false);
      expect(browser.delivered).toHaveLength(1);
    }
  });

  it('REL-21 ends with the sign-in, whoever ends it', async () => {
    const { client, browser, who } = await somebody();
    expect(
      (await server.call('POST', '/auth/logout', { body: { refreshToken: client.refresh } })).status,
    ).toBe(204);
    expect(await subscriptions()).not.toContain(browser.subscription.endpoint);
    expect((await subscribe(who, browser)).json.code).toBe('TOKEN_REVOKED');
    // Ended from elsewhere, the browser is forgotten at the latest when the next thing is to be told.
    const second = await somebody();
    await server.shift(61);
    const elsewhere = await signIn(server, second.client.phone);
    const { order } = await buy(server, elsewhere);
    await server.services.session.endAll('client');
    await pay(server, order.code);
    await server.drain();
    expect([
      second.browser.delivered,
      (await subscriptions()).includes(second.browser.subscription.endpoint),
    ]).toEqual([[], false]);
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
    expect(await subscriptions()).toContain(browser.subscription.endpoint);
    for (let n = 0; n < 2; n++) expect((await stop({ bearer: next.bearer })).status).toBe(204);
    expect(await subscriptions()).not.toContain(browser.subscription.endpoint);
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
    expect(await subscriptions()).not.toContain(browser.subscription.endpoint);
  });

  it('PRV-02 leaves nothing behind of a person who left, and OPS-08 no address in the log', async () => {
    const { client, browser, who } = await somebody();
    await paid(who);
    expect((await server.call('DELETE', '/api/accounts/client', who)).status).toBe(204);
    expect(await subscriptions()).not.toContain(browser.subscription.endpoint);
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
    expect(await subscriptions()).not.toContain(browser.subscription.endpoint);
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

describe('SEC-30 an address of a push service', () => {
  it('is one of the browsers’ makers, by https, on its own door', () => {
    for (const host of services)
      expect([host, isPushService(`https://${host}/some/path?x=1`, false)]).toEqual([host, true]);
    expect(traps.length).toBeGreaterThanOrEqual(60);
    for (const trap of traps) expect([trap, isPushService(trap, false)]).toEqual([trap, false]);
  });

  it.each(engines)('is refused otherwise, and nothing is ever asked there, on %s', async (engine) => {
    const peer = await openPushPeer();
    const secret = { SANDBOX: '0', SECRET_KEYS: `test:${'k'.repeat(40)}`, SMTP_URL: 'smtp://127.0.0.1:1' };
    const server = await openTestServer(engine, { env: { ...vapid, ...secret } });
    const userId = uuid();
    await server.core.db.tenant('client', (tx) =>
      tx.insert(user).values({
        tenantId: 'client',
        id: userId,
        phone: '+5511955554444',
        activated: true,
        createdAt: server.core.clock.date(),
      }),
    );
    const { access_token: bearer } = await server.services.session.open('client', userId, true);
    await server.call('PUT', '/api/users/consents', {
      bearer,
      body: { purpose: 'push', granted: true, version: '1' },
    });
    const { subscription } = peer.browser();
    for (const endpoint of [subscription.endpoint, ...traps]) {
      const { status, json } = await server.call('PUT', '/api/users/push', {
        bearer,
        body: { ...subscription, endpoint },
      });
      expect([endpoint, status >= 400, ['PUSH_SERVICE', 'MALFORMED'].includes(json.code)]).toEqual([
        endpoint,
        true,
        true,
      ]);
    }
    // Nor is one that got into the database some other way.
    await server.core.db.tenant('client', (tx) =>
      tx.insert(pushSubscription).values({
        tenantId: 'client',
        id: uuid(),
        subject: `user:${userId}`,
        endpoint: subscription.endpoint,
        p256dh: subscription.keys.p256dh,
        auth: subscription.keys.auth,
        tags: {},
        createdAt: server.core.clock.date(),
      }),
    );
    const [row] = await server.core.db.read('client', (tx) =>
      tx.select().from(pushSubscription).where(eq(pushSubscription.tenantId, 'client')),
    );
    const tenant = server.core.tenants.byId('client');
    if (!row || !tenant) throw new Error('there is no subscription');
    expect(
      await server.services.push.deliver(tenant, row.id, server.core.clock.date(), {
        title: 'A',
        text: 'B',
        target: '/',
        topic: 'c',
      }),
    ).toBe(false);
    expect(peer.requests()).toBe(0);
    await server.close();
    await peer.close();
  });
});

describe('a shop without keys', () => {
  it('sends no push and says so', async () => {
    const server = await openTestServer('pglite');
    const client = await newClient(server);
    expect((await server.call('GET', '/api/push/key')).json).toEqual({});
    await server.call('PUT', '/api/users/consents', {
      bearer: client.bearer,
      body: { purpose: 'push', granted: true, version: '1' },
    });
    expect(
      (
        await server.call('PUT', '/api/users/push', {
          bearer: client.bearer,
          body: {
            endpoint: 'https://fcm.googleapis.com/x',
            keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
          },
        })
      ).json.code,
    ).toBe('NOT_FOUND');
    await server.close();
  });
});
