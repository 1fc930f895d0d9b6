import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SPACE } from '#server/db/disk.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const reserve = SPACE.reserve;
/** What the health check promises, in ms. */
const BAR = 5_000;

describe.each(engines)('OPS-02 whether the store is ready, on %s', (engine) => {
  let server: TestServer;
  let slowest = 0;
  beforeAll(async () => {
    server = await openTestServer(engine);
    // One kind of due work that fails all the time: the rest is done all the same.
    server.core.jobs.every('broken', 1_000, () => Promise.reject(new Error('broken')));
  });
  afterEach(() => void (SPACE.reserve = reserve));
  afterAll(async () => {
    console.log(`OPS-02 ${engine}: told after ${Math.round(slowest)} ms at most`);
    await server.close();
  });
  const failed = async (): Promise<string[]> => {
    expect((await server.call('GET', '/livez')).status).toBe(200);
    const { status, json, headers } = await server.call('GET', '/readyz');
    expect([status, headers.get('retry-after')]).toEqual(json.failed ? [503, '2'] : [200, null]);
    return json.failed ?? [];
  };
  /** Polls, because what is waited for is time without a sign of life. */
  async function until(expected: string[]): Promise<void> {
    const begun = performance.now();
    let last = await failed();
    while (JSON.stringify(last) !== JSON.stringify(expected) && performance.now() - begun < BAR) {
      await pause(50);
      last = await failed();
    }
    expect(last).toEqual(expected);
    slowest = Math.max(slowest, performance.now() - begun);
  }
  const breaks: [string, string, () => Promise<() => unknown>][] = [
    [
      'a database that lacks a migration',
      'migrations',
      async () => {
        const [row] = await server.asOwner(
          'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning id, hash, created_at::text as at',
        );
        return () =>
          server.asOwner(
            `insert into drizzle.__drizzle_migrations values (${String(row?.['id'])}, '${String(row?.['hash'])}', ${String(row?.['at'])})`,
          );
      },
    ],
    [
      'a queue that nobody can ask for work',
      'queue',
      async () => {
        await server.asOwner('revoke usage on schema pgboss from app');
        return () => server.asOwner('grant usage on schema pgboss to app');
      },
    ],
    [
      'due work that fails everywhere',
      'queue',
      async () => {
        await server.asOwner(
          'revoke all on all tables in schema public from app',
          'revoke execute on function due_work(timestamptz) from app',
        );
        return () =>
          server.asOwner(
            'grant select, insert, update, delete on all tables in schema public to app',
            'grant execute on function due_work(timestamptz) to app',
          );
      },
    ],
    [
      'due work that never ends',
      'queue',
      async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        server.core.jobs.every('hung', 3_600_000, () => promise);
        return resolve;
      },
    ],
  ];
  if (engine === 'pglite')
    breaks.push([
      'a disk that is full',
      'disk',
      async () => {
        SPACE.reserve = Number.MAX_SAFE_INTEGER;
        return () => (SPACE.reserve = reserve);
      },
    ]);

  it.each(breaks)('%s is told by name within 5 s, and so is that it is mended', async (_, name, strike) => {
    await until([]);
    const mend = await strike();
    await until([name]);
    await mend();
    await until([]);
  });

  it('a database that knows more than this server is served', async () => {
    await server.asOwner(
      `insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    );
    expect(await failed()).toEqual([]);
  });
});
