import type { Tenant } from '#contract/tenant.ts';
import type { Database } from './db/database.ts';
import { tenant, tenantHost } from './db/schema/tenant.ts';
import type { Events } from './events.ts';

/** A tenant as every request carries it. */
export interface TenantRecord {
  id: string;
  /** What `X-App` must say. */
  client: string;
  name: string;
  isDefault: boolean;
  intranet: boolean;
  settings: Tenant;
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
  const reload = async () => {
    const [rows, claimed] = [await db.global.select().from(tenant).orderBy(tenant.id), await db.global.select().from(tenantHost)];
    // The importer is the only writer and validates against the contract.
    records = rows.map((row) => ({ id: row.id, client: row.client, name: row.name, isDefault: row.isDefault, intranet: row.intranet, settings: row.settings as unknown as Tenant }));
    hosts = new Map(claimed.flatMap((row) => records.filter((record) => record.id === row.tenantId).map((record) => [row.host, record] as const)));
  };
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
