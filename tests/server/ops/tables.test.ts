import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';

const byName = (a = '', b = '') => a.localeCompare(b);
const root = join(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const named = (start: string) =>
  [
    ...(text.split('\n').find((line) => line.startsWith(start)) ?? '')
      .slice(start.length)
      .matchAll(/`(\w+)`/g),
  ]
    .map(([, name]) => name)
    .toSorted(byName);

describe('the tables in docs/operations.md', () => {
  it('are those of the schema, each with the column that says where it lives', async () => {
    const modules: Record<string, unknown>[] = await Promise.all(
      globSync('src/server/db/schema/**/*.ts', { cwd: root }).map(
        (file) => import(join(root, file)) as Promise<Record<string, unknown>>,
      ),
    );
    const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
    const isTenants = (table: PgTable) =>
      'tenantId' in getTableColumns(table) && getTableName(table) !== 'tenant_host';
    expect(tables.length).toBeGreaterThan(30);
    expect(named('- Distributed by `tenant_id`')).toEqual(
      tables
        .filter(isTenants)
        .map((table) => getTableName(table))
        .toSorted(byName),
    );
    expect(
      [...named('- On every machine'), ...named('- Distributed by its own key')].toSorted(byName),
    ).toEqual(
      tables
        .filter((table) => !isTenants(table))
        .map((table) => getTableName(table))
        .toSorted(byName),
    );
  });
});
