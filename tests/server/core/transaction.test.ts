import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterCommit, deferToCommit } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/faults.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { document } from '#server/db/schema/shop/document.ts';
import { DATA_TOPIC } from '#server/platform/events.ts';
import { refreshShippedTenants } from '#server/tenants/import.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('a transaction on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine, { tenants: 'demo' });
    await server.core.jobs.stop();
  });
  afterAll(() => server.close());

  const note = (id: string) => ({
    tenantId: 'client',
    collection: 'test',
    id,
    body: {},
    updatedAt: new Date(),
  });
  const notes = async () =>
    (
      await server.core.db.read('client', (tx) =>
        tx
          .select({ id: document.id })
          .from(document)
          .where(eq(document.collection, 'test'))
          .orderBy(document.id),
      )
    ).map(({ id }) => id);

  it('does what was left to its end, in order', async () => {
    const seen = await server.core.db.tenant('client', async (tx) => {
      deferToCommit(tx, tx.insert(document).values(note('a')));
      const found = await tx
        .select({ id: document.id })
        .from(document)
        .where(eq(document.collection, 'test'));
      deferToCommit(tx, tx.insert(document).values(note('b')));
      return found;
    });
    expect(seen).toEqual([{ id: 'a' }]);
    expect(await notes()).toEqual(['a', 'b']);
  });

  it('keeps nothing when what was left fails, and says why', async () => {
    const work = server.core.db.tenant('client', async (tx) => {
      deferToCommit(tx, tx.insert(document).values(note('c')));
      deferToCommit(tx, tx.insert(document).values(note('a')));
    });
    await expect(work).rejects.toSatisfy((error) => isUniqueViolation(error));
    expect(await notes()).toEqual(['a', 'b']);
  });

  it('says why when statements come after the one that failed', async () => {
    const work = server.core.db.tenant('client', async (tx) => {
      deferToCommit(tx, tx.insert(document).values(note('a')));
      await tx.execute(sql`select 1`);
    });
    await expect(work).rejects.toSatisfy((error) => isUniqueViolation(error));
  });

  it('tells what was to be told once it has committed, and nothing where it has not', async () => {
    const told: string[] = [];
    await server.core.db.tenant('client', async (tx) => {
      afterCommit(tx, () => told.push('done'));
      await tx.execute(sql`select 1`);
      expect(told).toEqual([]);
    });
    expect(told).toEqual(['done']);
    const refused = server.core.db.tenant('client', (tx) => {
      afterCommit(tx, () => told.push('refused'));
      return Promise.reject(new Error('changed my mind'));
    });
    await expect(refused).rejects.toThrow('changed my mind');
    expect(told).toEqual(['done']);
  });

  it('drops what this process keeps of a shop before it answers', async () => {
    const { db, events } = server.core;
    const heard: string[] = [];
    const stop = events.subscribe('client', DATA_TOPIC, ({ type }) => heard.push(type));
    await db.tenant('client', (tx) => events.changed(tx, 'client'));
    stop();
    expect(heard[0]).toBe('data.changed');
  });

  it('keeps nothing of what was left when the work refuses', async () => {
    const work = server.core.db.tenant('client', async (tx) => {
      deferToCommit(tx, tx.insert(document).values(note('d')));
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await notes()).toEqual(['a', 'b']);
  });

  it('tells the times of the demo campaigns anew at a later start and leaves the rest alone', async () => {
    const ends = async () =>
      (
        await server.core.db.read('client', (tx) =>
          tx.select({ endsAt: campaign.endsAt }).from(campaign).where(eq(campaign.tenantId, 'client')),
        )
      ).map(({ endsAt }) => endsAt?.getTime() ?? 0);
    const before = Math.max(...(await ends()));
    await server.shift(86_400);
    await refreshShippedTenants(server.core);
    expect(Math.max(...(await ends())) - before).toBeGreaterThan(86_000_000);
    expect(await notes()).toEqual(['a', 'b']);
    await server.shift(-86_400);
  });
});
