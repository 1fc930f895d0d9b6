import { globSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as account from '#server/db/schema/people/account.ts';
import * as campaign from '#server/db/schema/shop/campaign.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: string;
  column_default: string | null;
}

/** A value of a type, good enough for a row that nobody reads. */
const valueOf = ({ udt_name: type }: Column): string => {
  if (type === 'uuid') return `gen_random_uuid()`;
  if (type === 'timestamptz') return `'2026-01-01T00:00:00Z'`;
  if (type === 'jsonb') return `'{}'`;
  if (type === 'bool') return 'false';
  if (type.startsWith('_')) return `'{}'`;
  if (type.startsWith('int') || type.startsWith('float')) return '1';
  return `'x'`;
};

const TENANTS = ['one', 'two'];
const secondRow = new Set(['tenant_host']);

describe.each(engines)('the walls between tenants on %s', (engine) => {
  let server: TestServer;
  let tables: string[];

  /** As the owner of the tables, outside the walls. */

  beforeAll(async () => {
    server = await openTestServer(engine, { tenants: 'none' });
    const columns = (await server.asOwner(
      `select table_name, column_name, udt_name, is_nullable, column_default from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
    )) as unknown as Column[];
    tables = [
      ...new Set(
        columns.filter((column) => column.column_name === 'tenant_id').map((column) => column.table_name),
      ),
    ];
    // Foreign keys off: what matters here is that each table has rows of two tenants.
    for (const table of tables.filter((name) => !secondRow.has(name)))
      for (const tenant of TENANTS) {
        const needed = columns.filter(
          (column) =>
            column.table_name === table &&
            column.is_nullable === 'NO' &&
            column.column_default === null &&
            column.column_name !== 'tenant_id',
        );
        await server.asOwner(
          `set session_replication_role = replica; insert into "${table}" (${['tenant_id', ...needed.map((column) => `"${column.column_name}"`)].join(', ')}) values (${[`'${tenant}'`, ...needed.map(valueOf)].join(', ')}); set session_replication_role = default`,
        );
      }
  });
  afterAll(() => server.close());

  it('stand around every table that has a tenant', async () => {
    expect(tables.length).toBeGreaterThan(25);
    const walled = await server.asOwner(
      `select relname from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = 'public' and relrowsecurity and relforcerowsecurity order by 1`,
    );
    expect(walled.map((row) => row['relname'])).toEqual([...tables].sort());
    const owner = await server.asOwner(`select count(*)::int as n from campaign`);
    expect(owner).toEqual([{ n: 2 }]);
  });

  it('hide the rows of others when a query forgets the tenant', async () => {
    for (const table of tables) {
      const seen = await server.core.db.tenant(
        'one',
        async (tx) =>
          (await tx.execute(sql.raw(`select tenant_id from "${table}"`))) as unknown as {
            rows: { tenant_id: string }[];
          },
      );
      expect([table, seen.rows.map((row) => row.tenant_id)]).toEqual([table, ['one']]);
    }
  });

  it('hide everything when no tenant was named', async () => {
    for (const table of tables) {
      const { rows } = await server.core.db.executeSql(`select tenant_id from "${table}"`);
      expect([table, rows]).toEqual([table, []]);
    }
    expect(await server.core.db.global.select().from(campaign.campaign)).toEqual([]);
  });

  it('let nobody write, change or delete for another tenant', async () => {
    for (const table of tables) {
      const changed = await server.core.db.tenant(
        'one',
        async (tx) =>
          (await tx.execute(
            sql.raw(`update "${table}" set tenant_id = tenant_id where tenant_id = 'two' returning 1`),
          )) as unknown as { rows: unknown[] },
      );
      expect([table, changed.rows]).toEqual([table, []]);
      await expect(
        server.core.db.tenant('one', (tx) => tx.execute(sql.raw(`update "${table}" set tenant_id = 'two'`))),
      ).rejects.toThrow();
    }
    const row = {
      tenantId: 'two',
      id: '00000000-0000-4000-8000-000000000001',
      userId: '00000000-0000-4000-8000-000000000002',
      name: 'x',
      properties: {},
      createdAt: new Date(0),
      updatedAt: new Date(0),
    };
    await expect(
      server.core.db.tenant('one', (tx) => tx.insert(account.account).values(row)),
    ).rejects.toThrow();
  });

  it('forget the tenant at the end of a transaction', async () => {
    await server.core.db.tenant('one', async (tx) => tx.select().from(campaign.campaign));
    const { rows } = await server.core.db.executeSql(
      `select coalesce(current_setting('app.tenant', true), '') as tenant, current_user::text as who`,
    );
    expect(rows).toEqual([{ tenant: '', who: 'app' }]);
  });

  it('have one window, through which is seen whose work is due, and nothing else', async () => {
    await server.asOwner(`update "order" set due_at = '2026-01-01T00:00:00Z' where tenant_id = 'two'`);
    const due = async (at: string) =>
      (await server.core.db.executeSql(`select * from due_work($1)`, [new Date(at)])).rows;
    expect(await due('2025-12-31T23:59:59Z')).toEqual([]);
    expect(await due('2026-01-01T00:00:00Z')).toEqual([{ sweep: 'order.due', tenant: 'two' }]);
    // An embedded database has one user, who may become anybody.
    if (engine === 'postgres')
      for (const stolen of [
        `set role sweeper`,
        `grant sweeper to app`,
        `create or replace function due_work(until timestamptz) returns table (sweep text, tenant text) language sql as 'select 1::text, 2::text'`,
      ])
        await expect(server.core.db.executeSql(stolen)).rejects.toThrow();
    // Whoever could become it would see no more either.
    for (const table of tables)
      await expect(server.asOwner('set role sweeper', `select * from "${table}"`)).rejects.toThrow(
        'permission denied',
      );
    expect(
      await server.asOwner(
        `select r.rolname from pg_auth_members m join pg_roles r on r.oid = m.member where m.roleid = 'sweeper'::regrole and (m.inherit_option or m.set_option)`,
      ),
    ).toEqual([]);
  });

  it('put the tenant first in every key and index', async () => {
    const keys = await server.asOwner(
      `select t.relname as table, i.relname as index, a.attname as first from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = t.relnamespace
       join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0] where n.nspname = 'public'`,
    );
    expect(keys.length).toBeGreaterThan(50);
    // Due work is found for all tenants at once, by its time.
    const dueWork = ['cart_lock_due', 'order_due', 'payment_check'];
    expect(
      keys
        .filter((key) => tables.includes(String(key['table'])) && key['first'] !== 'tenant_id')
        .map((key) => String(key['index']))
        .toSorted(),
    ).toEqual(dueWork);
  });

  it('are not opened by a transaction inside a transaction, which would also wait for itself', async () => {
    await expect(
      server.core.db.tenant('one', () => server.core.db.tenant('two', async () => 1)),
    ).rejects.toThrow('inside a transaction');
    await expect(
      server.core.db.tenant('one', async () => await server.core.db.global.select().from(campaign.campaign)),
    ).rejects.toThrow();
    expect(
      await server.core.db.tenant('one', async (tx) => (await tx.select().from(campaign.campaign)).length),
    ).toBe(1);
  });
});

describe('the schema', () => {
  it('names the tenant column first in every table that has one', async () => {
    const root = join(import.meta.dirname, '../../..');
    const modules: Record<string, unknown>[] = await Promise.all(
      globSync('src/server/db/schema/**/*.ts', { cwd: root }).map(
        (file) => import(join(root, file)) as Promise<Record<string, unknown>>,
      ),
    );
    const tables = modules
      .flatMap((module) => Object.values(module))
      .filter((value): value is PgTable => is(value, PgTable) && 'tenantId' in getTableColumns(value));
    expect(tables.length).toBeGreaterThan(30);
    const firsts = tables.map((table) => [
      getTableConfig(table).name,
      getTableConfig(table).columns[0]?.name,
    ]);
    // Found by its host, before anybody knows the tenant.
    expect(firsts.filter(([name]) => name !== 'tenant_host')).toEqual(
      firsts.flatMap(([name]) => (name === 'tenant_host' ? [] : [[name, 'tenant_id']])),
    );
  });
});
