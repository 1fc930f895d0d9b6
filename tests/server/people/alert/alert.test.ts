import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { pause } from '#server/db/schema/shop/pause.ts';
import { enterKey, makeKey } from '#tests/support/access-keys.ts';
import {
  buy,
  campaignId,
  farHome,
  home,
  hubId,
  line,
  newClient,
  newLead,
  newPhone,
  pay,
  send,
  uuid,
} from '#tests/support/buyers.ts';
import { alterCampaign, load } from '#tests/support/tenants/changes.ts';
import { asTheyCome, atOnce } from '#tests/support/concurrency.ts';
import { moveTo, opsCall, staffAs } from '#tests/support/staff.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { tinyTenants } from '#tests/support/tenants/tiny-tenants.ts';
import { OPENING, aboutOpening, asking, newEmail } from './asking.ts';

describe.each(engines)('alerts on %s', (engine) => {
  let server: TestServer;
  const { ask, list, stop, waiting, agreed, sent, settle, rewind } = asking(() => server);
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterEach(() => rewind());
  afterAll(() => server.close());
  const at = ({ latitude, longitude }: typeof home) => ({ latitude, longitude });
  /** The store sells nothing of the later campaign for so many seconds; returns the way back. */
  async function pauseFor(seconds: number): Promise<() => Promise<unknown>> {
    const row = { tenantId: 'client', kind: 'campaign' as const, targetId: campaignId('depois') };
    const at = server.core.clock.date();
    const until = new Date(at.getTime() + seconds * 1_000);
    await server.core.db.tenant('client', (tx) =>
      tx.insert(pause).values({ ...row, reason: 'Chuva', until, by: uuid(), at }),
    );
    const where = and(eq(pause.tenantId, 'client'), eq(pause.targetId, row.targetId));
    return () => server.core.db.tenant('client', (tx) => tx.delete(pause).where(where));
  }
  const opens = (contact: string) => ({ when: 'OPENS', channel: 'SMS', contact });

  it('tell who waited for an opening, once, when it comes and not before', async () => {
    const [lead, phone] = [await newLead(server), newPhone()];
    const { status, json } = await ask(lead, opens(phone));
    expect([status, json]).toEqual([
      200,
      {
        id: expect.any(String),
        campaignId: campaignId('depois'),
        when: 'OPENS',
        channel: 'SMS',
        contact: `•••${phone.slice(-4)}`,
        at: expect.any(String),
      },
    ]);
    expect((await list(lead)).json).toEqual([json]);
    await server.shift(OPENING - 60);
    await settle();
    expect(await sent(phone)).toEqual([]);
    await server.shift(60);
    await settle();
    const texts = await sent(phone);
    expect(texts).toEqual([
      expect.stringMatching(
        /^Feira de Teste: Campanha depois já está aberta\. http:\/\/feira\.localhost\/store\/depois\n\nParar avisos: http:\/\/feira\.localhost\/alert\/[\w.-]+$/,
      ),
    ]);
    expect((await list(lead)).json).toEqual([]);
    await server.shift(86_400);
    await settle();
    expect(await sent(phone)).toEqual(texts);
  });

  it('are counted for the operator who works at all hubs, by what is waited for', async () => {
    const rui = await staffAs(server, 'OPERATOR');
    const counted = async () => (await opsCall(server, rui, 'GET', '/board')).json.day.awaited;
    const before = await counted();
    const leads = [await newLead(server), await newLead(server)];
    const ids = await Promise.all(leads.map(async (lead) => (await ask(lead, opens(newPhone()))).json.id));
    const of = (found: { campaign: string; when: string; people: number }[]) =>
      found.find(({ campaign, when }) => campaign === 'Campanha depois' && when === 'OPENS')?.people ?? 0;
    expect(of(await counted())).toBe(of(before) + 2);
    await moveTo(server, rui, [hubId()]);
    expect(await counted()).toEqual([]);
    await moveTo(server, rui, null);
    for (const [at, lead] of leads.entries()) await stop(lead, ids[at]);
    expect(await counted()).toEqual(before);
  });

  it('are one for a person, a campaign and an event, however often and at once they are asked for', async () => {
    const [lead, phone] = [await newLead(server), newPhone()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(lead, opens(phone))));
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.id} ${json.at}`)).size).toBe(1);
    await server.shift(60);
    expect((await ask(lead, opens(phone))).json).toEqual(answers[0]?.json);
    expect(await agreed(`lead:${lead.leadId}`)).toEqual([['alert', true, aboutOpening()]]);
    // Another contact is another agreement, of the same alert.
    const email = newEmail();
    const { json } = await ask(lead, { when: 'OPENS', channel: 'EMAIL', contact: ` ${email.toUpperCase()}` });
    expect(json).toMatchObject({ id: answers[0]?.json.id, channel: 'EMAIL', contact: 'e•••@exemplo.com' });
    expect(json.at).not.toBe(answers[0]?.json.at);
    expect((await agreed(`lead:${lead.leadId}`)).length).toBe(2);
    await server.shift(OPENING);
    await settle();
    expect([await sent(phone), (await sent(email)).length]).toEqual([[], 1]);
  });

  it('carry one message, whoever sweeps and however many are at it', async () => {
    const phones = Array.from({ length: 12 }, () => newPhone());
    for (const phone of phones) await ask(await newLead(server), opens(phone));
    // Two visitors with one contact are one person to whoever holds the phone.
    const [shared] = phones;
    await ask(await newLead(server), opens(shared ?? ''));
    await server.shift(OPENING);
    const crowd = engine === 'postgres' ? atOnce(server, 'alert') : asTheyCome;
    await crowd(() => Promise.all(Array.from({ length: 6 }, () => server.services.alert.sweep('client'))));
    await server.drain();
    for (const phone of phones) expect([phone, (await sent(phone)).length]).toEqual([phone, 1]);
  });

  it('go to the contact that a client proved, and to no number abroad', async () => {
    const client = await newClient(server);
    expect((await ask(client, { when: 'OPENS', channel: 'SMS' })).json.contact).toBe(
      `•••${client.phone.slice(-4)}`,
    );
    expect((await ask(await newLead(server), { when: 'OPENS', channel: 'SMS' })).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'contact' }],
    });
    expect((await ask(client, opens('+351912345678'))).json.code).toBe('COUNTRY');
    expect((await ask(client, { when: 'OPENS', channel: 'PUSH' })).json.code).toBe('CONSENT');
    await server.shift(OPENING);
    await settle();
    expect((await sent(client.phone)).length).toBe(1);
  });

  it('are refused where there is nothing to wait for', async () => {
    const [lead, phone] = [await newLead(server), newPhone()];
    const refused = async (body: object, slug: string) => {
      const { json } = await ask(lead, { channel: 'SMS', contact: phone, ...body }, slug);
      return json.fields?.[0]?.field ?? json.code;
    };
    expect(await refused({ when: 'OPENS' }, 'semana')).toBe('when');
    expect(await refused({ when: 'UNLOCKED' }, 'semana')).toBe('when');
    expect(await refused({ when: 'UNLOCKED' }, 'depois')).toBe('when');
    expect(await refused({ when: 'ARRIVES', ...at(home) }, 'semana')).toBe('when');
    expect(await refused({ when: 'ARRIVES' }, 'semana')).toBe('latitude');
    expect(await refused({ when: 'OPENS' }, 'passou')).toBe('CAMPAIGN_ENDED');
    expect(await refused({ when: 'OPENS' }, 'nenhuma')).toBe('NOT_FOUND');
    expect(await waiting(phone)).toEqual([]);
  });

  it('come with the key, and with the order, that was in the way', async () => {
    const restore = await alterCampaign(
      server,
      {
        body: {
          depends: [
            { type: 'campaign', campaignId: campaignId('semana'), reason: 'Antes' },
            { type: 'time', seconds: Math.floor(server.core.clock.now() / 1_000) - 60 },
          ],
        },
      },
      'depois',
    );
    const [holder, buyer] = [await newLead(server), await newLead(server)];
    const [first, second] = [newPhone(), newPhone()];
    await ask(holder, { when: 'UNLOCKED', channel: 'SMS', contact: first });
    await ask(buyer, { when: 'UNLOCKED', channel: 'SMS', contact: second });
    const after = async (seconds: number) => {
      await server.shift(seconds);
      await settle();
      return [await sent(first), await sent(second)];
    };
    const told = [expect.stringContaining('Campanha depois está liberada para você')];
    expect(await after(301)).toEqual([[], []]);
    expect((await enterKey(server, holder, await makeKey(server))).status).toBe(200);
    expect(await after(301)).toEqual([told, []]);
    const { order } = await buy(server, buyer, [line('tomate', 1)]);
    await pay(server, order.code);
    for (const step of ['preparation.started', 'pickup.readied', 'order.delivered'])
      await send(server, order.code, step);
    expect(await after(301)).toEqual([told, told]);
    await restore();
  });

  it('come when an import brings the campaign to where somebody is', async () => {
    const [lead, phone, far] = [await newLead(server), newPhone(), newPhone()];
    const body = { when: 'ARRIVES', channel: 'SMS' };
    expect((await ask(lead, { ...body, contact: phone, ...at(farHome) }, 'semana')).status).toBe(200);
    await ask(await newLead(server), { ...body, contact: far, latitude: 2, longitude: -60 }, 'semana');
    // No finer than an area needs.
    expect(await waiting(phone)).toMatchObject([{ latitude: -3.1, longitude: -60.02 }]);
    const [tiny] = tinyTenants();
    if (!tiny) throw new Error('there is no store');
    await load(server, tiny);
    await settle();
    expect(await sent(phone)).toEqual([]);
    const [west, north, east, south] = [-61, -2, -59, -4];
    const around = [
      [west, north],
      [east, north],
      [east, south],
      [west, south],
      [west, north],
    ];
    const features = tiny.areas.features.map((one) => ({
      ...one,
      geometry: { type: 'Polygon' as const, coordinates: [around] },
    }));
    await load(server, {
      ...tiny,
      areas: { ...tiny.areas, features: features as typeof tiny.areas.features },
    });
    await settle();
    expect([await sent(phone), await sent(far)]).toEqual([
      [expect.stringContaining('Campanha semana agora entrega na sua região')],
      [],
    ]);
    await load(server, tiny);
  });

  it('say nothing of a campaign that ended, and wait for one that is moved or paused', async () => {
    const now = server.core.clock.now();
    const [ended, moved, paused] = [newPhone(), newPhone(), newPhone()];
    await ask(await newLead(server), opens(ended));
    const over = new Date(now + 1_000 * 3_600).toISOString();
    const restore = await alterCampaign(server, { body: { expired: { end: over } } }, 'depois');
    await server.shift(1_001 * 3_600);
    await settle();
    expect([await sent(ended), await waiting(ended)]).toEqual([[], []]);
    await restore();
    await rewind();
    await ask(await newLead(server), opens(moved));
    const later = [{ type: 'time', seconds: Math.floor(now / 1_000) + 10 * 3_600 }];
    const back = await alterCampaign(server, { body: { depends: later } }, 'depois');
    await server.shift(OPENING);
    await settle();
    expect([await sent(moved), (await waiting(moved)).length]).toEqual([[], 1]);
    await server.shift(5 * 3_600);
    await settle();
    expect((await sent(moved)).length).toBe(1);
    await back();
    await rewind();
    await ask(await newLead(server), opens(paused));
    const unpause = await pauseFor(6 * 3_600);
    await server.shift(OPENING);
    await settle();
    expect([await sent(paused), (await waiting(paused)).length]).toEqual([[], 1]);
    await server.shift(2 * 3_600);
    await settle();
    expect((await sent(paused)).length).toBe(1);
    await unpause();
  });

  it('are taken back by who asked for them, by nobody else, and never in another store', async () => {
    const [lead, other, phone] = [await newLead(server), await newLead(server), newPhone()];
    const { json } = await ask(lead, opens(phone));
    expect((await stop(other, json.id)).json.code).toBe('NOT_FOUND');
    expect((await stop(lead, json.id, 'semana')).json.code).toBe('NOT_FOUND');
    expect((await list(other)).json).toEqual([]);
    expect((await stop(lead, uuid())).json.code).toBe('NOT_FOUND');
    expect((await stop(lead, json.id)).status).toBe(204);
    expect((await stop(lead, json.id)).json.code).toBe('NOT_FOUND');
    expect(await agreed(`lead:${lead.leadId}`)).toEqual([
      ['alert', true, aboutOpening()],
      ['alert', false, aboutOpening()],
    ]);
    await server.shift(OPENING);
    await settle();
    expect(await sent(phone)).toEqual([]);
  });
});
