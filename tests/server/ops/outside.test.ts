import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { message } from '#server/db/schema/message.ts';
import { tenant } from '#server/db/schema/shop/tenant.ts';
import {
  type Client,
  askCode,
  buy,
  line,
  lockCart,
  newCart,
  newClient,
  newLead,
  newPhone,
  pay,
  see,
  setStock,
} from '#tests/support/buyers.ts';
import { intend } from '#tests/support/orders/cards.ts';
import { type FaultPeer, faults, openFaultPeer } from '#tests/support/peers/fault-peer.ts';
import { openPushPeer } from '#tests/support/peers/push-peer.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';

const keys = webPush.generateVAPIDKeys();

// Eight services that the specification knows; the copy of the document store and the counts of measurement
// are tables of ours, and cannot be away without the database.
describe('REL-22 a shop whose services are all down', () => {
  let server: TestServer;
  let peer: FaultPeer;
  let client: Client;
  beforeAll(async () => {
    peer = await openFaultPeer();
    server = await openTestServer('postgres', {
      env: {
        CEP_URL: peer.http,
        SMS_URL: `${peer.http}/send`,
        SMTP_URL: peer.smtp,
        MAIL_FROM: 'Feira <ola@exemplo.com>',
        VAPID_PUBLIC_KEY: keys.publicKey,
        VAPID_PRIVATE_KEY: keys.privateKey,
      },
    });
    await setStock(server, 'tomate', 1_000);
    client = await newClient(server);
    const browsers = await openPushPeer();
    const { subscription } = browsers.browser();
    await browsers.close();
    await server.call('PUT', '/api/users/consents', {
      bearer: client.bearer,
      body: { purpose: 'push', granted: true, version: '1' },
    });
    expect(
      (
        await server.call('PUT', '/api/users/push', {
          bearer: client.bearer,
          body: { ...subscription, endpoint: `${peer.http}/push/${randomUUID()}` },
        })
      ).status,
    ).toBe(200);
    const { core } = server;
    const [row] = await core.db.global.select().from(tenant).where(eq(tenant.id, 'client'));
    if (!row) throw new Error('no tenant');
    const settings = row.settings as { payment: object; marketplaces: object[] };
    const card = {
      provider: 'stripe',
      publishableKey: 'pk',
      secretKey: core.secrets.seal('sk'),
      webhookSecret: core.secrets.seal('wh'),
      api: peer.http,
    };
    const sso = [
      { id: 'acme', label: 'Entrar com acme', issuer: peer.http, clientId: 'vitrine', scopes: ['openid'] },
    ];
    await core.db.global
      .update(tenant)
      .set({
        settings: {
          ...row.settings,
          payment: { ...settings.payment, card },
          sso,
          marketplaces: settings.marketplaces.map((one) => ({
            ...one,
            authentication: { ssoEnabled: true },
          })),
        },
      })
      .where(eq(tenant.id, 'client'));
    await core.tenants.reload();
  });
  afterAll(async () => {
    await server.close();
    await peer.close();
  });

  /**
   * Sends a code and waits until the outbox, which tries again, says of the message what it ought to.
   * @returns how the call was answered
   */
  async function told(channel: 'SMS' | 'EMAIL', end: 'sent' | 'queued'): Promise<number> {
    const to = channel === 'SMS' ? newPhone() : `${randomUUID()}@exemplo.com`;
    const { status } =
      channel === 'SMS'
        ? await askCode(server, to)
        : await server.call('POST', '/api/users/authenticate/email', { body: { email: to } });
    const inOutbox = async () =>
      (
        await server.core.db.read('client', (tx) =>
          tx
            .select({ state: message.state, tries: message.tries })
            .from(message)
            .where(eq(message.recipient, to)),
        )
      )[0];
    const stateOnceTried = async () => {
      const row = await inOutbox();
      return row && row.tries > 0 ? row.state : 'untried';
    };
    await expect.poll(stateOnceTried, { timeout: 20_000, interval: 50 }).toBe(end);
    return status;
  }
  /** A whole purchase by Pix, with its news to a browser. */
  async function purchase(): Promise<unknown> {
    const { order } = await buy(server, client);
    const { status } = await pay(server, order.code);
    return [status, (await see(server, client, `/api/operation/orders/code/${order.code}`)).json.state];
  }

  it.each(faults)('sells all the same when each %s', async (fault) => {
    await peer.be(fault);
    // Closed circuits would spare the later faults.
    await server.shift(31);
    const lead = await newLead(server);
    const { uuid: cartUuid } = await newCart(server, lead, [line('tomate', 1)]);
    await lockCart(server, lead, cartUuid);
    const [postalCode, signOn, card, sms, mail, sold] = await Promise.all([
      server.call('GET', `/ws/2${String(Math.floor(server.core.clock.now() / 1_000)).slice(-7)}/json`),
      server.call('GET', '/api/sso/marketplace/providers'),
      intend(server, lead, { cartUuid }),
      // Whatever it says with a 2xx, the gateway has taken the message.
      told('SMS', fault === 'talks nonsense' ? 'sent' : 'queued'),
      told('EMAIL', 'queued'),
      purchase(),
    ]);
    expect({
      postalCode: [postalCode.status, postalCode.json],
      signOn: [signOn.status, signOn.json],
      card: [card.status, card.json.code],
      sms,
      mail,
      sold,
    }).toEqual({
      postalCode: [200, { erro: true }],
      signOn: [200, []],
      card: [503, 'UNAVAILABLE'],
      sms: 201,
      mail: 201,
      sold: [202, 'PAID'],
    });
    expect((await server.call('GET', '/readyz')).status).toBe(200);
  });
});
