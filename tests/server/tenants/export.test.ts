import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roster } from '#server/db/schema/people/roster.ts';
import { tenantSource } from '#server/db/schema/shop/tenant-source.ts';
import { tenant } from '#server/db/schema/shop/tenant.ts';
import { exportTenant } from '#server/tenants/export.ts';
import { importFolder, refreshShippedTenants, shippedTenants } from '#server/tenants/import.ts';
import { rowsOf } from '#server/tenants/project.ts';
import { readTenant } from '#server/tenants/read.ts';
import { buy, newClient } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const scratch = mkdtempSync(join(tmpdir(), 'vitrine-export-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe.each(engines)('a tenant written as a folder on %s', (engine) => {
  let from: TestServer;
  let to: TestServer;
  beforeAll(async () => {
    from = await openTestServer(engine, { tenants: 'demo' });
    to = await openTestServer(engine, { tenants: 'none' });
  });
  afterAll(async () => {
    await from.close();
    await to.close();
  });
  const fingerprintOf = async (server: TestServer, client: string) =>
    (await server.core.db.global.select().from(tenant).where(eq(tenant.id, client)))[0]?.fingerprint;

  it.each(['client', 'clube'])('is taken by the import again, with an equal result: %s', async (client) => {
    const folder = join(scratch, `${engine}-${client}`);
    await exportTenant(from.core, client, folder);
    expect(await importFolder(to.core, folder)).toBe(client);
    // People are in no export, and so in no fingerprint of one.
    if (client === 'client')
      expect(await fingerprintOf(to, client)).toBe(`own ${await fingerprintOf(from, client)}`);
    expect(existsSync(join(folder, 'roster.json'))).toBe(false);
    const { roster: people, ...shipped } = await readTenant(
      shippedTenants().find((one) => one.endsWith(client === 'client' ? 'feira' : 'clube')) ?? '',
    );
    const written = await readTenant(folder);
    expect([(people?.length ?? 0) > 0, await to.core.db.read(client, (tx) => tx.$count(roster))]).toEqual([
      client === 'clube',
      0,
    ]);
    expect(rowsOf(written, new Date(0))).toEqual(rowsOf(shipped, new Date(0)));
    expect({ ...written, folder: '', media: written.media.toSorted() }).toEqual({
      ...shipped,
      folder: '',
      media: shipped.media.toSorted(),
    });
    // Kits, flavours and coupons are among what came back.
    if (client === 'client')
      expect([
        written.coupons?.length,
        [...written.items.values()].flat().filter(({ kit, flavors }) => kit ?? flavors).length,
      ]).toEqual([3, 4]);
    for (const name of shipped.media)
      expect(
        readFileSync(join(folder, 'media', name)).equals(readFileSync(join(shipped.folder, 'media', name))),
      ).toBe(true);
    expect((await to.call('GET', `/media/${client}/${shipped.tenant.logo.mark}`)).status).toBe(200);
    // And once more, from the copy.
    await exportTenant(to.core, client, `${folder}-again`);
    const relative = (root: string) =>
      filesIn(root)
        .map((file) => [file.slice(root.length), readFileSync(file, 'base64')] as const)
        .toSorted(([a], [b]) => a.localeCompare(b));
    expect(relative(`${folder}-again`)).toEqual(relative(folder));
  });

  it('is what the store stays at later starts, also where it took the place of a demo store', async () => {
    const folder = join(scratch, `${engine}-changed`);
    await exportTenant(from.core, 'client', folder);
    const file = join(folder, 'tenant.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('+551140000001', '+551140000002'));
    await importFolder(to.core, folder);
    const settings = async () =>
      JSON.stringify(
        (await to.core.db.global.select().from(tenant).where(eq(tenant.id, 'client')))[0]?.settings,
      );
    const imported = await settings();
    expect(imported).toContain('+551140000002');
    await refreshShippedTenants(to.core);
    expect(await settings()).toBe(imported);
    expect((await to.call('POST', '/sandbox/reset', {})).status).toBe(204);
    expect(await settings()).not.toBe(imported);
  });

  it('has the stock that is left, and nobody in it', async () => {
    const server = await openTestServer(engine);
    const client = await newClient(server);
    const { order } = await buy(server, client);
    const logo = 'logo.svg';
    const media = join(server.core.env.DATA_DIR, 'media/client');
    mkdirSync(media, { recursive: true });
    for (const name of [logo, 'banca.webp', 'tomate-400.webp']) writeFileSync(join(media, name), 'x');
    const folder = join(scratch, `${engine}-sold`);
    await exportTenant(server.core, 'client', folder);
    expect(
      (await readTenant(folder)).items.get('semana')?.map(({ slug, quantity }) => [slug, quantity]),
    ).toEqual([
      ['tomate', 99],
      ['banana', 50],
      ['manga', 3],
    ]);
    const text = filesIn(folder)
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
    for (const private_ of [
      client.phone,
      client.phone.slice(3),
      client.userId,
      client.accountId,
      order.code,
      'marina',
      '52998224725',
      '529.982',
    ])
      expect([private_, text.toLowerCase().includes(private_.toLowerCase())]).toEqual([private_, false]);
    await server.close();
  });

  it('is refused where something lies already, for nobody, and without its source, and leaves nothing behind', async () => {
    const full = join(scratch, `${engine}-full`);
    mkdirSync(full);
    writeFileSync(join(full, 'mine.txt'), 'mine');
    await expect(exportTenant(from.core, 'client', full)).rejects.toThrow(/não está vazia/);
    expect(readdirSync(full)).toEqual(['mine.txt']);
    await expect(exportTenant(from.core, 'ninguem', join(scratch, 'x'))).rejects.toThrow(
      /Não há loja "ninguem". As que existem: client, clube/,
    );
    await from.core.db.tenant('clube', (tx) =>
      tx.delete(tenantSource).where(eq(tenantSource.tenantId, 'clube')),
    );
    await expect(exportTenant(from.core, 'clube', join(scratch, 'x'))).rejects.toThrow(/mais uma vez/);
    expect(readdirSync(scratch).filter((name) => name.startsWith('.exporting'))).toEqual([]);
  });
});
