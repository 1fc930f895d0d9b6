import { eq } from 'drizzle-orm';
import type { Tenant } from '#contract/tenant/tenant.ts';
import type { IconFolders, Screenshot } from '#domain/picture.ts';
import type { Database } from '#server/db/database.ts';
import { tenant, tenantHost } from '#server/db/schema/shop/tenant.ts';
import type { Events } from './events.ts';

/** A tenant as every request carries it. */
export interface TenantRecord {
  id: string;
  /** What `X-App` must say. */
  client: string;
  name: string;
  isDefault: boolean;
  intranet: boolean;
  /** `icons`, `screenshots`: what the import made for the manifest; not of a store loaded before it did. */
  settings: Tenant & { icons?: IconFolders; screenshots?: Screenshot[] };
}

/** Which tenant a host belongs to, kept in memory. */
export interface TenantDirectory {
  /** The tenant of a known host, or undefined. */
  byHost(host: string): TenantRecord | undefined;
  byClient(client: string): TenantRecord | undefined;
  byId(id: string): TenantRecord | undefined;
  /** The tenant of hosts that nobody claimed. @throws when nothing was imported */
  fallback(): TenantRecord;
  all(): readonly TenantRecord[];
  reload(): Promise<void>;
}

/** Topic that says that tenants were imported. */
export const TENANTS_TOPIC = 'tenants';

/** Reads all tenants once and again whenever some process imported one. */
export async function openTenantDirectory(db: Database, events: Events): Promise<TenantDirectory> {
  let records: TenantRecord[] = [];
  let hosts = new Map<string, TenantRecord>();
  // In one statement: tenants and hosts of the same moment.
  const read = async () => {
    const rows = await db.global
      .select({ tenant, host: tenantHost.host })
      .from(tenant)
      .leftJoin(tenantHost, eq(tenantHost.tenantId, tenant.id))
      .orderBy(tenant.id);
    // The importer is the only writer and validates against the contract.
    const known = new Map(
      rows.map(({ tenant: { id, client, name, isDefault, intranet, settings } }) => [
        id,
        { id, client, name, isDefault, intranet, settings: settings as unknown as TenantRecord['settings'] },
      ]),
    );
    records = [...known.values()];
    hosts = new Map(
      rows.flatMap(({ tenant: { id }, host }) => {
        const record = known.get(id);
        return host !== null && record ? [[host, record]] : [];
      }),
    );
  };
  // One after the other: what was read before a change never takes the place of what was read after it.
  let reading = Promise.resolve();
  const reload = (): Promise<void> => (reading = reading.catch(() => undefined).then(read));
  await reload();
  const reloadSoon = () => void reload().catch(() => undefined);
  events.subscribe('*', TENANTS_TOPIC, reloadSoon);
  events.onReconnect(reloadSoon);
  return {
    byHost: (host) => hosts.get(host),
    byClient: (client) => records.find((record) => record.client === client),
    byId: (id) => records.find((record) => record.id === id),
    fallback() {
      const found = records.find((record) => record.isDefault) ?? records[0];
      if (!found) throw new Error('no tenant was imported: npm run tenant:import -- <folder>');
      return found;
    },
    all: () => records,
    reload,
  };
}
