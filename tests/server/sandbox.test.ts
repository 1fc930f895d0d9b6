import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, buy, left, line, newClient, newLead, pay, see } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('the sandbox on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newClient(server);
  });
  afterAll(() => server.close());
  const cookieOf = (headers: Headers) =>
    headers.getSetCookie().find((cookie) => /refresh=/.test(cookie)) ?? '';

  it('shows the newest messages to a contact, those of this store only', async () => {
    await server.shift(61);
    await server.call('POST', '/api/users/authenticate/sms', { body: { phone: client.phone } });
    const { json } = await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(client.phone)}`);
    expect(json).toHaveLength(2);
    expect(json[0]).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/Z$/),
      channel: 'sms',
      to: client.phone,
      text: expect.stringContaining(json[0].code),
      code: expect.stringMatching(/^\d{6}$/),
    });
    expect(json[0].at > json[1].at).toBe(true);
    expect(
      (
        await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(client.phone)}`, {
          host: 'clube.localhost',
        })
      ).json,
    ).toEqual([]);
    expect((await server.call('GET', '/sandbox/messages')).json.length).toBeGreaterThan(1);
    expect((await server.call('GET', '/sandbox/messages?to=nobody%40exemplo.com')).json).toEqual([]);
    expect((await server.call('GET', `/sandbox/messages?to=${'a'.repeat(255)}`)).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'to' }],
    });
  });

  it('moves the clock counted from real time, and back', async () => {
    const set = async (offsetSeconds: unknown) =>
      (await server.call('POST', '/sandbox/clock', { body: { offsetSeconds } })).json;
    expect(Math.abs(Date.parse((await set(7_200)).now) - Date.now() - 7_200_000)).toBeLessThan(10_000);
    expect(Math.abs(Date.parse((await set(60)).now) - Date.now() - 60_000)).toBeLessThan(10_000);
    expect(Math.abs(Date.parse((await set(0)).now) - Date.now())).toBeLessThan(10_000);
    for (const bad of ['x', 1.5, 40_000_000, null])
      expect(await set(bad)).toMatchObject({ code: 'MALFORMED', fields: [{ field: 'offsetSeconds' }] });
  });

  it('tells the shop’s time, and the moments at which campaigns open and end', async () => {
    await server.call('POST', '/sandbox/clock', { body: { offsetSeconds: 3_600 } });
    const { status, json } = await server.call('GET', '/sandbox/clock');
    expect(status).toBe(200);
    expect(json.offsetSeconds).toBe(3_600);
    expect(Math.abs(Date.parse(json.now) - Date.now() - 3_600_000)).toBeLessThan(10_000);
    const { json: open } = await server.call('GET', '/api/operation/campaigns/public');
    const ends = open.flatMap(({ name, expired }: { name: string; expired?: { end?: string } }) =>
      expired?.end ? [{ campaign: name, kind: 'ends', at: expired.end }] : [],
    );
    expect(ends.length).toBeGreaterThan(0);
    expect(json.moments).toEqual(expect.arrayContaining(ends));
    await server.call('POST', '/sandbox/clock', { body: { offsetSeconds: 0 } });
  });

  it('lets a browser be a demo person', async () => {
    const become = (persona: string, origin: string | undefined = 'own') =>
      server.call('POST', `/sandbox/personas/${persona}`, origin ? { origin } : {});
    const tokens = async (headers: Headers) =>
      server.call('POST', '/auth/renew', {
        body: {},
        origin: 'own',
        headers: { cookie: cookieOf(headers).split(';')[0] ?? '' },
      });
    const marina = await become('client');
    expect(marina.json).toMatchObject({ persona: 'client', phone: '+5511900000001' });
    const signedIn = await tokens(marina.headers);
    expect(
      (await server.call('GET', '/api/accounts/client', { bearer: signedIn.json.access_token })).json,
    ).toMatchObject({ name: 'Marina Prado', addresses: [{ postalCode: '05435-000' }] });
    const caio = await tokens((await become('clientWithoutAddress')).headers);
    expect(
      (await server.call('GET', '/api/accounts/client', { bearer: caio.json.access_token })).json,
    ).toMatchObject({ name: 'Caio Nunes', addresses: [] });
    expect((await tokens((await become('expiredToken')).headers)).json.code).toBe('TOKEN_REVOKED');
    expect(cookieOf((await become('visitor')).headers)).toMatch(/Max-Age=0/);
    expect((await become('owner')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'persona', message: 'Escolha uma das opções.' }],
    });
    expect(
      (await server.call('POST', '/sandbox/personas/client', { origin: 'https://evil.example' })).status,
    ).toBe(403);
  });

  it('brings everything back: people gone, sign-ins ended, shelves full, real time', async () => {
    const lead = await newLead(server);
    const { order, cartUuid } = await buy(server, client, [line('tomate', 3)]);
    await pay(server, order.code);
    await buy(server, lead, [line('banana', 2)]);
    await server.shift(3_600);
    const fresh = await newClient(server);
    const { status, text } = await server.call('POST', '/sandbox/reset');
    expect([status, text]).toEqual([204, '']);
    expect(Math.abs(server.core.clock.offset())).toBe(0);
    expect([await left(server, 'tomate'), await left(server, 'banana')]).toEqual([100, 50]);
    for (const bearer of [client.bearer, fresh.bearer])
      expect(['TOKEN_REVOKED', 'UNAUTHENTICATED']).toContain(
        (await server.call('GET', '/api/users', { bearer })).json.code,
      );
    for (const refreshToken of [client.refresh, fresh.refresh])
      expect((await server.call('POST', '/auth/renew', { body: { refreshToken } })).json.code).toBe(
        'TOKEN_REVOKED',
      );
    expect((await see(server, lead, `/api/operation/carts/${cartUuid}`)).json.code).toBe('NOT_FOUND');
    expect((await server.call('GET', `/api/operation/orders/code/${order.code}/public`)).json.code).toBe(
      'NOT_FOUND',
    );
    expect((await server.call('GET', '/sandbox/messages')).json).toEqual([]);
    // And everybody may begin again, the limits of a contact too.
    const again = await newClient(server, { phone: client.phone });
    expect((await see(server, again, '/api/operation/orders')).json).toEqual([]);
    // The shipped tenants are loaded anew, over what this test had.
    expect((await server.call('GET', '/api/operation/campaigns/public')).json).toHaveLength(6);
  });

  it('has a page with a policy of its own', async () => {
    const page = await server.call('GET', '/sandbox');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'/);
    expect(page.text).not.toMatch(/<script>|\son\w+=|style="/);
  });
});
