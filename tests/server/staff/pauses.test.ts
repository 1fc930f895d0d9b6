import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#server/db/schema/audit.ts';
import { relation } from '#server/db/schema/people/relation.ts';
import { orderCode } from '#server/platform/ids.ts';
import { enterKey } from '#tests/support/access-keys.ts';
import {
  type Client,
  type Goods,
  buy,
  campaignId,
  hold,
  hubId,
  itemId,
  left,
  line,
  lockCart,
  newCart,
  newClient,
  orderBody,
  pickup,
  place,
  see,
  uuid,
} from '#tests/support/buyers.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { type Worker, moveTo, opsCall, staffAs } from '#tests/support/staff.ts';

describe.each(engines)('pauses on %s', (engine) => {
  let server: TestServer;
  let buyer: Client;
  let rui: Worker;
  const ask = (method: string, path = '', call: object = {}, who = rui) =>
    opsCall(server, who, method, `/pauses${path}`, call);
  const start = (path: string, body: object, call: object = {}) => ask('PUT', path, { body, ...call });
  const end = (path: string, call: object = {}) => ask('DELETE', path, call);
  /** An instant some seconds from now. */
  const inSeconds = (seconds: number) => new Date(server.core.clock.now() + seconds * 1_000).toISOString();
  const done = async (action: string) =>
    (
      await server.core.db.tenant('client', (tx) => tx.select().from(audit).where(eq(audit.action, action)))
    ).map(({ actor, target, data }) => ({ actor, target, data }));

  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newClient(server);
    rui = await staffAs(server, 'OPERATOR');
  });
  afterAll(() => server.close());

  describe('of a campaign', () => {
    const one = [line('banana', 1)];
    const at = () => `/campaign/${campaignId()}`;
    const listed = async (): Promise<{ facts: { paused?: object } }> =>
      (await server.call('GET', '/api/operation/campaigns/public')).json.find(
        ({ id }: { id: string }) => id === campaignId(),
      );
    const access = async () => (await see(server, buyer, '/api/accounts/access/campaignAccess/semana')).json;

    it('sell nothing of it from that moment on, for the reason that staff wrote', async () => {
      const held = await hold(server, buyer, one, { shippingMethod: pickup() });
      expect(await access()).toEqual({ access: true, reasons: [] });
      expect((await listed()).facts.paused).toBeUndefined();
      const paused = await start(at(), { reason: 'O forno parou.' });
      expect([paused.status, paused.json]).toEqual([
        200,
        expect.objectContaining({ kind: 'campaign', id: campaignId(), reason: 'O forno parou.' }),
      ]);
      expect((await listed()).facts.paused).toEqual({ reason: 'O forno parou.' });
      expect(await access()).toEqual({
        access: false,
        reasons: [{ type: 'paused', text: 'O forno parou.' }],
      });
      const next = await newCart(server, buyer, one, { shippingMethod: pickup() });
      expect((await lockCart(server, buyer, next.uuid)).json).toMatchObject({
        code: 'LOCK',
        detail: 'CAMPAIGN',
      });
      const { cartUuid, fence } = held;
      expect((await place(server, buyer, orderBody(cartUuid, one, { fence }))).json).toMatchObject({
        code: 'CAMPAIGN',
        status: 409,
        detail: 'O forno parou.',
      });
      expect((await end(at())).status).toBe(204);
      expect(await access()).toEqual({ access: true, reasons: [] });
      expect((await place(server, buyer, orderBody(cartUuid, one, { fence }))).status).toBe(201);
      expect(await done('pause.started')).toEqual([
        {
          actor: `operator:${rui.id}`,
          target: expect.any(String),
          data: { kind: 'campaign', id: campaignId(), reason: 'O forno parou.' },
        },
      ]);
      expect(await done('pause.ended')).toHaveLength(1);
    });

    it('end by themselves when their time comes, and are no reason before or after', async () => {
      const until = inSeconds(60);
      await start(at(), { reason: 'Falta de luz', until });
      expect(await access()).toEqual({
        access: false,
        reasons: [{ type: 'paused', text: 'Falta de luz', opensAt: until }],
      });
      await server.shift(59);
      expect((await access()).access).toBe(false);
      await server.shift(1);
      expect(await access()).toEqual({ access: true, reasons: [] });
      await buy(server, buyer);
      const { json } = await ask('GET');
      expect(json.pauses).toEqual([]);
      expect(json.targets).toContainEqual(expect.objectContaining({ kind: 'campaign', id: campaignId() }));
      expect((await end(at())).json.code).toBe('NOT_FOUND');
    });

    it('are opened by no key and by no order of one’s own', async () => {
      await buy(server, buyer);
      await start(at(), { reason: 'Balanço' });
      const { json } = await see(server, buyer, `/api/operation/campaigns/byName/${campaignId()}`);
      expect([json.facts.orders.length > 0, json.facts.paused]).toEqual([true, { reason: 'Balanço' }]);
      const code = orderCode();
      await server.core.db.tenant('client', (tx) =>
        tx.insert(relation).values({
          tenantId: 'client',
          code,
          action: 'CAMPAIGN_ACCESS',
          properties: { campaignIds: [campaignId()] },
          createdAt: server.core.clock.date(),
        }),
      );
      const guest = await newClient(server);
      expect((await enterKey(server, guest, code)).status).toBe(200);
      for (const who of [buyer, guest])
        expect((await see(server, who, '/api/accounts/access/campaignAccess/semana')).json).toMatchObject({
          access: false,
          reasons: [{ type: 'paused' }],
        });
      await end(at());
    });

    it('change when they are written again, and take one row', async () => {
      await start(at(), { reason: 'Chuva' });
      await start(at(), { reason: 'Chuva forte', until: inSeconds(60) });
      const { pauses } = (await ask('GET')).json;
      expect(pauses).toMatchObject([{ reason: 'Chuva forte', until: expect.any(String), by: 'Rui Tavares' }]);
      expect(pauses).toHaveLength(1);
      await end(at());
    });

    it('happen once for their key', async () => {
      const [key, before] = [uuid(), (await done('pause.started')).length];
      const said = { reason: 'Obra' };
      const [first, again] = [await start(at(), said, { key }), await start(at(), said, { key })];
      expect(again.json).toEqual(first.json);
      expect(await done('pause.started')).toHaveLength(before + 1);
      expect((await start(at(), { reason: 'Outra' }, { key })).json.code).toBe('KEY_REUSED');
      const endKey = uuid();
      expect((await end(at(), { key: endKey })).status).toBe(204);
      expect((await end(at(), { key: endKey })).status).toBe(204);
      expect((await end(at())).json.code).toBe('NOT_FOUND');
    });

    it('ask for a reason and for an end that is still to come', async () => {
      for (const [body, field] of [
        [{ reason: ' ' }, 'reason'],
        [{ reason: 'x'.repeat(141) }, 'reason'],
        [{ reason: 'Chuva', until: inSeconds(0) }, 'until'],
        [{ reason: 'Chuva', until: 'logo' }, 'until'],
      ] as const)
        expect((await start(at(), body)).json).toMatchObject({ code: 'MALFORMED', fields: [{ field }] });
      expect((await start(`/campaign/${uuid()}`, { reason: 'Chuva' })).json.code).toBe('NOT_FOUND');
    });

    it('are of whoever works at all hubs of this shop', async () => {
      await moveTo(server, rui, [hubId()]);
      expect((await start(at(), { reason: 'Chuva' })).json.code).toBe('NOT_FOUND');
      expect((await ask('GET')).json).toMatchObject({ pauses: [], targets: [{ kind: 'hub' }] });
      await moveTo(server, rui, null);
      const clube = await staffAs(server, 'OWNER', 'clube.localhost');
      expect((await ask('PUT', at(), { body: { reason: 'Chuva' } }, clube)).json.code).toBe('NOT_FOUND');
    });
  });

  describe('of a product', () => {
    const at = (name: Goods = 'banana') => `/item/${itemId(name)}`;
    const one = [line('banana', 1)];
    const shelf = async (): Promise<Answer['json'][]> =>
      (await seenOn('campaign/semana/items/preview/public')).content;
    const seenOn = async (path: string) => (await server.call('GET', `/api/operation/catalog/${path}`)).json;

    it('are sold out on every shelf, with the reason, until they are over', async () => {
      const until = inSeconds(60);
      const before = await left(server, 'banana');
      const { json } = await start(at(), { reason: 'Chegou verde', until });
      expect(json).toMatchObject({ kind: 'item', id: itemId('banana'), name: expect.stringMatching(/ · /) });
      const paused = { quantity: 0, paused: { reason: 'Chegou verde', until } };
      const shown = [
        await seenOn(`campaign/semana/item/${itemId('banana')}/public`),
        ...(await shelf()).filter(({ id }) => id === itemId('banana')),
      ];
      expect(shown).toHaveLength(2);
      for (const item of shown) expect(item).toMatchObject(paused);
      expect((await shelf()).filter(({ paused: held }) => held)).toHaveLength(1);
      expect(await left(server, 'banana')).toBe(before);
      await server.shift(60);
      const after = await seenOn(`campaign/semana/item/${itemId('banana')}/public`);
      expect([after.quantity, after.paused]).toEqual([before, undefined]);
    });

    it('are not reserved, nor ordered of what was reserved before', async () => {
      const held = await hold(server, buyer, one, { shippingMethod: pickup() });
      await start(at(), { reason: 'Chegou verde' });
      const next = await newCart(server, buyer, one, { shippingMethod: pickup() });
      const { current, ...refusal } = (await lockCart(server, buyer, next.uuid)).json;
      expect(refusal).toMatchObject({ code: 'LOCK', detail: 'STOCK' });
      expect(current.products).toMatchObject([{ available: 0, paused: { reason: 'Chegou verde' } }]);
      expect((await lockCart(server, buyer, held.cartUuid)).json).toMatchObject({
        code: 'LOCK',
        detail: 'STOCK',
      });
      const order = orderBody(held.cartUuid, one, { fence: held.fence });
      expect((await place(server, buyer, order)).json).toMatchObject({
        code: 'STOCK',
        detail: 'Chegou verde',
      });
      // The others of the campaign are sold.
      await buy(server, buyer);
      await end(at());
      expect((await place(server, buyer, order)).status).toBe(201);
    });

    it('are found by words of their names, the paused ones by themselves', async () => {
      const found = async (text: string) =>
        (await ask('GET', `?text=${encodeURIComponent(text)}`)).json.targets
          .filter(({ kind }: { kind: string }) => kind === 'item')
          .map(({ id }: { id: string }) => id);
      expect(await found('TESTE banána')).toContain(itemId('banana'));
      expect(await found('TESTE banána')).not.toContain(itemId('manga'));
      expect(await found('%')).toEqual([]);
      expect(await found('')).toEqual([]);
      await start(at(), { reason: 'Chegou verde' });
      expect(await found('banana')).not.toContain(itemId('banana'));
      expect((await ask('GET')).json.pauses).toMatchObject([{ kind: 'item', id: itemId('banana') }]);
      await moveTo(server, rui, [hubId()]);
      expect((await end(at())).json.code).toBe('NOT_FOUND');
      await moveTo(server, rui, null);
      await end(at());
    });
  });
});
