import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '../db/database.ts';
import { alert } from '#server/db/schema/people/alert.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { cep } from '#server/db/schema/shop/cep.ts';
import { document } from '#server/db/schema/shop/document.ts';
import { hub } from '#server/db/schema/shop/hub.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { marketplace } from '#server/db/schema/shop/marketplace.ts';
import { shippingMethod } from '#server/db/schema/shop/shipping-method.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { tenant, tenantHost } from '#server/db/schema/shop/tenant.ts';
import { tenantSource } from '#server/db/schema/shop/tenant-source.ts';
import { TENANTS_TOPIC } from '#server/platform/tenant-directory.ts';
import { SESSION_TOPIC } from '#server/platform/principal.ts';
import { sourceOf } from './export.ts';
import { prepareIcons, readScreenshots } from './icons.ts';
import { importCoupons } from './import-coupons.ts';
import { importRoster } from './import-roster.ts';
import { isPictureName, preparePictures } from './pictures.ts';
import { rowsOf } from './project.ts';
import { TenantError, readTenant } from './read.ts';
import { type TenantData } from './data.ts';

/** Rows per statement: below PostgreSQL's 65,535 parameters with room. */
const BATCH = 500;

const insertAll = async <R>(rows: readonly R[], insert: (batch: R[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < rows.length; at += BATCH) await insert(rows.slice(at, at + BATCH));
};

/** Grows when an import writes more than it did: demo tenants are then loaded anew. */
const FORMAT = 3;

/**
 * Before the fingerprint of a store that somebody loaded from a folder of theirs, also where it took the
 * place of a demo store.
 */
const OWN = 'own ';
/** The demo stores. */
const shops = resolve(import.meta.dirname, '../../shops');
const isShipped = (folder: string) => dirname(resolve(folder)) === shops;

/**
 * What a folder amounts to, told times aside: of the rows that are made of it, so that a change in how they
 * are made counts as well.
 */
const fingerprintOf = (data: TenantData): string =>
  `${isShipped(data.folder) ? '' : OWN}${createHash('sha256')
    .update(
      JSON.stringify([
        FORMAT,
        data.tenant,
        data.icons,
        data.screenshots,
        rowsOf(data, new Date(0)),
        data.coupons,
        data.roster,
      ]),
    )
    .digest('hex')}`;

/**
 * Loads a tenant, or brings a loaded one up to date. Ids come from the names, so carts and orders keep
 * pointing at the same things.
 * Times told from the import ("ends in three days") are told anew.
 * @param data      a folder that `readTenant` accepted
 * @param stockAs   `kept`: what is left of an item stays; `loaded`: back to what the folder says
 * @param hostsOfOthers what is done about hosts that another tenant has: the whole folder is `refused`, or
 * they are `left` to whom they belong
 * @throws TenantError, with nothing written
 */
export async function importTenant(
  core: Core,
  data: TenantData,
  stockAs: 'kept' | 'loaded' = 'kept',
  hostsOfOthers: 'refused' | 'left' = 'refused',
): Promise<string> {
  const { client } = data.tenant;
  const now = core.clock.date();
  const rows = rowsOf(data, now);
  const about = {
    client,
    name: data.tenant.partner.name,
    isDefault: data.tenant.default,
    intranet: data.tenant.marketplaces.some((store) => store.intranet),
    settings: {
      ...data.tenant,
      ...(data.icons && { icons: data.icons }),
      ...(data.screenshots?.length && { screenshots: data.screenshots }),
    },
    fingerprint: fingerprintOf(data),
    importedAt: now,
  };
  await core.db.tenant(client, async (tx) => {
    // Only one tenant answers for hosts that nobody claimed: the newest that says so.
    if (about.isDefault) await tx.update(tenant).set({ isDefault: false });
    await tx
      .insert(tenant)
      .values({ id: client, ...about })
      .onConflictDoUpdate({ target: tenant.id, set: about });
    const theirs = await claimHosts(tx, client, data.tenant.hosts);
    if (hostsOfOthers === 'refused' && theirs.length > 0)
      throw new TenantError(
        data.folder,
        theirs.map(({ host, tenantId }) => `tenant.json, hosts: "${host}" já é da loja "${tenantId}"`),
      );
    await replace(tx, client, rows);
    const body = sourceOf(data);
    await tx
      .insert(tenantSource)
      .values({ tenantId: client, body })
      .onConflictDoUpdate({ target: tenantSource.tenantId, set: { body } });
    await insertAll(rows.stock, (batch) => {
      const insert = tx.insert(stock).values(batch);
      return stockAs === 'kept'
        ? insert.onConflictDoNothing()
        : insert.onConflictDoUpdate({
            target: [stock.tenantId, stock.itemId],
            set: { quantity: sql`excluded.quantity`, initial: sql`excluded.initial` },
          });
    });
    await lookAgain(tx, client, now);
    await importCoupons(tx, data, now);
    await importRoster(tx, data, now);
    if (about.intranet) await core.events.publish(tx, client, SESSION_TOPIC, { type: 'session.changed' });
    await insertAll(rows.ceps, (batch) =>
      tx.insert(cep).values(batch).onConflictDoUpdate({ target: cep.cep, set: cepUpdate }),
    );
    await core.events.changed(tx, client);
    await core.events.publish(tx, '*', TENANTS_TOPIC, { type: 'tenant.imported', tenantId: client });
  });
  await core.tenants.reload();
  return client;
}

/**
 * Gives a tenant its hosts, of those that it may have (SEC-23).
 * @returns those that another one has, and who
 */
async function claimHosts(
  tx: Tx,
  tenantId: string,
  hosts: readonly string[],
): Promise<(typeof tenantHost.$inferSelect)[]> {
  await tx.delete(tenantHost).where(eq(tenantHost.tenantId, tenantId));
  // In one order, so that two imports wait for each other instead of both failing.
  const wanted = [...new Set(hosts.map((host) => host.toLowerCase()))].sort();
  if (wanted.length === 0) return [];
  // Who has it keeps it: a row that is there is locked and told as it is, also one that another import is
  // just writing.
  const rows = await tx
    .insert(tenantHost)
    .values(wanted.map((host) => ({ host, tenantId })))
    .onConflictDoUpdate({ target: tenantHost.host, set: { tenantId: sql`${tenantHost.tenantId}` } })
    .returning();
  return rows.filter((row) => row.tenantId !== tenantId);
}

const cepUpdate = {
  street: sql`excluded.street`,
  complement: sql`excluded.complement`,
  neighborhood: sql`excluded.neighborhood`,
  city: sql`excluded.city`,
  state: sql`excluded.state`,
  hasNumber: sql`excluded.has_number`,
  latitude: sql`excluded.latitude`,
  longitude: sql`excluded.longitude`,
  source: sql`excluded.source`,
  fetchedAt: sql`excluded.fetched_at`,
};

/**
 * The catalog as the folder has it, nothing else. Orders carry their own copies of names and prices, so
 * nothing points into it.
 */
async function replace(tx: Tx, tenantId: string, rows: ReturnType<typeof rowsOf>): Promise<void> {
  for (const table of [marketplace, campaign, item, hub, shippingMethod, document])
    await tx.delete(table).where(eq(table.tenantId, tenantId));
  await insertAll(rows.marketplaces, (batch) => tx.insert(marketplace).values(batch));
  await insertAll(rows.campaigns, (batch) => tx.insert(campaign).values(batch));
  await insertAll(rows.items, (batch) => tx.insert(item).values(batch));
  await insertAll(rows.hubs, (batch) => tx.insert(hub).values(batch));
  await insertAll(rows.shippingMethods, (batch) => tx.insert(shippingMethod).values(batch));
  await insertAll(rows.documents, (batch) => tx.insert(document).values(batch));
}

/** Whoever waits for a campaign may be told by what was loaded: its times, its needs, its areas. Source: D78. */
const lookAgain = (tx: Tx, tenantId: string, now: Date) =>
  tx.update(alert).set({ lookAt: now }).where(eq(alert.tenantId, tenantId));

/** Folders of the tenants that are shipped. */
export const shippedTenants = (): string[] =>
  readdirSync(shops, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(shops, entry.name, 'tenant.json')))
    .map((entry) => join(shops, entry.name));

