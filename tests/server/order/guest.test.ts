import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#server/db/schema/audit.ts';
import {
  home,
  line,
  lockCart,
  methodId,
  newCart,
  newClient,
  newLead,
  orderBody,
  pickup,
  place,
  putCart,
  see,
  setStock,
  signIn,
  uuid,
  type Who,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('what an order says of people on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await setStock(server, 'tomate', 1_000);
  });
  afterAll(() => server.close());
  const lines = [line('tomate', 1)];
  const credentials = ({ bearer, leadSecret }: Who) => ({
    ...(bearer ? { bearer } : {}),
    ...(leadSecret ? { leadSecret } : {}),
  });
  async function held(who: Who) {
    const { uuid: id } = await newCart(server, who, lines);
    const { json } = await lockCart(server, who, id);
    return { id, fence: json.fence as number };
  }
  const fieldsOf = (json: { code: string; fields?: { field: string }[] }) => [
    json.code,
    ...(json.fields ?? []).map(({ field }) => field),
  ];

  it('needs a contact that a code reaches, and the consent, of whoever has no account', async () => {
    const lead = await newLead(server);
    const { id, fence } = await held(lead);
    const send = async (change: object, key?: string) =>
      place(
        server,
        lead,
        { ...orderBody(id, lines, { fence }), ...change },
        key === undefined ? {} : { key },
      );
    expect(fieldsOf((await send({ userPhone: undefined })).json)).toEqual(['MALFORMED', 'userPhone']);
    expect(fieldsOf((await send({ userName: undefined })).json)).toEqual(['MALFORMED', 'userName']);
    expect(fieldsOf((await send({ userPhone: undefined, privacyVersion: undefined })).json)).toEqual([
      'MALFORMED',
      'userPhone',
      'privacyVersion',
    ]);
    expect(fieldsOf((await send({ privacyVersion: '0' })).json)).toEqual(['MALFORMED', 'privacyVersion']);
    // Nobody writes to a landline: then by e-mail.
    expect(fieldsOf((await send({ userPhone: '+551134567890', email: undefined })).json)).toEqual([
      'MALFORMED',
      'userPhone',
    ]);
    const key = `${id}:${uuid()}`;
    const { status, json } = await send({ userPhone: '+551134567890' }, key);
    expect([status, json.userPhone, json.properties.privacyVersion]).toEqual([201, '+551134567890', '1']);
    const noted = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(audit)
        .where(and(eq(audit.tenantId, 'client'), eq(audit.target, `order:${json.id}`))),
    );
    expect(noted).toMatchObject([
      { actor: `lead:${lead.leadId}`, action: 'privacy.accepted', data: { version: '1' } },
    ]);
    // What was answered once is answered again, whatever the text says by now.
    const tenant = server.core.tenants.byId('client');
    if (!tenant) throw new Error('no tenant');
    tenant.settings.legal.privacy.version = '2';
    expect((await send({ userPhone: '+551134567890' }, key)).json).toEqual(json);
    tenant.settings.legal.privacy.version = '1';
  });

  it('keeps a contact that a code reaches, whatever is changed', async () => {
    const [lead, client] = [await newLead(server), await newClient(server)];
    const placed = async (who: Who) => {
      const { id, fence } = await held(who);
      return (await place(server, who, orderBody(id, lines, { fence }, { email: undefined }))).json;
    };
    const put = (who: Who, path: string, body: object) =>
      server.call('PUT', `/api/operation/orders/${path}`, { ...credentials(who), body });
    const [order, own] = [await placed(lead), await placed(client)];
    expect(fieldsOf((await put(lead, `order/${order.id}`, { userPhone: '+551134567890' })).json)).toEqual([
      'MALFORMED',
      'userPhone',
    ]);
    expect(fieldsOf((await put(lead, `code/${order.code}/user`, { phone: '+551134567890' })).json)).toEqual([
      'MALFORMED',
      'phone',
    ]);
    expect(
      (await put(lead, `code/${order.code}/user`, { phone: '+551134567890', email: 'ana@exemplo.com' }))
        .status,
    ).toBe(201);
    expect((await put(lead, `order/${order.id}`, { userPhone: '+551134567891' })).status).toBe(200);
    // Whoever has an account is found by that.
    expect((await put(client, `order/${own.id}`, { userPhone: '+551134567890' })).status).toBe(200);
  });

  it('takes both of a client from the account', async () => {
    const client = await newClient(server);
    const { id, fence } = await held(client);
    const { status, json } = await place(
      server,
      client,
      orderBody(id, lines, { fence }, { userPhone: undefined, privacyVersion: undefined }),
    );
    expect([status, json.userPhone, json.properties.privacyVersion]).toEqual([201, client.phone, undefined]);
  });

  it('takes a CPF that is one, wherever it stands', async () => {
    const lead = await newLead(server);
    const recipient = (cpf: string) => ({ self: false, name: 'Ana', phone: '+5511988887777', cpf });
    const { id, fence } = await held(lead);
    const order = (properties: object) => place(server, lead, orderBody(id, lines, { fence, ...properties }));
    const wrong = '529.982.247-24';
    const cart = async (cpf: string) =>
      putCart(server, lead, uuid(), 0, lines, { recipient: recipient(cpf) });
    for (const cpf of [wrong, '12345678901', '000.000.000-00']) {
      expect(fieldsOf((await order({ account: { cpf } })).json)).toEqual([
        'MALFORMED',
        'properties.account.cpf',
      ]);
      expect(fieldsOf((await order({ recipient: recipient(cpf) })).json)).toEqual([
        'MALFORMED',
        'properties.recipient.cpf',
      ]);
      expect(fieldsOf((await cart(cpf)).json)).toEqual(['MALFORMED', 'recipient.cpf']);
    }
    const { status, json } = await order({
      account: { cpf: '529.982.247-25' },
      recipient: recipient('111.111.111-11'),
    });
    expect([status, json.properties.account.cpf, json.properties.recipient.cpf]).toEqual([
      201,
      '52998224725',
      '11111111111',
    ]);
    const put = (cpf: string) =>
      server.call('PUT', `/api/operation/orders/order/${json.id}`, {
        ...credentials(lead),
        body: { properties: { recipient: recipient(cpf) } },
      });
    expect(fieldsOf((await put(wrong)).json)).toEqual(['MALFORMED', 'properties.recipient.cpf']);
    expect((await put('11144477735')).status).toBe(200);
  });

  it('takes no repeated digits where a store is strict', async () => {
    const [lead, client] = [await newLead(server), await newClient(server)];
    const recipient = { self: false, name: 'Ana', phone: '+5511988887777', cpf: '11111111111' };
    const { id, fence } = await held(lead);
    const { json: placed } = await place(server, lead, orderBody(id, lines, { fence }));
    const second = await held(lead);
    const newcomer = await signIn(server);
    const { json: user } = await server.call('GET', '/api/users', { bearer: newcomer.bearer });
    const tenant = server.core.tenants.byId('client');
    if (!tenant) throw new Error('no tenant');
    const everywhere = async () => [
      await place(
        server,
        lead,
        orderBody(second.id, lines, { fence: second.fence, account: { cpf: recipient.cpf } }),
      ),
      await place(server, lead, orderBody(second.id, lines, { fence: second.fence, recipient })),
      await putCart(server, lead, uuid(), 0, lines, { recipient }),
      await server.call('PUT', `/api/operation/orders/order/${placed.id}`, {
        ...credentials(lead),
        body: { properties: { recipient } },
      }),
      await server.call('PUT', `/api/operation/orders/code/${placed.code}/user`, {
        ...credentials(lead),
        body: { cpf: recipient.cpf },
      }),
      await server.call('PUT', '/api/accounts/client', {
        bearer: client.bearer,
        body: { name: 'Marina', identification: recipient.cpf },
      }),
      await server.call('POST', `/api/accounts/client/user/${user.id}`, {
        ...(newcomer.grant ? { grant: newcomer.grant } : {}),
        body: { name: 'Marina', properties: { cpf: recipient.cpf } },
      }),
    ];
    tenant.settings.flags.strictCpf = true;
    const refused = await everywhere();
    tenant.settings.flags.strictCpf = false;
    expect(refused.map(({ json }) => fieldsOf(json))).toEqual(
      [
        'properties.account.cpf',
        'properties.recipient.cpf',
        'recipient.cpf',
        'properties.recipient.cpf',
        'cpf',
        'identification',
        'identification',
      ].map((field) => ['MALFORMED', field]),
    );
    // Once the order stands, its cart is no more: all the others pass.
    expect((await everywhere()).map(({ status }) => status)).toEqual([201, 409, 200, 200, 201, 200, 201]);
  });

  it('has no part of an address longer than the form allows', async () => {
    const client = await newClient(server);
    const probe = await newCart(server, client, lines, { location: home });
    const { windows } = (await see(server, client, `/api/operation/orders/quote/${probe.uuid}`)).json
      .options[0];
    const { uuid: id } = await newCart(server, client, lines, {
      location: home,
      shippingMethod: { id: methodId('entrega'), type: 'SCHEDULED', windowId: windows[0].id },
    });
    const { json: lock } = await lockCart(server, client, id);
    const { json: order } = await place(server, client, orderBody(id, lines, { fence: lock.fence }), {
      type: 'SHIPPING',
    });
    const put = (change: object) =>
      server.call('PUT', `/api/operation/orders/order/${order.id}`, {
        bearer: client.bearer,
        body: { properties: { shippingAddress: { ...order.properties.shippingAddress, ...change } } },
      });
    for (const [field, most] of [
      ['complement', 40],
      ['reference', 60],
    ] as const) {
      expect(fieldsOf((await put({ [field]: 'x'.repeat(most + 1) })).json)).toEqual([
        'MALFORMED',
        `properties.shippingAddress.${field}`,
      ]);
      expect((await put({ [field]: 'x'.repeat(most) })).json.properties.shippingAddress[field]).toHaveLength(
        most,
      );
    }
    expect(
      (
        await place(
          server,
          client,
          orderBody(uuid(), lines, {
            shippingAddress: { ...order.properties.shippingAddress, street_number: 'x'.repeat(11) },
            shippingMethod: pickup(),
          }),
        )
      ).json.fields,
    ).toMatchObject([{ field: 'properties.shippingAddress.street_number' }]);
  });

  it('has phones of one spelling, that can be called', async () => {
    const lead = await newLead(server);
    const recipient = (phone: string) => ({ self: false, name: 'Ana', phone });
    for (const phone of ['011987654321', '(11) 98765-4321', '5511987654321', '+55 11 98765-4321']) {
      const { json } = await putCart(server, lead, uuid(), 0, lines, { recipient: recipient(phone) });
      expect([phone, json.recipient?.phone]).toEqual([phone, '+5511987654321']);
    }
    for (const phone of [
      '+551112345678',
      '+552098765432',
      '119876543210',
      '+55',
      'ligue 11 98765-4321',
      '',
    ]) {
      const { json } = await putCart(server, lead, uuid(), 0, lines, { recipient: recipient(phone) });
      expect([phone, ...fieldsOf(json)]).toEqual([phone, 'MALFORMED', 'recipient.phone']);
    }
  });
});
