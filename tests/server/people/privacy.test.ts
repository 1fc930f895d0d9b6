import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  askCode,
  codeFor,
  home,
  line,
  lockCart,
  login,
  newCart,
  newClient,
  newPhone,
  orderBody,
  person,
  place,
  see,
  uuid,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

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
    const lead = (
      await server.call('POST', '/api/users/leads', {
        body: { name: 'Canarinho Belga', phone: '+5511977776666' },
      })
    ).json;
    await server.call('POST', `/api/accounts/client/user/${user.id}?lead_id=${lead.id}`, {
      body: {
        ...person,
        name: 'Canário Roxo',
        email,
        addresses: [{ ...home, complement: 'ninho 7', reference: 'perto do poleiro' }],
      },
      grant: tokens.signup_grant,
      leadSecret: lead.secret,
    });
    const who = { bearer: tokens.access_token as string };
    const recipient = { self: false, name: 'Canária Azul', phone: '+5511966665555', cpf: '11144477735' };
    const { uuid: id } = await newCart(server, who, [line('banana', 1)], {
      location: home,
      shippingMethod: { id: 'x', type: 'PICKUP' },
      recipient,
    });
    await lockCart(server, who, id);
    await place(
      server,
      who,
      orderBody(id, [line('banana', 1)], { recipient }, { email, userName: 'Canário Roxo' }),
    );
    await see(
      server,
      who,
      `/api/operation/orders/pageable?searchText=${encodeURIComponent('procura-canario')}`,
    );
    await see(
      server,
      who,
      '/api/operation/campaigns/account/within?latitude=-23.5512345&longitude=-46.6812345',
    );
    await server.call('POST', '/auth/renew', { body: { refreshToken: tokens.refresh_token } });
    await server.call('POST', '/auth/logout', { body: { refreshToken: tokens.refresh_token } });
    await server.call('PUT', '/api/accounts/client', { ...who, body: { ...person, name: 'Canário Roxo' } });
    const request = (path: string, headers: Record<string, string>) => server.call('GET', path, { headers });
    await request('/api/users?forged=1', { 'x-request-id': 'forged-id-1' });
    await server.drain();
    const canaries = [
      phone,
      phone.slice(3),
      email,
      'canario.dourado',
      code,
      '654321',
      tokens.access_token,
      tokens.access_token.split('.')[2],
      tokens.refresh_token,
      tokens.signup_grant,
      lead.secret,
      'Canarinho',
      '977776666',
      'Canário',
      'Aspicuelta',
      'ninho 7',
      'poleiro',
      'Canária',
      '966665555',
      '11144477735',
      '52998224725',
      '529.982',
      '05435',
      '-23.55',
      '-46.68',
      'procura',
    ];
    const text = lines.join('');
    expect(lines.length).toBeGreaterThan(15);
    for (const canary of canaries) expect([canary, text.includes(canary)]).toEqual([canary, false]);
    for (const one of lines) expect(() => JSON.parse(one)).not.toThrow();
  });

  it('SEC-33 says nothing of its inside when a request fails', async () => {
    const { db } = server.core;
    const original = db.read;
    db.read = () =>
      Promise.reject(new Error('relation "order" does not exist at character 42 select * from secret'));
    const answer = await server.call('GET', '/api/operation/orders', { bearer: client.bearer });
    db.read = original;
    expect(answer.json).toEqual({
      type: '/problems/internal',
      title: 'Algo falhou do nosso lado. Nada foi cobrado.',
      status: 500,
      code: 'INTERNAL',
      retryable: true,
      requestId: expect.any(String),
    });
  });

  it('SEC-18 refuses text that no database keeps, by the field', async () => {
    const put = async (name: string) =>
      (
        await server.call('PUT', '/api/accounts/client', {
          bearer: client.bearer,
          body: JSON.stringify({ ...person, name }),
          headers: { 'content-type': 'application/json' },
        })
      ).json;
    for (const name of ['a\u0000b', 'a\ud800b'])
      expect(await put(name)).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'name', message: 'Este texto tem um sinal que não aceitamos.' }],
      });
    const bag = await server.call('PUT', `/api/operation/carts/${uuid()}`, {
      bearer: client.bearer,
      body: { version: 0, products: [], extra: { deep: ['ok', 'no\u0000'] } },
    });
    expect(bag.json.fields).toMatchObject([{ field: 'extra.deep.1' }]);
    expect((await put('Zoë 💚 \\u0000')).name).toContain('Zoë');
  });
});