/** A demo store with what is sent of its photographs and its icon. */
async function readShipped({ env }: Core, folder: string): Promise<TenantData> {
  const data = await readTenant(folder);
  const { suffixes, own } = await preparePictures(env.DATA_DIR, data, 'shown');
  const icons = await prepareIcons(env.DATA_DIR, data);
  return { ...data, suffixes, icons, screenshots: await readScreenshots(data, own) };
}

// An operator may have given a demo store's host to a store of theirs. Nobody asked for the demo, so it goes
// without that host: the start must not fail, and their address must not change hands.
const importDemo = (core: Core, data: TenantData, stockAs: 'kept' | 'loaded') =>
  importTenant(core, data, stockAs, 'left');

/**
 * Brings the demo tenants up to date at a start: whole when their folder changed, else only what is told from
 * now ("ends in three days"). What somebody loaded in their place stays as it is.
 */
export async function refreshShippedTenants(core: Core): Promise<void> {
  const loaded = new Map(
    (await core.db.global.select({ id: tenant.id, fingerprint: tenant.fingerprint }).from(tenant)).map(
      (row) => [row.id, row.fingerprint],
    ),
  );
  for (const folder of shippedTenants()) {
    const data = await readShipped(core, folder);
    const { client } = data.tenant;
    const known = loaded.get(client);
    if (known?.startsWith(OWN)) continue;
    if (known !== fingerprintOf(data)) await importDemo(core, data, 'kept');
    else await restartTimes(core, client, rowsOf(data, core.clock.date()));
  }
}

