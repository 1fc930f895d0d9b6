import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyTerms, enterKey, makeKey } from '#tests/support/access-keys.ts';
import {
  type Who,
  buy,
  campaignId,
  line,
  lockCart,
  newCart,
  newClient,
  pickup,
  see,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('access keys, where something is bought, on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  const enter = (who: Who, accessKey: string) => enterKey(server, who, accessKey);
  const newKey = (more?: KeyTerms, tenantId?: string) => makeKey(server, more, tenantId);

  it('let buy what is closed to others: before it opens, and with needs that are not met', async () => {
    const code = await newKey();
    const restore = await alterCampaign(server, { body: { depends: [{ type: 'key' }] } });
    for (const lines of [[line('banana', 1, { slug: 'depois' })], [line('banana', 1)]]) {
      const one = await newClient(server);
      const cart = await newCart(server, one, lines);
      expect((await lockCart(server, one, cart.uuid)).json).toMatchObject({
        code: 'LOCK',
        detail: 'CAMPAIGN',
      });
      expect((await enter(one, code)).status).toBe(200);
      expect((await see(server, one, `/api/operation/carts/${cart.uuid}`)).json.changes ?? []).toEqual([]);
      expect((await lockCart(server, one, cart.uuid)).status).toBe(200);
      await buy(server, one, lines);
    }
    // What has ended sells to nobody, key or not.
    const late = await newClient(server);
    expect((await enter(late, code)).status).toBe(200);
    const cart = await newCart(server, late, [line('banana', 1)]);
    await restore();
    const ended = await alterCampaign(server, {
      body: { expired: { end: new Date(server.core.clock.now() - 1).toISOString() } },
    });
    expect((await lockCart(server, late, cart.uuid)).json.detail).toBe('CAMPAIGN');
    await ended();
  });

  it('tell a company’s people of a campaign only once they hold one', async () => {
    const at = 'clube.localhost';
    const restore = await alterCampaign(server, { body: { depends: [{ type: 'key' }] } }, 'semana', 'clube');
    const [holder, other] = [await newClient(server, { host: at }), await newClient(server, { host: at })];
    const listOf = async (who: Who) => {
      const place = 'latitude=-23.55&longitude=-46.68';
      const { json } = await see(server, who, `/api/operation/campaigns/account/within?${place}`);
      return json.map(({ slug }: { slug: string }) => slug).toSorted();
    };
    for (const who of [holder, other]) expect(await listOf(who)).toEqual(['depois', 'passou']);
    const code = await newKey({ properties: { campaignIds: [campaignId('semana', 'clube')] } }, 'clube');
    expect((await enter(holder, code)).status).toBe(200);
    expect([await listOf(holder), await listOf(other)]).toEqual([
      ['depois', 'passou', 'semana'],
      ['depois', 'passou'],
    ]);
    const lines = [line('banana', 1, { tenant: 'clube' })];
    const draft = { shippingMethod: pickup('clube') };
    const bought = async (who: Who) => {
      const cart = await newCart(server, who, lines, draft);
      return (await lockCart(server, who, cart.uuid)).json.detail;
    };
    expect([await bought(holder), await bought(other)]).toEqual([undefined, 'CAMPAIGN']);
    await restore();
    // A public store tells everybody of what a key opens.
    const back = await alterCampaign(server, { body: { depends: [{ type: 'key' }] } });
    const { json } = await server.call('GET', '/api/operation/campaigns/public');
    expect(json.map(({ slug }: { slug: string }) => slug)).toContain('semana');
    await back();
  });
});
