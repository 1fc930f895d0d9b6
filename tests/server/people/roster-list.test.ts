import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roster } from '#server/db/schema/people/roster.ts';
import type { TenantData } from '#server/tenants/data.ts';
import { importTenant } from '#server/tenants/import.ts';
import { askCode, codeFor, enlist, login, newClient, newPhone, see } from '#tests/support/buyers.ts';
import { load } from '#tests/support/tenants/changes.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { tinyTenants } from '#tests/support/tenants/tiny-tenants.ts';

const host = 'clube.localhost';
const company = (): TenantData => {
  const [, clube] = tinyTenants();
  if (!clube) throw new Error('there is no company store');
  return clube;
};

describe.each(engines)('the people of a company and its list of them, on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());

  const identify = (identification: string) =>
    server.call('POST', '/api/users/authenticate/intranet', { host, body: { identification } });
  const messages = async (to: string) =>
    (await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`, { host })).json as unknown[];
  /** The list as the store has it, in the words of its folder. */
  const listed = async () =>
    (
      await server.core.db.read('clube', (tx) => tx.select().from(roster).where(eq(roster.tenantId, 'clube')))
    ).map(({ registration, name, cpf, phone, email }) => ({
      registration,
      name,
      ...(cpf ? { cpf } : {}),
      ...(phone ? { phone } : {}),
      ...(email ? { email } : {}),
    }));
  const list = (people: NonNullable<TenantData['roster']>) => load(server, { ...company(), roster: people });

  it('keep their way in after they changed their phone, and lose it with the list', async () => {
    const phone = newPhone();
    const registration = await enlist(server, { phone });
    const client = await newClient(server, { phone, host });
    const changed = newPhone();
    await server.call('POST', '/api/users/verification/login', {
      ...client,
      body: { key: 'PHONE', value: changed },
    });
    expect(
      (
        await server.call('POST', '/api/users/update/login', {
          ...client,
          body: { key: 'PHONE', value: changed, code: await codeFor(server, changed, host) },
        })
      ).status,
    ).toBe(200);
    await server.shift(3_700);
    expect((await identify(registration)).json.contact).toBe(`celular ****${changed.slice(-4)}`);
    await server.shift(100);
    await askCode(server, changed, { host });
    const again = await login(server, changed, await codeFor(server, changed, host), { host });
    expect(again.status).toBe(200);
    // The number that was given up opens nothing, whoever has it now.
    await askCode(server, phone, { host });
    const newest = (await messages(phone)) as { text: string; code?: string }[];
    expect(newest[0]?.code).toBeUndefined();
    const bearer = again.json.access_token;
    const people = await listed();
    await list(people);
    expect((await see(server, { bearer, host }, '/api/users')).status).toBe(200);
    await list(people.filter((one) => one.registration !== registration));
    expect((await see(server, { bearer, host }, '/api/users')).json.code).toBe('TOKEN_REVOKED');
    expect(
      (await server.call('POST', '/auth/renew', { host, body: { refreshToken: again.json.refresh_token } }))
        .json.code,
    ).toBe('TOKEN_REVOKED');
    await server.shift(3_700);
    await askCode(server, changed, { host });
    expect(
      ((await messages(changed)) as { at: string }[]).every(
        ({ at }) => Date.parse(at) < server.core.clock.now() - 3_000_000,
      ),
    ).toBe(true);
  });

  it('are signed out by a list without them, also when it comes while they enter', async () => {
    const phone = newPhone();
    await enlist(server, { phone });
    const { userId } = await newClient(server, { phone, host });
    const tenant = server.core.tenants.byId('clube');
    if (!tenant) throw new Error('there is no company store');
    const [admitted, imported] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const opening = server.services.session.open('clube', userId, true, {
      admit: async (tx) => {
        await server.services.roster.admit(tx, tenant, userId, undefined);
        admitted.resolve(undefined);
        await imported.promise;
      },
    });
    await admitted.promise;
    let isDone = false;
    const importing = importTenant(server.core, {
      ...company(),
      roster: [{ registration: 'OUTRA', name: 'Outra Pessoa', email: 'outra@exemplo.com' }],
    }).then(() => (isDone = true));
    // One connection has its order by itself; of several, the list must wait for whoever is on the way in.
    const waiting = async () =>
      Number(
        (
          await server.asOwner(
            `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        )[0]?.['n'],
      );
    if (engine === 'postgres') await expect.poll(async () => isDone || (await waiting()) > 0).toBe(true);
    imported.resolve(undefined);
    const [{ access_token: bearer }] = await Promise.all([opening, importing]);
    expect((await see(server, { bearer, host }, '/api/users')).json.code).toBe('TOKEN_REVOKED');
  });

  it("do not hand their company's number to their successor with their account", async () => {
    const phone = newPhone();
    await enlist(server, { phone });
    const { bearer } = await newClient(server, { phone, host });
    const others = (await listed()).filter((one) => one.phone !== phone);
    await list([...others, { registration: 'SUCESSOR', name: 'Outra Pessoa', phone }]);
    expect((await see(server, { bearer, host }, '/api/users')).json.code).toBe('TOKEN_REVOKED');
  });
});
