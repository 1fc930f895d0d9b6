import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { order } from '#server/db/schema/order.ts';
import {
  type Lead,
  left,
  line,
  lockCart,
  newCart,
  newLead,
  orderBody,
  place,
  setStock,
} from '#tests/support/buyers.ts';
import { startPostgres } from '#tests/support/store/postgres.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';

/** Waits until `check` holds, at most `ms`. Polls, because what is waited for is another program. */
async function within(ms: number, check: () => Promise<boolean> | boolean): Promise<number> {
  const begun = performance.now();
  while (!(await check())) {
    if (performance.now() - begun > ms) throw new Error(`not within ${ms} ms`);
    await pause(25);
  }
  return performance.now() - begun;
}

describe('a PostgreSQL that goes away', () => {
  let server: TestServer;
  let owner: pg.Client;
  let name: string;
  const status = async () => (await server.call('GET', '/api/documents/routes')).status;
  const cutOff = () =>
    owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    );

  beforeAll(async () => {
    server = await openTestServer('postgres');
    const admin = new URL(server.adminUrl ?? '');
    name = admin.pathname.slice(1);
    admin.pathname = '/postgres';
    owner = new pg.Client({ connectionString: admin.href });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await server.close();
  });

  it('answers 503 with a time to come back, then serves again by itself', async () => {
    expect(await status()).toBe(200);
    await owner.query(`alter database ${pg.escapeIdentifier(name)} with allow_connections false`);
    await cutOff();
    const answer = await server.call('GET', '/api/documents/routes');
    expect([answer.status, answer.json.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'UNAVAILABLE',
      '2',
    ]);
    expect(answer.text).not.toMatch(/database|connection|postgres/i);
    expect((await server.call('GET', '/livez')).status).toBe(200);
    expect((await server.call('GET', '/readyz')).json).toEqual({
      status: 'unavailable',
      failed: ['database'],
    });
    await owner.query(`alter database ${pg.escapeIdentifier(name)} with allow_connections true`);
    await within(5_000, async () => (await status()) === 200);
  });

  it('is listened to again after its connections were cut', async () => {
    const { db, events } = server.core;
    const heard: string[] = [];
    events.subscribe('client', 'campaigns', ({ type }) => void heard.push(type));
    await cutOff();
    await within(5_000, async () => {
      await db
        .tenant('client', (tx) => events.publish(tx, 'client', 'campaigns', { type: 'campaign.changed' }))
        .catch(() => undefined);
      return heard.length > 0;
    });
    expect(await status()).toBe(200);
  });
});

