import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/people/account.ts';
import type { Address, Form, FormField } from '#contract/place.ts';
import { MOST_ADDRESSES } from '#domain/place/address-book.ts';
import { account as accounts } from '#server/db/schema/people/account.ts';
import {
  type Client,
  home,
  hold,
  line,
  lockCart,
  methodId,
  newCart,
  newClient,
  newLead,
  orderBody,
  person,
  place,
  see,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { createAccount, newcomer } from '#tests/support/sign-up.ts';
import { eq } from 'drizzle-orm';

const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  type: 'text',
  required: true,
  editable: true,
  hidden: false,
  ...more,
});
const form: Form = {
  fields: [
    field('reference', { maxLength: 20 }),
    field('sector', { dependsOn: { field: 'addressType', equals: 'WORK' } }),
    field('badge', { required: false, mask: '9999' }),
  ],
  submit: { text: 'Salvar', waitingText: 'Preencha' },
};

describe.each(engines)('the form of an address that a store changed on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  let veteran: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    // With addresses that were whole by the form of its day.
    [client, veteran] = [await newClient(server), await newClient(server)];
    const [store] = server.core.tenants.byId('client')?.settings.marketplaces ?? [];
    if (!store) throw new Error('no store');
    store.defaultForms.addressForm = form;
  });
  afterAll(() => server.close());

  const save = async (addresses: object[]) =>
    server.call('PUT', '/api/accounts/client', { bearer: client.bearer, body: { ...person, addresses } });
  const wrong = async (address: object) => {
    const { status, json } = await save([address]);
    expect([status, json.code]).toEqual([400, 'MALFORMED']);
    return json.fields.map((one: { field: string }) => one.field);
  };

  it('is what an account is held to, field by field', async () => {
    expect(await wrong(home)).toEqual(['addresses.0.reference']);
    expect(await wrong({ ...home, reference: 'Portão verde ao lado da banca' })).toEqual([
      'addresses.0.reference',
    ]);
    const whole = { ...home, reference: 'Portão verde' };
    expect(await wrong({ ...whole, addressType: 'WORK' })).toEqual(['addresses.0.attrs.sector']);
    expect(await wrong({ ...whole, attrs: { badge: '12' } })).toEqual(['addresses.0.attrs.badge']);
    expect(await wrong({ ...whole, attrs: { badge: { a: 1 } } })).toEqual(['addresses.0.attrs.badge']);
  });

  it('drops what it does not ask, and keeps its own fields', async () => {
    const { status, json } = await save([
      {
        ...home,
        reference: 'Portão verde',
        addressType: 'WORK',
        attrs: { sector: 'TI', badge: '1234', x: 1 },
      },
      { ...home, streetNumber: '13', reference: 'Banca', attrs: { sector: 'TI' } },
    ]);
    expect(status).toBe(200);
    expect(json.addresses.map((one: { attrs?: object }) => one.attrs)).toEqual([
      { sector: 'TI', badge: '1234' },
      undefined,
    ]);
  });

  it('asks nothing again of what was saved before it, and of a point no more than it has', async () => {
    const { json: account } = await see(server, veteran, '/api/accounts/client');
    const renamed = await server.call('PUT', '/api/accounts/client', {
      bearer: veteran.bearer,
      body: { ...account, name: 'Marina Prado Lima' },
    });
    expect([renamed.status, renamed.json.addresses]).toEqual([200, account.addresses]);
    expect(account.addresses).toMatchObject([home]);
    const lead = await newLead(server);
    const { latitude, longitude } = home;
    const point = await server.call('PUT', '/api/users/leads', {
      leadSecret: lead.leadSecret,
      body: { id: lead.leadId, addresses: [{ latitude, longitude }] },
    });
    expect(point.status).toBe(200);
  });

  it('keeps an order from an address that lacks a field, and goes into it with its own', async () => {
    const lines = [line('banana', 2)];
    const { uuid } = await newCart(server, client, lines, {
      shippingMethod: { id: methodId('entrega'), type: 'SCHEDULED' },
      location: home,
    });
    const quote = await see(server, client, `/api/operation/orders/quote/${uuid}`);
    expect([
      quote.json.refusal,
      quote.json.options.every((one: { type: string }) => one.type === 'PICKUP'),
    ]).toEqual(['FORM', true]);
    const refused = await lockCart(server, client, uuid);
    expect([refused.status, refused.json.code]).toEqual([422, 'ADDRESS']);

    const location = { ...home, reference: 'Portão verde', attrs: { badge: '1234', stray: 'x' } };
    const finished = await newCart(server, client, lines, { location });
    const { json: offer } = await see(server, client, `/api/operation/orders/quote/${finished.uuid}`);
    const [window] = offer.options.find((one: { type: string }) => one.type === 'SCHEDULED').windows;
    const shippingMethod = { id: methodId('entrega'), type: 'SCHEDULED', windowId: window.id };
    const { cartUuid, fence } = await hold(server, client, lines, { shippingMethod, location });
    const { status, json } = await place(server, client, orderBody(cartUuid, lines, { fence }), {
      type: 'SHIPPING',
    });
    expect(status).toBe(201);
    expect(json.properties.shippingAddress).toMatchObject({ reference: 'Portão verde' });
    expect(json.properties.shippingAddress.attrs).toEqual({ badge: '1234' });
  });
});