/** Campaigns open and end counted from now. */
async function restartTimes(
  core: Core,
  tenantId: string,
  { campaigns }: ReturnType<typeof rowsOf>,
): Promise<void> {
  await core.db.tenant(tenantId, async (tx) => {
    await tx.delete(campaign).where(eq(campaign.tenantId, tenantId));
    await tx.insert(campaign).values(campaigns);
    await lookAgain(tx, tenantId, core.clock.date());
    await core.events.changed(tx, tenantId);
  });
}

/** Loads the demo tenants. */
export async function importShippedTenants(core: Core, stockAs: 'kept' | 'loaded' = 'kept'): Promise<void> {
  for (const folder of shippedTenants()) await importDemo(core, await readShipped(core, folder), stockAs);
}

/**
 * Loads a tenant from a folder anywhere; its pictures are copied below the data directory, each as it is sent.
 * @param onMade called with the name of each photograph that something was made of
 */
export async function importFolder(
  core: Core,
  folder: string,
  onMade?: (name: string) => void,
): Promise<string> {
  const data = await readTenant(resolve(folder));
  if (isShipped(folder)) return importTenant(core, await readShipped(core, folder));
  const { suffixes, own } = await preparePictures(core.env.DATA_DIR, data, 'all', onMade);
  const icons = await prepareIcons(core.env.DATA_DIR, data);
  const screenshots = await readScreenshots(data, own);
  const client = await importTenant(core, { ...data, suffixes, icons, screenshots });
  const place = join(core.env.DATA_DIR, 'media', client);
  await mkdir(place, { recursive: true });
  for (const name of data.media.filter(isPictureName))
    await copyFile(own.get(name) ?? join(data.folder, 'media', name), join(place, name));
  // Once more, now that the pictures are there: a running shop looks for them anew.
  await core.db.tenant(client, (tx) =>
    core.events.publish(tx, '*', TENANTS_TOPIC, { type: 'tenant.imported', tenantId: client }),
  );
  return client;
}
