import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { user } from '#server/db/schema/people/user.ts';
import { isPushService } from '#server/providers/push.ts';
import { newClient, uuid } from '#tests/support/buyers.ts';
import { openPushPeer } from '#tests/support/peers/push-peer.ts';
import { engines, openTestServer } from '#tests/support/store/server.ts';

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
