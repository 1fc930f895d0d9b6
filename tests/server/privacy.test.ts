import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsOf } from '#server/serve.ts';
import { type Client, askCode, codeFor, home, line, lockCart, login, newCart, newClient, newPhone, orderBody, person, place, see, uuid } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/server.ts';

describe.each(engines)('what the server keeps to itself on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  const lines: string[] = [];
  beforeAll(async () => {
    server = await openTestServer(engine, { lines });
    client = await newClient(server);
  });
  afterAll(() => server.close());

  it('OPS-08 writes nothing of a person into the log, on any way through the shop', async () => {
    lines.length = 0;
    const phone = newPhone();
    const email = 'canario.dourado@exemplo.com';
    await askCode(server, phone);
    const code = await codeFor(server, phone);
    await server.call('POST', '/api/users/authenticate/email', { body: { email } });
    await login(server, email, '654321');
    const { json: tokens } = await login(server, phone, code);
    const { json: user } = await server.call('GET', '/api/users', { bearer: tokens.access_token });
    const lead = (await server.call('POST', '/api/users/leads', { body: { name: 'Canarinho Belga', phone: '+5511977776666' } })).json;
    await server.call('POST', `/api/accounts/client/user/${user.id}?lead_id=${lead.id}`, { body: { ...person, name: 'Canário Roxo', email, addresses: [{ ...home, complement: 'ninho 7', reference: 'perto do poleiro' }] }, grant: tokens.signup_grant, leadSecret: lead.secret });
    const who = { bearer: tokens.access_token as string };
    const recipient = { self: false, name: 'Canária Azul', phone: '+5511966665555', cpf: '11144477735' };
    const { uuid: id } = await newCart(server, who, [line('banana', 1)], { location: home, shippingMethod: { id: 'x', type: 'PICKUP' }, recipient });
    await lockCart(server, who, id);
    await place(server, who, orderBody(id, [line('banana', 1)], { recipient }, { email, userName: 'Canário Roxo' }));
    await see(server, who, `/api/operation/orders/pageable?searchText=${encodeURIComponent('procura-canario')}`);
    await see(server, who, '/api/operation/campaigns/account/within?latitude=-23.5512345&longitude=-46.6812345');
    await server.call('POST', '/auth/renew', { body: { refreshToken: tokens.refresh_token } });
    await server.call('POST', '/auth/logout', { body: { refreshToken: tokens.refresh_token } });
    await server.call('PUT', '/api/accounts/client', { ...who, body: { ...person, name: 'Canário Roxo' } });
    const request = (path: string, headers: Record<string, string>) => server.call('GET', path, { headers });
    await request('/api/users?forged=1', { 'x-request-id': 'forged-id-1' });
    await server.drain();
    const canaries = [phone, phone.slice(3), email, 'canario.dourado', code, '654321', tokens.access_token, tokens.access_token.split('.')[2], tokens.refresh_token, tokens.signup_grant, lead.secret, 'Canarinho', '977776666', 'Canário', 'Aspicuelta', 'ninho 7', 'poleiro', 'Canária', '966665555', '11144477735', '52998224725', '529.982', '05435', '-23.55', '-46.68', 'procura'];
    const text = lines.join('');
    expect(lines.length).toBeGreaterThan(15);
    for (const canary of canaries) expect([canary, text.includes(canary)]).toEqual([canary, false]);
    for (const one of lines) expect(() => JSON.parse(one)).not.toThrow();
  });

  it('SEC-33 says nothing of its inside when a request fails', async () => {
    const { db } = server.core;
    const original = db.read;
    db.read = () => Promise.reject(new Error('relation "order" does not exist at character 42 select * from secret'));
    const answer = await server.call('GET', '/api/operation/orders', { bearer: client.bearer });
    db.read = original;
    expect(answer.json).toEqual({ type: '/problems/internal', title: 'Algo falhou do nosso lado. Nada foi cobrado.', status: 500, code: 'INTERNAL', retryable: true, requestId: expect.any(String) });
  });

  it('SEC-18 answers no body with a fault, however strange, and changes no prototype', async () => {
    const writes = endpointsOf(server.app).filter(({ body, audience }) => body !== undefined && audience !== 'internal');
    expect(writes.length).toBeGreaterThan(9);
    const strange = fc.oneof(fc.constantFrom('\u0000', '\ud800', '__proto__', 'x'.repeat(300), '%', "' or 1=1 --", '{{7*7}}', '💥', 1e308, -0, 2 ** 53, 1.005, null, true, [], {}, [[]], { $gt: '' }), fc.jsonValue({ maxDepth: 3 }));
    const paramsOf = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'type' ? 'PICKUP' : name === 'userId' ? client.userId : name === 'code' ? '0'.repeat(16) : uuid()));
    const queryOf = (name: string) => (name === 'applyCoupon' ? '?code=NADA' : '');
    const shapes: Record<string, object> = {
      putCart: { version: 0, products: [line('banana', 1)], location: home, recipient: { self: true, name: 'A', phone: '+5511988887777' }, extra: { a: { b: 'c' } } }, placeOrder: orderBody(uuid(), [line('banana', 1)], { extra: { a: 1 } }), updateAccount: { ...person, version: 1 }, createAccount: person,
      createLead: { name: 'A', properties: { type: 'CLIENT', answer: 'x' }, addresses: [home] }, updateLead: { name: 'A' }, login: { username: '+5511988887777', password: '123456' }, sendSmsCode: { phone: '+5511988887777' }, sendEmailCode: { email: 'a@exemplo.com' }, renew: { refreshToken: 'x' }, verifyLogin: { key: 'EMAIL', value: 'v@exemplo.com' }, ssoLogin: { redirectUri: 'x', code: 'x', codeVerifier: 'v'.repeat(64), state: 'x' }, checkAccessKey: { accessKey: 'x' }, setConsent: { purpose: 'push', granted: true, version: '1' }, updateLogin: { key: 'PHONE', value: '+5511988887777', code: '123456' }, logout: { refreshToken: 'x' },
      sendOrderEvent: { type: 'payment.requested', reason: 'x' }, applyCoupon: { products: [line('banana', 1, { selection: [{ item: { id: uuid() }, quantity: 1 }] })] }, setOrderUser: { name: 'A', phone: '+5511988887777', claim: true },
      updateOrder: { userName: 'A', properties: { recipient: { self: true, name: 'A', phone: '+5511988887777' }, extra: { a: 1 }, shippingMethod: { id: 'x', type: 'SCHEDULED', windowId: 'x' } } },
    };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...writes), fc.array(fc.tuple(fc.nat(), strange), { minLength: 1, maxLength: 3 }), async (endpoint, changes) => {
        const body = changes.reduce<unknown>((whole, [at, value]) => changed(whole, at, structuredClone(value)), structuredClone(shapes[endpoint.name] ?? {}));
        const { status } = await server.call(endpoint.method, `${paramsOf(endpoint.path)}${queryOf(endpoint.name)}`, { body: JSON.stringify(body) ?? 'null', bearer: client.bearer, grant: 'x', headers: { 'content-type': 'application/json' } });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 300, seed: 20_261_121 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('SEC-18 refuses text that no database keeps, by the field', async () => {
    const put = async (name: string) => (await server.call('PUT', '/api/accounts/client', { bearer: client.bearer, body: JSON.stringify({ ...person, name }), headers: { 'content-type': 'application/json' } })).json;
    for (const name of ['a\u0000b', 'a\ud800b']) expect(await put(name)).toMatchObject({ code: 'MALFORMED', fields: [{ field: 'name', message: 'Este texto tem um sinal que não aceitamos.' }] });
    const bag = await server.call('PUT', `/api/operation/carts/${uuid()}`, { bearer: client.bearer, body: { version: 0, products: [], extra: { deep: ['ok', 'no\u0000'] } } });
    expect(bag.json.fields).toMatchObject([{ field: 'extra.deep.1' }]);
    expect((await put('Zoë 💚 \\u0000')).name).toContain('Zoë');
  });
});

/** Puts a value somewhere into a body: the nth place of all its places. */
function changed(whole: unknown, at: number, value: unknown): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key]); // any object or list is written by key here
      walk(Reflect.get(node, key));
    }
  };
  walk(whole);
  const place = places[at % (places.length + 1)];
  if (!place) return value;
  place[0][place[1]] = value;
  return whole;
}