const many = (length: number): Address[] =>
  Array.from({ length }, (_, n) => ({ ...home, streetNumber: `${n + 1}` }));

describe.each(engines)('the addresses of an account on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newClient(server);
  });
  afterAll(() => server.close());

  const current = async (): Promise<Account> => (await see(server, client, '/api/accounts/client')).json;
  const save = async (addresses: Address[], more: Partial<Account> = {}) =>
    server.call('PUT', '/api/accounts/client', {
      bearer: client.bearer,
      body: { ...(await current()), addresses, ...more },
    });

  it('are twenty, and the next one is refused by a code of its own, with nothing changed', async () => {
    expect((await save(many(MOST_ADDRESSES))).status).toBe(200);
    const full = await current();
    expect(full.addresses).toHaveLength(MOST_ADDRESSES);
    const { status, json, headers } = await save([...full.addresses, { ...home, complement: 'Fundos' }]);
    expect([status, json.code, json.title]).toEqual([
      422,
      'ADDRESS_LIMIT',
      'Sua conta já guarda 20 endereços. Exclua um para guardar outro.',
    ]);
    expect(headers.get('Content-Type')).toContain('application/problem+json');
    expect(await current()).toEqual(full);
    const newer = await newcomer(server);
    const made = await createAccount(server, newer, { ...person, addresses: many(MOST_ADDRESSES + 1) });
    expect([made.status, made.json.code]).toEqual([422, 'ADDRESS_LIMIT']);
  });

  it('hold a place once, however it is spelled, with its own id and in its place', async () => {
    await save(many(2));
    const { addresses } = await current();
    const [first, second] = addresses;
    const { status, json } = await save([
      ...addresses,
      { ...home, streetNumber: ' 1 ', postalCode: '05435000', reference: 'Portão verde' },
    ]);
    expect([status, json.addresses]).toEqual([200, [{ ...first, reference: 'Portão verde' }, second]]);
  });

  it('that are more since before the limit stay, are changed and become fewer', async () => {
    const had = many(25).map((address, n) => ({
      ...address,
      id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    }));
    await server.core.db.tenant('client', (tx) =>
      tx.update(accounts).set({ addresses: had }).where(eq(accounts.id, client.accountId)),
    );
    expect((await current()).addresses).toHaveLength(25);
    expect((await save(had, { name: 'Marina Prado Lima' })).json.addresses).toEqual(had);
    expect((await save([...had, { ...home, streetNumber: '26' }])).json.code).toBe('ADDRESS_LIMIT');
    expect((await save(had.slice(1))).json.addresses).toHaveLength(24);
  });

  it('change by one of two who saw the same version, and the other one is handed what they are now', async () => {
    await save(many(1));
    const seen = await current();
    const both = await Promise.all(
      ['Banca', 'Portão'].map((reference) =>
        server.call('PUT', '/api/accounts/client', {
          bearer: client.bearer,
          body: { ...seen, addresses: seen.addresses.map((address) => ({ ...address, reference })) },
        }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect([refused?.json.code, refused?.json.current.addresses]).toEqual([
      'VERSION',
      (await current()).addresses,
    ]);
  });
});
