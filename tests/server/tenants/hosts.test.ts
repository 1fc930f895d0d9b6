import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tenant, tenantHost } from '#server/db/schema/shop/tenant.ts';
import {
  importFolder,
  importShippedTenants,
  importTenant,
  refreshShippedTenants,
  shippedTenants,
} from '#server/tenants/import.ts';
import { TenantError } from '#server/tenants/read.ts';
import { type Engine, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { tinyTenants } from '#tests/support/tenants/tiny-tenants.ts';
import { weaken } from '#tests/support/sql-mutation.ts';

const scratch = mkdtempSync(join(tmpdir(), 'vitrine-hosts-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A folder of an operator's, made of Feira's. */
function folderOf(client: string, hosts: string[]): string {
  const folder = mkdtempSync(join(scratch, 'folder-'));
  cpSync(shippedTenants().find((one) => one.endsWith('feira')) ?? '', folder, { recursive: true });
  const file = join(folder, 'tenant.json');
  writeFileSync(
    file,
    JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), client, hosts, default: false }),
  );
  return folder;
}
const hostsOf = async ({ core }: TestServer) =>
  Object.fromEntries(
    (await core.db.global.select().from(tenantHost).orderBy(asc(tenantHost.host))).map(
      ({ host, tenantId }) => [host, tenantId],
    ),
  );
const tenantsOf = ({ core }: TestServer) => core.db.global.select().from(tenant).orderBy(asc(tenant.id));

/** Two new stores that want the same two hosts at once. @returns what became of each */
async function race(server: TestServer): Promise<PromiseSettledResult<string>[]> {
  const [data] = tinyTenants();
  if (!data) throw new Error('no tenant');
  const hosts = ['um.exemplo', 'dois.exemplo'];
  return Promise.allSettled(
    ['a', 'b'].map((client, at) =>
      importTenant(server.core, {
        ...data,
        tenant: { ...data.tenant, client, default: false, hosts: at ? hosts : hosts.toReversed() },
      }),
    ),
  );
}

describe.each(engines)('hosts of the stores on %s', (engine: Engine) => {
  let server: TestServer;
  beforeEach(async () => void (server = await openTestServer(engine, { tenants: 'none' })));
  afterEach(() => server.close());

  it.each(['client', 'nova'])(
    'SEC-16 SEC-23 are taken from nobody: the import of "%s" is refused by name, and nothing is written',
    async (client) => {
      await importShippedTenants(server.core);
      const before = await tenantsOf(server);
      const folder = folderOf(client, ['nova.localhost', 'Clube.localhost']);
      const refusal = await importFolder(server.core, folder).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(TenantError);
      expect(String(refusal)).toMatch(
        /tem um erro:\n {2}tenant\.json, hosts: "clube\.localhost" já é da loja "clube"$/,
      );
      expect([await tenantsOf(server), await hostsOf(server)]).toEqual([
        before,
        { 'clube.localhost': 'clube', 'feira.localhost': 'client' },
      ]);
      expect(
        (await server.call('GET', '/api/operation/campaigns/public', { host: 'clube.localhost' })).status,
      ).toBe(401);
    },
  );

  it('are kept, changed and given back by the folder of whose they are', async () => {
    await importShippedTenants(server.core);
    const own = folderOf('nova', ['nova.exemplo', 'NOVA.exemplo', 'outra.exemplo']);
    for (let time = 0; time < 2; time++) await importFolder(server.core, own);
    expect(await hostsOf(server)).toMatchObject({ 'nova.exemplo': 'nova', 'outra.exemplo': 'nova' });
    await importFolder(server.core, folderOf('nova', []));
    await importFolder(server.core, folderOf('segunda', ['outra.exemplo']));
    expect(await hostsOf(server)).toEqual({
      'clube.localhost': 'clube',
      'feira.localhost': 'client',
      'outra.exemplo': 'segunda',
    });
  });

  it('go to one of two imports at once', async () => {
    const outcomes = await race(server);
    const [winner] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const refusals = outcomes.flatMap((outcome): unknown[] =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    expect(refusals).toEqual([expect.any(TenantError)]);
    expect(String(refusals[0])).toContain(`"um.exemplo" já é da loja "${winner}"`);
    expect((await tenantsOf(server)).map(({ id }) => id)).toEqual([winner]);
    expect(await hostsOf(server)).toEqual({ 'dois.exemplo': winner, 'um.exemplo': winner });
  });

  it('stay with an operator who has a demo store’s, at a start and when the demo is brought back', async () => {
    await importFolder(server.core, folderOf('nova', ['feira.localhost']));
    await refreshShippedTenants(server.core);
    const expected = { 'clube.localhost': 'clube', 'feira.localhost': 'nova' };
    expect(await hostsOf(server)).toEqual(expected);
    // A demo store that a release has changed.
    await server.core.db.global.update(tenant).set({ fingerprint: 'older' }).where(eq(tenant.id, 'client'));
    await refreshShippedTenants(server.core);
    expect(await hostsOf(server)).toEqual(expected);
    expect((await server.call('POST', '/sandbox/reset', { body: {} })).status).toBe(204);
    expect(await hostsOf(server)).toEqual(expected);
  });
});

describe('the race for a host without its guard', () => {
  it('is lost: both imports are taken, and one has no host', async () => {
    const server = await openTestServer('postgres', { tenants: 'none' });
    const { changed, restore } = weaken({
      from: /(do update set "tenant_id_of_host" = )"tenant_host"\."tenant_id_of_host"/,
      to: '$1excluded.tenant_id_of_host',
    });
    try {
      const outcomes = await race(server);
      expect([changed(), outcomes.map(({ status }) => status)]).toEqual([2, ['fulfilled', 'fulfilled']]);
      expect(new Set(Object.values(await hostsOf(server))).size).toBe(1);
    } finally {
      restore();
      await server.close();
    }
  });
});
