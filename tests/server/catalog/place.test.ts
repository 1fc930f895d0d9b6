import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cep } from '#server/db/schema/shop/cep.ts';
import { home, line, newClient, newLead, orderBody, see, uuid } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('places and copy on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.db.global.insert(cep).values({
      cep: '70000001',
      street: 'SQS 308, Bloco A - lado par',
      complement: 'até 99 - fim',
      neighborhood: 'Asa Sul',
      city: 'Brasília',
      state: 'DF',
      hasNumber: false,
      latitude: -15.8,
      longitude: -47.9,
      source: 'teste',
      fetchedAt: new Date(),
    });
  });
  afterAll(() => server.close());
  const get = async (path: string, headers: Record<string, string> = {}, host = 'feira.localhost') =>
    server.call('GET', path, { headers, host });

  it('name the street of a postal code, with commas and spaced hyphens as hyphens', async () => {
    expect((await get('/ws/05435-000/json')).json).toEqual({
      cep: '05435-000',
      logradouro: 'Rua Aspicuelta',
      complemento: '',
      bairro: 'Vila Madalena',
      localidade: 'São Paulo',
      uf: 'SP',
      latitude: -23.5569,
      longitude: -46.6899,
    });
    expect((await get('/ws/70000001/json')).json).toMatchObject({
      cep: '70000-001',
      logradouro: 'SQS 308- Bloco A-lado par',
      complemento: 'até 99-fim',
      semNumero: true,
    });
    expect((await get('/ws/69980000/json')).json).toMatchObject({
      logradouro: '',
      bairro: '',
      localidade: 'Cruzeiro do Sul',
    });
  });

  it('know when nobody knows a postal code, and when it is none', async () => {
    const unknown = await get('/ws/99999999/json');
    expect([unknown.status, unknown.json]).toEqual([200, { erro: true }]);
    for (const bad of ['1', '1234567a', 'abcdefgh'])
      expect((await get(`/ws/${bad}/json`)).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'cep', message: 'O CEP tem 8 números.' }],
      });
  });

  it('are the stores of the tenant, with a distance when one says where one is', async () => {
    const [store] = (await get('/api/operation/marketplaces/public')).json;
    expect([store.name, store.distance, store.authentication, store.intranet]).toEqual([
      'Feira de Teste',
      undefined,
      { ssoEnabled: false },
      false,
    ]);
    const [near] = (await get('/api/operation/marketplaces/public?latitude=-23.55&longitude=-46.69')).json;
    const [far] = (await get('/api/operation/marketplaces/public?latitude=-22.9&longitude=-43.2')).json;
    expect([near.distance, Math.round(far.distance) > 400]).toEqual([0, true]);
    expect((await get('/api/operation/marketplaces/public', {}, 'clube.localhost')).json).toMatchObject([
      { name: 'Clube de Teste', intranet: true },
    ]);
    expect((await get('/api/operation/marketplaces/public?latitude=norte')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'latitude', message: 'Use um número.' }],
    });
  });

  it('are points on the globe, as browsers write them, in every call that takes one', async () => {
    const lead = await newLead(server);
    const client = await newClient(server);
    const lists = (latitude: string, longitude: string) => [
      get(`/api/operation/marketplaces/public?latitude=${latitude}&longitude=${longitude}`),
      see(
        server,
        lead,
        `/api/operation/campaigns/lead/${lead.leadId}/within?latitude=${latitude}&longitude=${longitude}`,
      ),
      see(
        server,
        client,
        `/api/operation/campaigns/account/within?latitude=${latitude}&longitude=${longitude}`,
      ),
    ];
    for (const [latitude, longitude] of [
      ['-23.561414000000003', '-46.65588100000001'],
      [String(1e-7), String(-1.5e-9)],
      ['90', '-180'],
      ['-90.0', '180.000000000000000000'],
    ] as const)
      for (const { status } of await Promise.all(lists(latitude, longitude)))
        expect([latitude, status]).toEqual([latitude, 200]);
    const said = { latitude: 'A latitude vai de -90 a 90.', longitude: 'A longitude vai de -180 a 180.' };
    for (const [latitude, longitude, field, message] of [
      ['999', '0', 'latitude', said.latitude],
      ['-90.000001', '0', 'latitude', said.latitude],
      ['0', '180.5', 'longitude', said.longitude],
      ['1e3', '0', 'latitude', 'Use um número.'],
      ['1,5', '0', 'latitude', 'Use um número.'],
      ['0', '', 'longitude', 'Use um número.'],
      [`0.${'0'.repeat(40)}`, '0', 'latitude', 'Use um número.'],
    ] as const)
      for (const { json } of await Promise.all(lists(latitude, longitude)))
        expect([latitude, longitude, json]).toEqual([
          latitude,
          longitude,
          expect.objectContaining({ code: 'MALFORMED', fields: [{ field, message }] }),
        ]);
    const far = { latitude: 999, longitude: -999 };
    const order = orderBody(uuid(), [line('tomate', 1)], {
      shippingAddress: {
        cep: '05435-000',
        address: 'Rua Aspicuelta, 12',
        city: 'São Paulo',
        country: 'BR',
        neighborhood: 'Vila Madalena',
        street_number: '12',
        street_address: 'Rua Aspicuelta',
        administrative_area: 'SP',
        ...far,
      },
    });
    for (const [method, path, body, at] of [
      [
        'PUT',
        `/api/operation/carts/${uuid()}`,
        { version: 0, products: [line('tomate', 1)], location: { ...home, ...far } },
        'location.',
      ],
      ['POST', '/api/operation/orders/v2/SHIPPING', order, 'properties.shippingAddress.'],
      [
        'PUT',
        `/api/operation/orders/order/${uuid()}`,
        { properties: order.properties },
        'properties.shippingAddress.',
      ],
      [
        'POST',
        '/api/users/leads',
        { properties: { type: 'CLIENT' }, addresses: [{ ...home, ...far }] },
        'addresses.0.',
      ],
    ] as const)
      expect([
        path,
        (await server.call(method, path, { leadSecret: lead.leadSecret, body })).json.fields,
      ]).toEqual([
        path,
        [
          { field: `${at}latitude`, message: said.latitude },
          { field: `${at}longitude`, message: said.longitude },
        ],
      ]);
  });

  it('come with the copy of the tenant, whole or one by one', async () => {
    const all = (await get('/api/documents/defaults')).json;
    expect(all.map((one: { id: string }) => one.id)).toEqual(['dialogs', 'others', 'snackMessages']);
    expect((await get('/api/documents/defaults/snackMessages')).json).toEqual({
      id: 'snackMessages',
      data: {
        smsSent: 'Enviamos para {phoneNumber}',
        emailSent: 'Enviamos para {email}',
        logout: 'Até logo, {accountName}',
      },
    });
    expect((await get('/api/documents/routes/pt-br')).json.data).toEqual({ home: 'Início' });
    expect((await get('/api/documents/defaults/nothing')).json).toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
    });
    expect((await get('/api/documents/pwa')).json).toEqual([]);
    for (const path of ['/api/documents/secrets', '/api/documents/tenant/x'])
      expect((await get(path)).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'collection', message: 'Escolha uma das opções.' }],
      });
  });

  it('answer 304 to who has the copy', async () => {
    const { headers } = await get('/api/documents/defaults');
    const again = await get('/api/documents/defaults', { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    // The tag is of the bytes: another store's answer has it only when it is the same answer.
    const [own, other] = [
      await get('/api/documents/defaults'),
      await get('/api/documents/defaults', {}, 'clube.localhost'),
    ];
    expect(other.headers.get('etag') === headers.get('etag')).toBe(other.text === own.text);
  });
});
