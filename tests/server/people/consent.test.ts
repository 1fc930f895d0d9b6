import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClient, newLead, see } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('consents on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());

  it('PRV-03 asks for each consent by itself, off until given, and keeps what was said', async () => {
    const client = await newClient(server);
    const off = ['push', 'location', 'measurement'].map((purpose) => ({ purpose, granted: false }));
    expect((await see(server, client, '/api/users/consents')).json).toEqual(off);
    const set = (body: unknown) => server.call('PUT', '/api/users/consents', { bearer: client.bearer, body });
    const given = await set({ purpose: 'push', granted: true, version: '2026-11' });
    expect([given.status, given.json]).toEqual([
      200,
      [
        { purpose: 'push', granted: true, version: '2026-11', at: expect.stringMatching(/Z$/) },
        off[1],
        off[2],
      ],
    ]);
    await set({ purpose: 'push', granted: true, version: '2026-11' });
    await server.shift(1);
    expect((await set({ purpose: 'push', granted: false, version: '2026-11' })).json[0]).toMatchObject({
      granted: false,
    });
    expect(
      await server.asOwner(`select granted from consent where subject = 'user:${client.userId}' order by at`),
    ).toEqual([{ granted: true }, { granted: false }]);
    expect((await see(server, await newClient(server), '/api/users/consents')).json).toEqual(off);
    for (const body of [
      {},
      { purpose: 'all', granted: true, version: '1' },
      { purpose: 'push', granted: 'yes', version: '1' },
      { purpose: 'push', granted: true, version: '' },
    ])
      expect((await set(body)).json.code).toBe('MALFORMED');
    const lead = await newLead(server);
    expect((await see(server, lead, '/api/users/consents')).json).toEqual(off);
    expect((await server.call('GET', '/api/users/consents')).json.code).toBe('UNAUTHENTICATED');
    expect((await server.call('GET', '/api/users/consents', { leadSecret: 'x' })).json.code).toBe(
      'NOT_FOUND',
    );
  });

  it('D91 keeps the answer about a newer text of the store, by the version that holds', async () => {
    const client = await newClient(server);
    const texts = async () =>
      ((await see(server, client, '/api/users/consents')).json as { purpose: string }[]).filter(
        ({ purpose }) => purpose === 'terms' || purpose === 'privacy',
      );
    const set = (body: unknown) => server.call('PUT', '/api/users/consents', { bearer: client.bearer, body });
    const answer = { purpose: 'terms', granted: true, version: '1' };
    await set(answer);
    // As if the store's text were newer by now.
    await server.asOwner(`update consent set version = '0' where subject = 'user:${client.userId}'`);
    await server.shift(1);
    const before = await texts();
    // A text that nobody is shown any more, or not yet.
    for (const version of ['0', '2'])
      expect((await set({ ...answer, version })).json).toMatchObject({
        code: 'VERSION',
        current: '1',
      });
    expect(await texts()).toEqual(before);
    // Put off, accepted later, and not put off any more.
    for (const [granted, kept] of [
      [false, false],
      [true, true],
      [false, true],
    ]) {
      expect((await set({ ...answer, granted })).status).toBe(200);
      expect((await texts())[0]).toMatchObject({ purpose: 'terms', granted: kept, version: '1' });
    }
    expect(
      await server.asOwner(
        `select granted, version from consent where subject = 'user:${client.userId}' and purpose = 'terms' order by at, id`,
      ),
    ).toEqual([
      { granted: true, version: '0' },
      { granted: false, version: '1' },
      { granted: true, version: '1' },
    ]);
  });
});
