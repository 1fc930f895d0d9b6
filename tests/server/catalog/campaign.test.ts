import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  buy,
  campaignId,
  line,
  newClient,
  newLead,
  pay,
  see,
  send,
  uuid,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const inside = 'latitude=-23.5569&longitude=-46.6899';
const outside = 'latitude=-3.1&longitude=-60.02';

describe.each(engines)('campaigns on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newClient(server);
  });
  afterAll(() => server.close());
  const access = async (ref: string, who: object = {}) =>
    (await server.call('GET', `/api/accounts/access/campaignAccess/${ref}`, who)).json;

  it('are listed for anybody by priority, with facts of nobody', async () => {
    const { json } = await server.call('GET', '/api/operation/campaigns/public');
    expect(json.map((one: { slug: string }) => one.slug)).toEqual(['semana', 'depois', 'passou']);
    expect(json[0]).toMatchObject({
      id: campaignId(),
      facts: { orders: [], invites: { used: 0, required: 0 }, accessed: false },
      itemCount: 3,
    });
  });

  it('are offered where they deliver, to clients and to visitors', async () => {
    const lead = await newLead(server);
    for (const [who, path] of [
      [client, '/api/operation/campaigns/account/within'],
      [lead, `/api/operation/campaigns/lead/${lead.leadId}/within`],
    ] as const) {
      expect((await see(server, who, `${path}?${inside}`)).json).toHaveLength(3);
      expect((await see(server, who, `${path}?${outside}`)).json).toEqual([]);
      expect((await see(server, who, path)).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'latitude' }, { field: 'longitude' }],
      });
      expect((await see(server, who, `${path}?latitude=x&longitude=1e400`)).json.fields).toEqual([
        { field: 'latitude', message: 'Use um número.' },
        { field: 'longitude', message: 'Use um número.' },
      ]);
    }
    const restore = await alterCampaign(server, { row: { area: null } });
    expect(
      (await see(server, client, `/api/operation/campaigns/account/within?${outside}`)).json,
    ).toHaveLength(1);
    await restore();
  });

  it('are found by short name and by id, unless they rest', async () => {
    for (const ref of ['semana', campaignId(), campaignId().toUpperCase()])
      expect((await server.call('GET', `/api/operation/campaigns/byName/${ref}`)).json.slug).toBe('semana');
    expect((await server.call('GET', '/api/operation/campaigns/byName/nenhuma')).json).toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
    });
    expect((await server.call('GET', `/api/operation/campaigns/byName/${uuid()}`)).json.code).toBe(
      'NOT_FOUND',
    );
    // Begins like an id, but is a short name.
    expect((await server.call('GET', '/api/operation/campaigns/byName/01234567-89ab-uva')).json.code).toBe(
      'NOT_FOUND',
    );
    expect((await server.call('GET', '/api/operation/campaigns/byName/A_B')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'name' }],
    });
    const restore = await alterCampaign(server, { row: { active: false } });
    await server.core.db.tenant('client', (tx) => server.core.events.changed(tx, 'client'));
    expect((await access('semana')).code).toBe('NOT_FOUND');
    expect(
      (await see(server, client, `/api/operation/campaigns/account/within?${inside}`)).json,
    ).toHaveLength(2);
    await restore();
  });

  it('tell whether one may buy, and every reason why not', async () => {
    expect(await access('semana')).toEqual({ access: true, reasons: [] });
    expect(await access('depois')).toEqual({
      access: false,
      reasons: [{ type: 'time', opensAt: expect.stringMatching(/Z$/) }],
    });
    expect(await access('passou')).toEqual({ access: false, reasons: [{ type: 'expired' }] });
    const restore = await alterCampaign(
      server,
      {
        body: {
          depends: [
            { type: 'campaign', campaignId: campaignId(), reason: 'Compre na semana antes.' },
            { type: 'invites' },
          ],
          invite: { invites: 2 },
        },
      },
      'passou',
    );
    expect((await access('passou', { bearer: client.bearer })).reasons).toEqual([
      { type: 'campaign', campaignId: campaignId(), text: 'Compre na semana antes.' },
      { type: 'invites', required: 2, current: 0 },
      { type: 'expired' },
    ]);
    await restore();
    await server.shift(5 * 3_600 + 60);
    expect(await access('depois')).toEqual({ access: true, reasons: [] });
    await server.shift(-5 * 3_600 - 60);
  });

  it('say when they are not brought to a point, and when one has to sign in', async () => {
    expect(await access(`semana?${inside}`)).toEqual({ access: true, reasons: [] });
    expect(await access(`semana?${outside}`)).toEqual({ access: false, reasons: [{ type: 'area' }] });
    expect((await access(`depois?${outside}`)).reasons.map(({ type }: { type: string }) => type)).toEqual([
      'time',
      'area',
    ]);
    expect((await access('semana?latitude=x&longitude=1')).fields).toMatchObject([{ field: 'latitude' }]);
    const restore = await alterCampaign(server, { row: { area: null } });
    expect((await access(`semana?${outside}`)).access).toBe(true);
    await restore();
    const tenant = server.core.tenants.byId('client');
    if (!tenant) throw new Error('no tenant');
    tenant.settings.flags.guestOrders = false;
    const answers = [
      await access('semana'),
      await access('semana', { leadSecret: (await newLead(server)).leadSecret }),
      await access('semana', { bearer: client.bearer }),
    ];
    tenant.settings.flags.guestOrders = true;
    expect(answers).toEqual([
      { access: false, reasons: [{ type: 'login' }] },
      { access: false, reasons: [{ type: 'login' }] },
      { access: true, reasons: [] },
    ]);
  });

  it('open when the one they depend on is completed, and stay so after a return', async () => {
    const restore = await alterCampaign(
      server,
      { body: { depends: [{ type: 'campaign', campaignId: campaignId(), reason: 'Antes' }] } },
      'depois',
    );
    const buyer = await newClient(server);
    const may = async () => (await access('depois', { bearer: buyer.bearer })).access;
    const { order } = await buy(server, buyer, [line('tomate', 1)]);
    expect(await may()).toBe(false);
    await pay(server, order.code);
    for (const event of ['preparation.started', 'pickup.readied']) await send(server, order.code, event);
    expect(await may()).toBe(false);
    await send(server, order.code, 'order.delivered');
    expect(await may()).toBe(true);
    expect(
      (await server.call('GET', '/api/operation/campaigns/byName/depois', { bearer: buyer.bearer })).json
        .facts.orders,
    ).toEqual([{ id: order.id, code: order.code, state: 'COMPLETED', campaignId: campaignId() }]);
    for (const event of ['return.requested', 'return.received', 'refund.settled'])
      expect((await send(server, order.code, event)).status).toBe(200);
    expect(await may()).toBe(true);
    expect(await access('depois')).toMatchObject({ access: false });
    await restore();
  });

  it('show their pickup points, never those inside a company', async () => {
    const hubs = async (ref = 'semana') =>
      (await server.call('GET', `/api/operation/hubs/campaign/${ref}`)).json;
    expect(await hubs()).toMatchObject([{ name: 'Banca', type: 'BOTH', pickup: { enabled: true } }]);
    expect((await hubs('nenhuma')).code).toBe('NOT_FOUND');
    const [{ id }] = await hubs();
    const restore = await alterCampaign(server, { body: { internalHubRoutingIds: [id] } });
    await server.core.db.tenant('client', (tx) => server.core.events.changed(tx, 'client'));
    expect(await hubs(campaignId())).toEqual([]);
    await restore();
  });
});
