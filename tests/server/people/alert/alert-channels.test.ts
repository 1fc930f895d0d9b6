import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { newClient, newPhone } from '#tests/support/buyers.ts';
import { type PushPeer, openPushPeer } from '#tests/support/peers/push-peer.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { OPENING, asking } from './asking.ts';

const keys = webPush.generateVAPIDKeys();
const vapid = { VAPID_PUBLIC_KEY: keys.publicKey, VAPID_PRIVATE_KEY: keys.privateKey };

describe.each(engines)('where alerts go on %s', (engine) => {
  let server: TestServer;
  let peer: PushPeer;
  const { ask, list, settle, rewind } = asking(() => server);
  beforeAll(async () => {
    peer = await openPushPeer();
    server = await openTestServer(engine, { env: vapid });
  });
  afterEach(() => rewind());
  afterAll(async () => {
    await server.close();
    await peer.close();
  });
  const allow = (bearer: string, granted: boolean) =>
    server.call('PUT', '/api/users/consents', {
      bearer,
      body: { purpose: 'push', granted, version: '1' },
    });

  it('is a browser that takes them, and none where its owner said no', async () => {
    const [client, browser] = [await newClient(server), peer.browser()];
    const byPush = { when: 'OPENS', channel: 'PUSH' };
    await allow(client.bearer, true);
    // Allowed, but no browser is known yet.
    expect((await ask(client, byPush)).json.code).toBe('CONSENT');
    await server.call('PUT', '/api/users/push', { bearer: client.bearer, body: browser.subscription });
    const { status, json } = await ask(client, byPush);
    expect([status, json.channel, json.contact]).toEqual([200, 'PUSH', undefined]);
    await server.shift(OPENING);
    await settle();
    await settle();
    expect(browser.delivered.map(({ payload }) => payload)).toEqual([
      {
        title: 'Campanha depois já está aberta',
        text: 'Você pediu para Feira de Teste avisar.',
        target: '/store/depois',
        tag: json.id.replaceAll('-', ''),
      },
    ]);
  });

  it('is nowhere once the consent for push is taken back', async () => {
    const [client, browser] = [await newClient(server), peer.browser()];
    await allow(client.bearer, true);
    await server.call('PUT', '/api/users/push', { bearer: client.bearer, body: browser.subscription });
    expect((await ask(client, { when: 'OPENS', channel: 'PUSH' })).status).toBe(200);
    await allow(client.bearer, false);
    await server.shift(OPENING);
    await settle();
    expect(browser.delivered).toEqual([]);
  });

  it('is the contact that a company’s people enter by, and no other', async () => {
    const member = await newClient(server, { host: 'clube.localhost' });
    const byText = { when: 'OPENS', channel: 'SMS' };
    expect((await ask(member, { ...byText, contact: newPhone() })).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'contact' }],
    });
    expect((await list(member)).json).toEqual([]);
    expect((await ask(member, { ...byText, contact: member.phone })).status).toBe(200);
    expect((await ask(member, byText)).json.contact).toBe(`•••${member.phone.slice(-4)}`);
    expect((await list(member)).json.length).toBe(1);
  });
});
