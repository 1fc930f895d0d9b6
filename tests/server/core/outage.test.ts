import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '#tests/support/server.ts';

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
  const cutOff = () => owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()', [name]);

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
    expect([answer.status, answer.json.code, answer.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '2']);
    expect(answer.text).not.toMatch(/database|connection|postgres/i);
    expect((await server.call('GET', '/livez')).status).toBe(200);
    expect((await server.call('GET', '/readyz')).json).toEqual({ status: 'unavailable', failed: ['database'] });
    await owner.query(`alter database ${pg.escapeIdentifier(name)} with allow_connections true`);
    await within(5_000, async () => (await status()) === 200);
  });

  it('is listened to again after its connections were cut', async () => {
    const { db, events } = server.core;
    const heard: string[] = [];
    events.subscribe('client', 'campaigns', ({ type }) => void heard.push(type));
    await cutOff();
    await within(5_000, async () => {
      await db.tenant('client', (tx) => events.publish(tx, 'client', 'campaigns', { type: 'campaign.changed' })).catch(() => undefined);
      return heard.length > 0;
    });
    expect(await status()).toBe(200);
  });
});
