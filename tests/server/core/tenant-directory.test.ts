import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { tenant } from '#server/db/schema/shop/tenant.ts';
import { openTenantDirectory } from '#server/platform/tenant-directory.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';

type Read = {
  from(table: unknown): { leftJoin(...join: unknown[]): { orderBy(column: unknown): Promise<unknown[]> } };
};

describe('the directory of tenants', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await openTestServer('postgres')));
  afterAll(() => server.close());

  it('knows what was imported last, also when an earlier reading arrives after a later one', async () => {
    const { db, events } = server.core;
    const [read, arrive] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let readings = 0;
    // The same statements on the same database; the answer to the second is long on its way.
    const late = {
      ...db,
      global: {
        select: (fields: Parameters<typeof db.global.select>[0]): Read => ({
          from: (table) => ({
            leftJoin: (...join) => ({
              async orderBy(column) {
                const reading = ++readings;
                const rows = await (db.global.select(fields as never) as unknown as Read)
                  .from(table)
                  .leftJoin(...join)
                  .orderBy(column);
                if (reading !== 2) return rows;
                read.resolve(undefined);
                await arrive.promise;
                return rows;
              },
            }),
          }),
        }),
      },
    } as unknown as Database; // as much of it as the directory asks for
    const directory = await openTenantDirectory(late, events);
    const early = directory.reload();
    await read.promise;
    const [row] = await db.global.select().from(tenant).where(eq(tenant.id, 'client'));
    if (!row) throw new Error('no tenant');
    await db.global.insert(tenant).values({ ...row, id: 'nova', client: 'nova', isDefault: false });
    const later = directory.reload();
    for (let statement = 0; statement < 5; statement++) await db.global.select().from(tenant);
    arrive.resolve(undefined);
    await Promise.all([early, later]);
    expect(directory.byClient('nova')?.id).toBe('nova');
  });
});