describe('a PostgreSQL that is stopped, paused or killed', () => {
  let server: TestServer;
  let guest: Lead;
  let peer: Awaited<ReturnType<typeof startPostgres>>;
  let address: URL;

  /** On a connection of its own, which a crash of the server may take with it. */
  const ask = async (text: string): Promise<{ pid: number }[]> => {
    const owner = new pg.Client({ connectionString: address.href });
    owner.on('error', () => undefined);
    await owner.connect();
    try {
      return (await owner.query<{ pid: number }>(text)).rows;
    } finally {
      await owner.end().catch(() => undefined);
    }
  };
  let name: string;
  const backends = () => ask(`select pid from pg_stat_activity where datname = '${name}'`);
  /** Signals are obeyed later, on a busy machine much later: what comes next must find them dead. */
  const gone = (pids: number[]) =>
    within(5_000, () =>
      pids.every((pid) => {
        try {
          return !process.kill(pid, 0);
        } catch {
          return true;
        }
      }),
    );
  const postmaster = () =>
    Number(readFileSync(join(peer.host, 'data/postmaster.pid'), 'utf8').split('\n')[0]);

  beforeAll(async () => {
    // What was acknowledged must be in its log when it is killed.
    peer = await startPostgres({ synchronous_commit: 'on', full_page_writes: 'on' });
    server = await openTestServer('postgres', { host: peer.host });
    address = new URL(server.adminUrl ?? '');
    name = address.pathname.slice(1);
    address.pathname = '/postgres';
    guest = await newLead(server);
    await setStock(server, 'tomate', 100);
  });
  afterAll(async () => {
    await server.close();
    await peer.stop();
  });

  /** Each breaks the server and says how to mend it; `isOut` = nobody can be served until then. */
  const faults: { name: string; isOut: boolean; strike(): Promise<() => Promise<unknown>> }[] = [
    {
      name: 'stopped',
      isOut: true,
      async strike() {
        await ask(`alter database ${name} with allow_connections false`);
        const ended = await ask(
          `select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
        );
        await gone(ended.map(({ pid }) => pid));
        return () => ask(`alter database ${name} with allow_connections true`);
      },
    },
    {
      name: 'paused',
      isOut: true,
      async strike() {
        const first = postmaster();
        process.kill(first, 'SIGSTOP');
        // Once nobody makes new ones: also those that are just beginning, of which no table tells yet.
        const pids = [
          first,
          ...readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ').map(Number),
        ];
        for (const pid of pids) process.kill(pid, 'SIGSTOP');
        return async () => {
          for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT');
        };
      },
    },
    {
      name: 'killed',
      isOut: false,
      async strike() {
        // The server notices that one of its own died, ends all others and recovers from its log.
        const pids = (await backends()).map(({ pid }) => pid);
        if (pids[0] !== undefined) process.kill(pids[0], 'SIGKILL');
        return () => gone(pids);
      },
    },
  ];

  /**
   * What is asked while the server is out; it is mended whatever comes of it. OPS-02: alive all the while.
   */
  async function asLongAs<T>(mend: (() => Promise<unknown>) | undefined, ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await ask();
      expect((await server.call('GET', '/livez')).status).toBe(200);
      return answer;
    } finally {
      await mend?.();
    }
  }

  it('OPS-04 answers 503 within two seconds and serves again within five, twenty times, with no order half made', {
    timeout: 120_000,
  }, async () => {
    const figures = { slowest: 0, back: 0 };
    for (let round = 0; round < 20; round++) {
      const fault = faults[round % 3];
      if (!fault) break;
      const { uuid: cartUuid } = await newCart(server, guest, [line('tomate', 1)]);
      const { json: hold } = await lockCart(server, guest, cartUuid);
      const body = orderBody(cartUuid, [line('tomate', 1)], { fence: hold.fence });
      const key = `${cartUuid}:${round}`;
      const mend = await fault.strike();
      const timed = async (work: Promise<{ status: number; headers: Headers }>) => {
        const begun = performance.now();
        const { status, headers } = await work;
        figures.slowest = Math.max(figures.slowest, performance.now() - begun);
        return [status, headers.get('retry-after')];
      };
      const answers = await asLongAs(mend, () =>
        Promise.all([
          timed(place(server, guest, body, { key })),
          ...Array.from({ length: 4 }, () => timed(server.call('GET', '/api/documents/routes'))),
          timed(server.call('GET', '/api/operation/orders', guest)),
        ]),
      );
      const refused = JSON.stringify([503, '2']);
      for (const answer of answers)
        expect([
          fault.name,
          round,
          fault.isOut ? [refused] : [refused, '[201,null]', '[200,null]', '[401,null]'],
        ]).toEqual([fault.name, round, expect.arrayContaining([JSON.stringify(answer)])]);
      figures.back = Math.max(
        figures.back,
        await within(5_000, async () => (await server.call('GET', '/api/documents/routes')).status === 200),
      );
      // The same press again: made now, or told what was made.
      const again = await place(server, guest, body, { key });
      expect([fault.name, round, again.status]).toEqual([fault.name, round, 201]);
      const made = await server.core.db.read('client', (tx) =>
        tx
          .select({ id: order.id })
          .from(order)
          .where(and(eq(order.tenantId, 'client'), eq(order.cartUuid, cartUuid))),
      );
      expect(made).toHaveLength(1);
    }
    expect(await left(server, 'tomate')).toBe(80);
    expect(figures.slowest).toBeLessThan(2_000);
    console.info(
      `OPS-04: slowest answer ${Math.round(figures.slowest)} ms, back after at most ${Math.round(figures.back)} ms`,
    );
  });

  it('OPS-02 says within two seconds what is the matter', async () => {
    const mend = await faults[1]?.strike();
    const begun = performance.now();
    const { status, json } = await asLongAs(mend, () => server.call('GET', '/readyz'));
    expect([status, json.failed]).toEqual([503, expect.arrayContaining(['database'])]);
    expect(performance.now() - begun).toBeLessThan(2_500);
    await within(5_000, async () => (await server.call('GET', '/readyz')).status === 200);
  });
});
