import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Form, FormField } from '#contract/place.ts';
import { type Client, newClient, person, see } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { createAccount, newcomer } from '#tests/support/sign-up.ts';

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
    field('name', { maxLength: 20 }),
    field('department', { maxLength: 8 }),
    field('shift', { dependsOn: { field: 'department', equals: 'Lojas' } }),
    field('badge', { required: false, mask: '9999' }),
  ],
  submit: { text: 'Continuar', waitingText: 'Preencha' },
};

describe.each(engines)('the form of a person that a store changed on %s', (engine) => {
  let server: TestServer;
  let veteran: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    // With an account that was whole by the form of its day.
    veteran = await newClient(server);
    const [store] = server.core.tenants.byId('client')?.settings.marketplaces ?? [];
    if (!store) throw new Error('no store');
    store.defaultForms.personalForm = form;
  });
  afterAll(() => server.close());

  const withAttrs = (attrs: object, more: object = {}) => ({ ...person, ...more, properties: { attrs } });
  const put = (who: Client, body: object) =>
    server.call('PUT', '/api/accounts/client', { bearer: who.bearer, body });

  it('is what a new account is held to, field by field, before its grant is spent', async () => {
    const one = await newcomer(server);
    const wrong = async (body: object) => {
      const { status, json } = await createAccount(server, one, body);
      expect([status, json.code]).toEqual([400, 'MALFORMED']);
      return json.fields.map((found: { field: string }) => found.field);
    };
    expect(await wrong(person)).toEqual(['properties.attrs.department']);
    expect(await wrong(withAttrs({ department: 'Almoxarifado' }))).toEqual(['properties.attrs.department']);
    expect(await wrong(withAttrs({ department: 'Lojas', badge: '12' }))).toEqual([
      'properties.attrs.shift',
      'properties.attrs.badge',
    ]);
    expect(await wrong(withAttrs({ department: { a: 1 } }, { name: 'Marina Prado de Albuquerque' }))).toEqual(
      ['name', 'properties.attrs.department'],
    );
    const made = await createAccount(
      server,
      one,
      withAttrs({ department: 'TI', shift: 'Manhã', badge: '1234', stray: 'x' }),
    );
    expect([made.status, made.json.hasMissingInfo]).toEqual([201, false]);
    expect(made.json.properties.attrs).toEqual({ department: 'TI', badge: '1234' });
    const { lacksLikings, ...kept } = made.json;
    expect(typeof lacksLikings).toBe('boolean');
    expect((await see(server, one, '/api/accounts/client')).json).toEqual(kept);
  });

  it('asks nothing again of an account from before it, and says that it lacks something', async () => {
    const { json: account } = await see(server, veteran, '/api/accounts/client');
    expect(account.hasMissingInfo).toBe(true);
    const renamed = await put(veteran, { ...account, name: 'Marina Lima' });
    expect([renamed.status, renamed.json.properties]).toEqual([200, account.properties]);
    const { json } = await put(veteran, { ...account, ...withAttrs({ department: 'Lojas' }), version: 2 });
    expect(json.fields.map((one: { field: string }) => one.field)).toEqual(['properties.attrs.shift']);
    const whole = withAttrs({ department: 'Lojas', shift: 'Tarde' });
    const told = await put(veteran, { ...account, ...whole, version: 2 });
    expect([told.status, told.json.hasMissingInfo]).toEqual([200, false]);
    // Left out, answers stay; given anew, they are judged as a whole.
    expect((await put(veteran, person)).json.properties.attrs).toEqual(whole.properties.attrs);
    expect(
      (await put(veteran, withAttrs({ department: 'TI', shift: 'Tarde' }))).json.properties.attrs,
    ).toEqual({
      department: 'TI',
    });
    expect((await put(veteran, withAttrs({}))).json.code).toBe('MALFORMED');
  });

  it('is in what a person takes along', async () => {
    const { json } = await server.call('GET', '/api/accounts/client/export', { bearer: veteran.bearer });
    expect(JSON.stringify(json)).toContain('"department":"TI"');
  });
});
