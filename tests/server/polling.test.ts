import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Who, buy, credentials, enlist, newClient, newLead, newPhone } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('what is asked again and again on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => void (server = await openTestServer(engine)));
  afterAll(() => server.close());
  const poll = (who: Who, path: string, etag = '') =>
    server.call('GET', path, { ...credentials(who), headers: { 'If-None-Match': etag } });

  it('REL-18 is told in no bytes while nothing changed: lists of one buyer, which no cache may keep', async () => {
    const [client, lead] = [await newClient(server), await newLead(server)];
    const { order } = await buy(server, client);
    for (const [who, path] of [
      [client, '/api/operation/orders/filtered'],
      [client, '/api/operation/campaigns/account/within?latitude=-23.55&longitude=-46.69'],
      [lead, `/api/operation/campaigns/lead/${lead.leadId}/within?latitude=-23.55&longitude=-46.69`],
    ] as const) {
      const first = await poll(who, path);
      const etag = first.headers.get('etag') ?? '';
      expect([path, first.status, first.headers.get('cache-control'), etag.length]).toEqual([
        path,
        200,
        'no-store',
        24,
      ]);
      const again = await poll(who, path, etag);
      expect([
        again.status,
        again.text,
        again.headers.get('etag'),
        again.headers.get('cache-control'),
      ]).toEqual([304, '', etag, 'no-store']);
    }
    const { headers } = await poll(client, '/api/operation/orders/filtered');
    await server.call('DELETE', `/api/operation/orders/cancel/${order.id}`, { bearer: client.bearer });
    expect(await poll(client, '/api/operation/orders/filtered', headers.get('etag') ?? '')).toMatchObject({
      status: 200,
      json: [],
    });
    // The tag of somebody else's answer is worth nothing.
    expect(
      (await poll(await newClient(server), '/api/operation/orders/filtered', headers.get('etag') ?? ''))
        .status,
    ).toBe(200);
  });

  it('has its tag behind the door of a company too', async () => {
    const [phone, host] = [newPhone(), 'clube.localhost'];
    await enlist(server, { phone });
    const insider = { ...(await newClient(server, { phone, host })), host };
    for (const path of ['/api/operation/marketplaces/public', '/api/documents/defaults/others']) {
      const { status, headers } = await poll(insider, path);
      expect([path, status, (await poll(insider, path, headers.get('etag') ?? '')).status]).toEqual([
        path,
        200,
        304,
      ]);
    }
  });
});
