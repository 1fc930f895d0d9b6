import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, gte, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAnswer, isCheckViolation, isUniqueViolation } from '#server/db/faults.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { orderCode, uuidv7 } from '#server/platform/ids.ts';
import { withoutPersonalData } from '#server/platform/log.ts';
import { idOf } from '#server/platform/ids.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const TOMATO = idOf('client', 'item', 'semana', 'tomate');

describe.each(engines)('the core on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
  });
  afterAll(() => server.close());

  it('moves the clock for everybody and back', async () => {
    const { clock, db } = server.core;
    await clock.shift(3_600_000);
    expect(clock.now() - Date.now()).toBeGreaterThan(3_599_000);
    const { rows } = await db.executeSql('select offset_ms::int as ms from clock_offset');
    expect(rows).toEqual([{ ms: 3_600_000 }]);
    await clock.shift(0);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
  });

  it('tells facts when a transaction commits and never when it does not', async () => {
    const { db, events } = server.core;
    const heard: unknown[] = [];
    const done = Promise.withResolvers<void>();
    events.subscribe(
      'client',
      'order:ABC',
      (event) => heard.push(event) && event.type === 'second' && done.resolve(),
    );
    events.subscribe('clube', 'order:ABC', () => heard.push('a foreign fact'));
    await expect(
      db.tenant('client', async (tx) => {
        await events.publish(tx, 'client', 'order:ABC', { type: 'first' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await db.tenant('client', (tx) => events.publish(tx, 'client', 'order:ABC', { type: 'second' }));
    await done.promise;
    expect(heard).toEqual([{ type: 'second' }]);
  });

  it('counts limits by the one clock and at once', async () => {
    const { limits, clock } = server.core;
    const limit = { points: 3, seconds: 60 };
    const taken = await Promise.all(Array.from({ length: 5 }, () => limits.take('test', limit)));
    expect(taken.filter((one) => one.allowed).length).toBe(3);
    expect(await limits.left('test', limit)).toBe(0);
    expect(taken[4]?.retryAfter).toBeGreaterThan(50);
    await clock.shift(61_000);
    expect(await limits.take('test', limit)).toMatchObject({ allowed: true, left: 2 });
    await clock.shift(0);
  });

  it('seals texts, hashes them with a key and knows them again', () => {
    const { secrets } = server.core;
    const sealed = secrets.seal('código 123456');
    expect(sealed).not.toContain('123456');
    expect(secrets.open(sealed)).toBe('código 123456');
    expect(() => secrets.open(`${sealed.slice(0, -4)}AAAA`)).toThrow();
    expect(secrets.matches('code', '123456', secrets.hash('code', '123456'))).toBe(true);
    expect(secrets.matches('lead', '123456', secrets.hash('code', '123456'))).toBe(false);
  });

  it('never lets stock go below zero', async () => {
    const { db } = server.core;
    const take = (n: number) =>
      db.tenant('client', (tx) =>
        tx
          .update(stock)
          .set({ quantity: sql`${stock.quantity} - ${n}` })
          .where(and(eq(stock.tenantId, 'client'), eq(stock.itemId, TOMATO), gte(stock.quantity, n)))
          .returning(),
      );
    const sold = await Promise.all(Array.from({ length: 40 }, () => take(4)));
    expect(sold.filter((rows) => rows.length === 1).length).toBe(25);
    const fault: unknown = await db
      .tenant('client', (tx) => tx.update(stock).set({ quantity: -1 }).where(eq(stock.itemId, TOMATO)))
      .catch((error: unknown) => error);
    expect(isCheckViolation(fault, 'stock_never_negative')).toBe(true);
  });

  it('tells a refusal in words from a connection that broke', () => {
    const fault = (code: string) => Object.assign(new Error('x'), { code });
    expect(['53300', '28P01', '42P01'].map((code) => isAnswer(fault(code)))).toEqual([true, true, true]);
    expect(
      ['EPIPE', 'EPERM', 'ECONNREFUSED', '08006', '57P01', ''].map((code) => isAnswer(fault(code))),
    ).toEqual(Array(6).fill(false));
  });

  it('names the unique rule that refused a row', async () => {
    const { db } = server.core;
    const fault: unknown = await db
      .tenant('client', async (tx) => {
        const [row] = await tx.select().from(campaign).where(eq(campaign.slug, 'semana'));
        if (row) await tx.insert(campaign).values({ ...row, id: uuidv7(0) });
      })
      .catch((error: unknown) => error);
    expect(isUniqueViolation(fault, 'campaign_slug')).toBe(true);
    expect(isUniqueViolation(fault, 'another')).toBe(false);
  });

  it('runs a job once its transaction committed, again when it failed', async () => {
    let attempts = 0;
    const seen: string[] = [];
    // The queue of the test server was stopped; handlers are given before a queue starts.
    const jobs = createJobs(server.core.db, () => server.core.tenants, server.core.clock, server.core.log);
    jobs.handle('order.news', async ({ word }) => {
      attempts++;
      if (attempts === 1) throw new Error('once');
      seen.push(String(word));
    });
    let swept = '';
    jobs.every('test', 1_000, async (tenantId) => void (swept += `${tenantId} `));
    await jobs.start();
    await server.core.db.tenant('client', (tx) =>
      jobs.send(tx, 'order.news', { tenantId: 'client', word: 'kept' }),
    );
    await server.core.db
      .tenant(
        'client',
        async (tx) => (
          await jobs.send(tx, 'order.news', { tenantId: 'client', word: 'dropped' }),
          Promise.reject(new Error('no'))
        ),
      )
      .catch(() => undefined);
    await jobs.drain(20_000);
    await jobs.sweepNow();
    expect(seen).toEqual(['kept']);
    expect(attempts).toBe(2);
    expect(swept).toContain('client clube ');
    await jobs.stop();
  });
});

describe('a server with long work', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('postgres');
    await server.core.jobs.stop();
  });
  afterAll(() => server.close());

  it('lives as long as the work says so', async () => {
    const jobs = createJobs(server.core.db, () => server.core.tenants, server.core.clock, server.core.log);
    const [begun, done] = [Promise.withResolvers<() => void>(), Promise.withResolvers<undefined>()];
    // A queue that is asked for work says by itself that it lives.
    jobs.handle('order.news', async () => undefined);
    jobs.every('long', 3_600_000, (_, alive) => (begun.resolve(alive), done.promise));
    await jobs.start();
    const alive = await begun.promise;
    const since = jobs.heartbeat() ?? 0;
    await expect
      .poll(() => (alive(), (jobs.heartbeat() ?? 0) - since), { timeout: 5_000 })
      .toBeGreaterThan(1_000);
    done.resolve(undefined);
    await jobs.stop();
  });
});

