import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { backupsOf, keepBackups, restoreBackup, writeBackup } from '#server/backup/backup.ts';
import type { Database } from '#server/db/database.ts';
import { copyBeforeMigration } from '#server/backup/before-migration.ts';
import { openEmbedded } from '#server/db/open.ts';
import { readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { main } from '#server/commands/main.ts';
import { openSecrets } from '#server/platform/secrets.ts';

const scratch = mkdtempSync(join(tmpdir(), 'vitrine-backup-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const log = createLog('silent');
const NOW = Date.UTC(2026, 0, 15, 12);
const keyed = (keys: string) => openSecrets(readEnv({ SECRET_KEYS: keys }), join(scratch, 'unused'));
const secrets = keyed('a:0123456789abcdef0123456789abcdef');

/** Rows and a checksum of every table. */
async function contents(db: Database): Promise<Record<string, string>> {
  const { rows } = await db.executeSql(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const found: Record<string, string> = {};
  await db.executeSql('reset role');
  for (const { name } of rows as { name: string }[]) {
    const table = await db.executeSql(
      `select count(*)::int as count, md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as sum from public."${name}" t`,
    );
    found[name] = JSON.stringify(table.rows[0]);
  }
  await db.executeSql('set role app');
  return found;
}

describe('a copy of the embedded database (OPS-06)', () => {
  const DATA_DIR = join(scratch, 'shop');
  const source = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR };
  let file = '';

  it('brings every row back, and what was there is kept aside', async () => {
    const store = await main(source);
    const before = await contents(store.core.db);
    expect(Object.keys(before).length).toBeGreaterThan(20);
    expect(before['item']).not.toContain('"count":0');
    // While the store is open and being asked.
    const answers = Promise.all(
      Array.from({ length: 5 }, () => fetch(`${store.url}/api/operation/campaigns/public`)),
    );
    file = await writeBackup((await store.core.db.dump?.()) ?? new Blob(), DATA_DIR, secrets, NOW);
    expect((await answers).every(({ ok }) => ok)).toBe(true);
    await store.core.db.tenant('client', async (tx) => void (await tx.execute('delete from stock')));
    await expect(restoreBackup(DATA_DIR, secrets)).rejects.toThrow(/in use/);
    await store.close();

    const done = await restoreBackup(DATA_DIR, secrets);
    expect(done.file).toBe(file);
    const again = await openEmbedded(
      DATA_DIR,
      log,
      copyBeforeMigration(DATA_DIR, log, () => secrets),
    );
    expect(await contents(again)).toEqual(before);
    await again.close();
    expect(readdirSync(DATA_DIR)).toContain(done.aside?.split('/').at(-1));
  });

  it('is for its owner alone and cannot be read without the key', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(backupsOf(DATA_DIR)).mode & 0o777).toBe(0o700);
    const bytes = readFileSync(file);
    expect(bytes.includes('Feira')).toBe(false);
    expect(bytes.subarray(0, 2).toString()).toBe('a\n');
  });

  it('is refused whole when it was altered, cut, or its key is gone, and the database stays as it is', async () => {
    const spoilt = join(scratch, 'spoilt.backup');
    const whole = readFileSync(file);
    const sumOf = () =>
      createHash('sha256')
        .update(readdirSync(join(DATA_DIR, 'database')).join())
        .digest('hex');
    const before = sumOf();
    const turned = Buffer.from(whole);
    turned.writeUInt8(turned.readUInt8(turned.length >> 1) ^ 1, turned.length >> 1);
    for (const bytes of [
      turned,
      whole.subarray(0, whole.length - 1),
      whole.subarray(0, 20),
      Buffer.alloc(0),
      randomBytes(5_000),
    ]) {
      writeFileSync(spoilt, bytes);
      await expect(restoreBackup(DATA_DIR, secrets, spoilt)).rejects.toThrow(/altered|no copy/);
    }
    await expect(restoreBackup(DATA_DIR, keyed('b:0123456789abcdef0123456789abcdef'), file)).rejects.toThrow(
      /key that is not in SECRET_KEYS/,
    );
    await expect(restoreBackup(DATA_DIR, keyed('a:fedcba9876543210fedcba9876543210'), file)).rejects.toThrow(
      /altered or cut short, or was made with another secret than SECRET_KEYS has for "a"\.$/,
    );
    await expect(restoreBackup(DATA_DIR, secrets, join(scratch, 'missing'))).rejects.toThrow(
      /There is no copy/,
    );
    await expect(restoreBackup(DATA_DIR, secrets, scratch)).rejects.toThrow(
      `${scratch} is a folder. Name one copy, a file that ends in .backup; those of this store lie in ${backupsOf(DATA_DIR)}.`,
    );
    expect(sumOf()).toBe(before);
    // A key that was rotated still opens it.
    await restoreBackup(
      DATA_DIR,
      keyed('b:fedcba9876543210fedcba9876543210,a:0123456789abcdef0123456789abcdef'),
      file,
    );
  });

  it('leaves the newest, and one of each of the last days', async () => {
    const dir = join(scratch, 'rotated');
    const hour = 3_600_000;
    for (let at = NOW - 10 * 24 * hour; at <= NOW; at += 6 * hour)
      await writeBackup(new Blob(['x']), dir, secrets, at);
    const names = readdirSync(backupsOf(dir)).sort();
    // Two days' worth of the newest, and five days before them.
    expect(names.map((name) => name.slice(0, 13))).toEqual([
      '2026-01-08T18',
      '2026-01-09T18',
      '2026-01-10T18',
      '2026-01-11T18',
      '2026-01-12T18',
      ...names.slice(-8).map((name) => name.slice(0, 13)),
    ]);
    expect(names.at(-1)).toBe('2026-01-15T12-00-00.000Z.backup');
    expect(names).toHaveLength(13);
  });
});

describe('the copies while the store runs', () => {
  const MINUTE = 60_000;

  it('OPS-06 lag 15 minutes at most behind what is written, whatever failed and however often the store was started, and are made of nothing but changes', async () => {
    const DATA_DIR = join(scratch, 'timed');
    const db = await openEmbedded(
      DATA_DIR,
      log,
      copyBeforeMigration(DATA_DIR, log, () => secrets),
    );
    let now = NOW;
    let look: () => Promise<void> = () => Promise.resolve();
    let fails = 0;
    const dump = async () => {
      if (fails-- > 0) throw new Error('no room');
      return new Blob(['all of it']);
    };
    const pace = {
      now: () => now,
      every(_: number, work: () => Promise<void>) {
        look = work;
        return () => void (look = () => Promise.resolve());
      },
    };
    const start = () =>
      keepBackups({ db: { ...db, dump }, env: readEnv({ SANDBOX: '1', DATA_DIR }), secrets, log }, pace);
    const newest = () =>
      existsSync(backupsOf(DATA_DIR)) ? readdirSync(backupsOf(DATA_DIR)).sort().at(-1) : undefined;
    let [stop, seen, made, lag] = [start(), newest(), 0, 0];
    let unsaved: number | null = null;
    /** Who writes, fails and starts anew, by the minute. */
    const pass = async (minutes: number, { writes = false, failing = 0, restarts = 0 }) => {
      fails = failing;
      for (let minute = 1; minute <= minutes; minute++) {
        if (writes) {
          await db.executeSql(`insert into rate_limit (key, points, expire) values ('${now}', 1, now())`);
          unsaved ??= now;
        }
        if (restarts > 0 && minute % restarts === 0) {
          await stop();
          stop = start();
        }
        now += MINUTE;
        await look();
        if (newest() !== seen) [seen, made, unsaved] = [newest(), made + 1, null];
        if (unsaved !== null) lag = Math.max(lag, now - unsaved);
      }
      return made;
    };
    expect(await pass(13, { writes: true })).toBe(0);
    expect(await pass(1, { writes: true })).toBe(1);
    expect(await pass(120, {})).toBe(1);
    const busy = await pass(120, { writes: true });
    expect(busy).toBeGreaterThanOrEqual(8);
    expect(await pass(60, { writes: true, restarts: 7 })).toBeGreaterThanOrEqual(busy + 4);
    expect(await pass(60, { writes: true, failing: 1 })).toBeGreaterThanOrEqual(busy + 8);
    expect(lag).toBeLessThan(15 * MINUTE);
    await stop();
    const last = newest();
    now += 60 * MINUTE;
    await look();
    expect(newest()).toBe(last);
    await db.close();
    console.log(
      `OPS-06 ${made} copies; nothing written was without one for longer than ${Math.ceil(lag / MINUTE)} minutes`,
    );
  });
});
