import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { moveAlerts } from '#server/services/people/alert/alert-row.ts';
import { campaignId, newClient, newLead, newPhone } from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { aboutOpening, asking } from './asking.ts';

describe.each(engines)('alerts, whose they are, on %s', (engine) => {
  let server: TestServer;
  const { ask, list, waiting, sent, settle, rewind } = asking(() => server);
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterEach(() => rewind());
  afterAll(() => server.close());
  const opens = (contact: string) => ({ when: 'OPENS', channel: 'SMS', contact });

  it('follow a visitor who signs up, whose own they then are once', async () => {
    const lead = await newLead(server);
    const client = await newClient(server);
    const asked = await ask(lead, opens(newPhone()));
    await server.core.db.tenant('client', (tx) => moveAlerts(tx, 'client', lead.leadId, client.userId));
    expect((await list(client)).json).toEqual([asked.json]);
    expect((await list(lead)).json).toEqual([]);
    const again = await newLead(server);
    await ask(again, opens(newPhone()));
    await server.core.db.tenant('client', (tx) => moveAlerts(tx, 'client', again.leadId, client.userId));
    expect((await list(client)).json).toEqual([asked.json]);
  });

  it('PRV-01 are in what a person may read of themselves, and nothing of the inside', async () => {
    const client = await newClient(server);
    await ask(client, opens(newPhone()));
    const { json } = await server.call('GET', '/api/accounts/client/export', { bearer: client.bearer });
    expect(json.data.alert).toMatchObject([
      { awaits: 'OPENS', channel: 'SMS', campaignId: campaignId('depois') },
    ]);
    for (const column of ['origin', 'lookAt']) expect(json.data.alert[0]).not.toHaveProperty(column);
    expect(json.data.consent).toMatchObject([{ purpose: 'alert', granted: true, version: aboutOpening() }]);
  });

  it('PRV-02 are forgotten with their person, and so is what was sent to a contact that nobody proved', async () => {
    const soon = [{ type: 'time', seconds: Math.ceil(server.core.clock.now() / 1_000) + 60 }];
    const restore = await alterCampaign(server, { body: { depends: soon } }, 'depois');
    const [client, told, untold] = [await newClient(server), newPhone(), newPhone()];
    await ask(client, opens(told));
    await server.shift(62);
    await settle();
    await restore();
    await ask(client, opens(untold));
    expect([(await sent(told)).length, (await waiting(untold)).length]).toEqual([1, 1]);
    expect((await server.call('DELETE', '/api/accounts/client', { bearer: client.bearer })).status).toBe(204);
    expect([await sent(told), await waiting(untold)]).toEqual([[], []]);
  });

  it('write to one contact twenty times a day at most, whoever asks', async () => {
    const phone = newPhone();
    for (let made = 0; made < 20; made++)
      expect((await ask(await newLead(server), opens(phone))).status).toBe(200);
    const late = await newLead(server);
    expect((await ask(late, opens(phone))).json).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryable: true,
    });
    expect((await list(late)).json).toEqual([]);
    expect(await sent(phone)).toEqual([]);
  });
});
