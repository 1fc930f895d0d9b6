import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TenantCampaign } from '#contract/tenant/tenant-catalog.ts';
import {
  type Lead,
  campaignId,
  line,
  lockCart,
  newCart,
  newLead,
  orderBody,
  pickup,
  place,
  putCart,
  see,
  setStock,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { importTenant } from '#server/tenants/import.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { tinyTenants } from '#tests/support/tenants/tiny-tenants.ts';

const question = (name: string, more: object = {}) => ({
  name,
  label: name,
  type: 'text',
  required: false,
  editable: true,
  hidden: false,
  ...more,
});
const extraForm = {
  fields: [
    question('cor', { required: true, maxLength: 6 }),
    question('presente', { type: 'checkbox' }),
    question('cartao', { required: true, dependsOn: { field: 'presente', equals: 'true' } }),
  ],
  submit: { text: 'Salvar', waitingText: 'Preencha' },
};

describe.each(engines)('what a campaign asks on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine, { tenants: 'none' });
    for (const data of tinyTenants()) {
      const [first, ...others] = data.campaigns;
      if (!first) throw new Error('a tenant has campaigns');
      await importTenant(server.core, {
        ...data,
        campaigns: [
          v.parse(TenantCampaign, { ...first, properties: { ...first.properties, extraForm } }),
          ...others,
        ],
      });
    }
    buyer = await newLead(server);
    await setStock(server, 'tomate', 1_000);
  });
  afterAll(() => server.close());
  const one = [line('tomate', 1)];
  const cartWith = (extra?: object) =>
    newCart(server, buyer, one, { shippingMethod: pickup(), ...(extra ? { extra } : {}) });
  const namesOf = (json: { code?: string; fields?: { field: string }[] }) => [
    json.code,
    ...(json.fields ?? []).map(({ field }) => field),
  ];

  it('is published with it', async () => {
    const { json } = await server.call('GET', '/api/operation/campaigns/byName/semana');
    expect(json.properties.extraForm).toEqual(extraForm);
  });

  it('is said with the ways to receive a cart of it, under its name', async () => {
    const quoteOf = async (lines: object[]) => {
      const { uuid: id } = await newCart(server, buyer, lines as typeof one, {});
      return (await see(server, buyer, `/api/operation/orders/quote/${id}`)).json;
    };
    expect((await quoteOf(one)).questions).toEqual([
      { campaignId: campaignId('semana'), campaignName: expect.any(String), form: extraForm },
    ]);
    const restore = await alterCampaign(server, { body: { depends: [] } }, 'depois');
    expect(await quoteOf([line('banana', 1, { slug: 'depois' })])).not.toHaveProperty('questions');
    await restore();
  });

  it('is answered in the cart, and refused at the hold when it does not fit', async () => {
    for (const [extra, ...names] of [
      [{ tamanho: 'G', cor: 'azul' }, 'extra.tamanho'],
      [{ cor: 'laranja' }, 'extra.cor'],
      [{ presente: false }, 'extra.cor'],
      [{ cor: 'azul', presente: true }, 'extra.cartao'],
      [{ cor: 'azul', cartao: 'Oi' }, 'extra.cartao'],
      [{ cor: { de: 'mim' } }, 'extra.cor'],
    ] as const) {
      const { uuid: id } = await cartWith(extra);
      expect(namesOf((await lockCart(server, buyer, id)).json)).toEqual(['MALFORMED', ...names]);
    }
    const { uuid: id } = await cartWith({ cor: 'azul', presente: true, cartao: 'Parabéns' });
    const { json: lock } = await lockCart(server, buyer, id);
    const { json } = await place(server, buyer, orderBody(id, one, { fence: lock.fence }));
    expect(json.properties.extra).toEqual({ cor: 'azul', presente: true, cartao: 'Parabéns' });
  });

  it('may be answered with the order, and is not left out there', async () => {
    const { uuid: id } = await cartWith();
    const { json: lock } = await lockCart(server, buyer, id);
    const order = async (extra?: object) =>
      (await place(server, buyer, orderBody(id, one, { fence: lock.fence, ...(extra ? { extra } : {}) })))
        .json;
    expect(namesOf(await order())).toEqual(['MALFORMED', 'extra.cor']);
    expect(namesOf(await order({ cor: 'azul', outra: 'x' }))).toEqual(['MALFORMED', 'extra.outra']);
    const placed = await order({ cor: 'azul' });
    expect(placed.properties.extra).toEqual({ cor: 'azul' });
    const put = async (extra: object) =>
      (
        await server.call('PUT', `/api/operation/orders/order/${placed.id}`, {
          leadSecret: buyer.leadSecret,
          body: { properties: { extra } },
        })
      ).json;
    expect(namesOf(await put({ cor: 'verde', outra: 'x' }))).toEqual(['MALFORMED', 'extra.outra']);
    expect((await put({ cor: 'verde' })).properties.extra).toEqual({ cor: 'verde' });
    // The shop asks something else by now: what was answered then stands.
    const restore = await alterCampaign(server, { body: { properties: { tagline: 'x' } } });
    expect((await put({ cor: 'verde' })).properties.extra).toEqual({ cor: 'verde' });
    expect(namesOf(await put({ cor: 'azul' }))).toEqual(['MALFORMED', 'extra.cor']);
    await restore();
  });

  it('adds to what the order says where both speak', async () => {
    const { uuid: id } = await cartWith({ cor: 'azul' });
    const { json: lock } = await lockCart(server, buyer, id);
    const { json } = await place(
      server,
      buyer,
      orderBody(id, one, { fence: lock.fence, extra: { presente: true, cartao: 'Oi' } }),
    );
    expect(json.properties.extra).toEqual({ cor: 'azul', presente: true, cartao: 'Oi' });
  });

  it('is nothing where no campaign asks', async () => {
    const lines = [line('banana', 1, { slug: 'depois' })];
    const restore = await alterCampaign(server, { body: { depends: [] } }, 'depois');
    const { uuid: id, version } = await newCart(server, buyer, lines, {
      shippingMethod: pickup(),
      extra: { cor: 'azul' },
    });
    expect(namesOf((await lockCart(server, buyer, id)).json)).toEqual(['MALFORMED', 'extra.cor']);
    expect((await putCart(server, buyer, id, version, lines)).status).toBe(200);
    expect((await lockCart(server, buyer, id)).status).toBe(200);
    expect(
      (await see(server, buyer, `/api/operation/campaigns/byName/${campaignId('depois')}`)).json.properties
        .extraForm,
    ).toBeUndefined();
    await restore();
  });
});

describe('questions of a campaign in a tenant’s folder', () => {
  const [data] = tinyTenants();
  const faultsOf = (fields: object[]) => {
    const [first] = data?.campaigns ?? [];
    const parsed = v.safeParse(TenantCampaign, {
      ...first,
      properties: { tagline: 'x', extraForm: { ...extraForm, fields } },
    });
    return (parsed.issues ?? []).map(({ message }) => message);
  };
  it('are named once, depend on each other only, and have something to choose', () => {
    expect(faultsOf(extraForm.fields)).toEqual([]);
    expect(faultsOf([question('cor'), question('cor')])).toEqual(['Cada campo tem um nome só seu.']);
    expect(faultsOf([question('cor da sacola')])).toEqual([
      'O nome de um campo tem letras e números, como corDaSacola.',
    ]);
    expect(faultsOf([question('cor', { dependsOn: { field: 'tom', equals: 'x' } })])).toEqual([
      'dependsOn fala de um campo que não existe.',
    ]);
    expect(faultsOf([question('cor', { type: 'select' })])).toEqual(['Um campo select precisa de options.']);
    expect(faultsOf([question('cor', { type: 'cor' })])).toHaveLength(1);
  });
});