describe('ids', () => {
  it('are of the versions that the wire asks for and ordered by time', () => {
    expect(uuidv7(1_700_000_000_000)).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-[89ab]/);
    expect(uuidv7(2) > uuidv7(1)).toBe(true);
    expect(orderCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(idOf('a', 'b')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8/);
    expect(idOf('a', 'b')).toBe(idOf('a', 'b'));
  });
});

describe('logs', () => {
  it('cut contacts, CPFs, places, tokens and line breaks out of free text', () => {
    const text = withoutPersonalData(
      'ana@exemplo.com.br +55 (11) 98765-4321 529.982.247-25 -23.533773 eyJhbGciOi.eyJzdWIi.c2ln\n{"forged":true}',
    );
    for (const canary of ['ana@', '98765', '529', '23.53', 'eyJ', '\n']) expect(text).not.toContain(canary);
    expect(withoutPersonalData('Failed query: select 1\nparams: +5511987654321,123456')).toBe(
      'Failed query: select 1 ⏎ params: ***',
    );
  });
});

describe('the one clock', () => {
  it('is the only one: neither SQL nor the server asks for the time elsewhere', async () => {
    const root = join(import.meta.dirname, '../../../src/server');
    const files: string[] = [];
    for await (const file of glob('**/*.{ts,sql}', { cwd: root })) files.push(file);
    expect(files.length).toBeGreaterThan(60);
    // Names and ages of files on this machine's disk tell its own time.
    const FILES = [
      'backup/backup.ts',
      'backup/backup-server.ts',
      'backup/before-migration.ts',
      'commands/backup.ts',
      'db/open.ts',
      'commands/doctor.ts',
    ];
    const allowed = new Set(['platform/clock.ts', 'http/health.ts', 'jobs/jobs.ts', ...FILES]);
    const offenders = files.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
      if (
        /\bnow\(\)/i.test(
          text.replace(
            /(clock|performance|Date)\.now\(\)|const now = \(\)|\bnow\(\): number|new Date\(now\(\)\)/g,
            '',
          ),
        )
      )
        return !allowed.has(file);
      return (
        /\bcurrent_timestamp\b|\bclock_timestamp\b|\blocaltimestamp\b/i.test(text) ||
        (/\bDate\.now\(\)|new Date\(\)/.test(text) && !allowed.has(file))
      );
    });
    expect(offenders).toEqual([]);
  });
});
