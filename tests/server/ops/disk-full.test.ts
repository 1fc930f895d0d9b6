import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { backupsOf, writeBackup } from '#server/backup/backup.ts';
import { SPACE } from '#server/db/disk.ts';
import { readEnv } from '#server/platform/env.ts';
import { type RunningStore, main } from '#server/commands/main.ts';
import { openSecrets } from '#server/platform/secrets.ts';

const scratch = mkdtempSync(join(tmpdir(), 'vitrine-full-'));
const MIB = 1_048_576;
const reserve = SPACE.reserve;

/**
 * A disk of its own, where the machine lets us have one, and the way to fill it. Elsewhere the shop is told
 * to want more room than the real disk has: the
 * same measurement of the same disk, judged by another figure.
 */
function smallDisk(): { dir: string; fill(): void; empty(): void; remove(): void } {
  const dir = join(scratch, 'disk');
  mkdirSync(dir);
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=240m', 'tmpfs', dir]).status === 0;
  if (!isMounted)
    return {
      dir,
      fill: () => void (SPACE.reserve = Number.MAX_SAFE_INTEGER),
      empty: () => void (SPACE.reserve = reserve),
      remove: () => undefined,
    };
  const filler = join(dir, 'filler');
  return {
    dir,
    fill() {
      const { bavail, bsize } = statfsSync(dir);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 20 * MIB), 1));
    },
    empty: () => rmSync(filler),
    remove: () => void spawnSync('umount', [dir]),
  };
}

describe('a disk that is full', () => {
  const disk = smallDisk();
  afterAll(() => {
    SPACE.reserve = reserve;
    disk.remove();
    rmSync(scratch, { recursive: true, force: true });
  });
  const source = {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    SANDBOX: '1',
    DATA_DIR: join(disk.dir, 'data'),
  };
  const call = async (store: RunningStore, method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${store.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      json: (await answer.json()) as { code?: string; failed?: string[]; id?: string },
    };
  };
  const newLead = (store: RunningStore) =>
    call(store, 'POST', '/api/users/leads', { properties: { type: 'CLIENT' } });
  const count = async ({ core }: RunningStore) => {
    const { rows } = (await core.db.read('client', (tx) =>
      tx.execute('select count(*)::int as n from lead'),
    )) as unknown as { rows: { n: number }[] }; // the same on both drivers
    return rows[0]?.n;
  };

  it('OPS-05 leaves the shop to be looked at, says so to whoever writes, and is written to again by itself', async () => {
    const store = await main(source);
    expect((await newLead(store)).status).toBe(201);
    for (let round = 0; round < 3; round++) {
      disk.fill();
      // At most as long as a measurement is believed.
      while ((await newLead(store)).status === 201) await pause(50);
      const before = await count(store);
      const refused = await newLead(store);
      expect([refused.status, refused.json.code, refused.retryAfter]).toEqual([503, 'READ_ONLY', '10']);
      for (const path of ['/api/operation/campaigns/public', '/api/documents/routes', '/livez'])
        expect((await call(store, 'GET', path)).status).toBe(200);
      expect((await call(store, 'GET', '/readyz')).json.failed).toEqual(['disk']);
      for (let write = 0; write < 20; write++) await newLead(store);
      expect(await count(store)).toBe(before);
      disk.empty();
      const begun = performance.now();
      while ((await newLead(store)).status !== 201) await pause(50);
      expect(performance.now() - begun).toBeLessThan(10_000);
      expect(await count(store)).toBe((before ?? 0) + 1);
    }
    await store.close();
  });

  it('OPS-05 is told at the start, where nothing is set aside, and spoils no row', async () => {
    disk.fill();
    await expect(main(source)).rejects.toThrow(/too little space.*nothing was changed/);
    expect(readdirSync(source.DATA_DIR).filter((name) => name.includes('unfit'))).toEqual([]);
    disk.empty();
    const store = await main(source);
    const { rows } = await store.core.db.executeSql(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { name } of rows as { name: string }[])
      await store.core.db.executeSql(`select count(t::text) from public."${name}" t`);
    expect((await newLead(store)).status).toBe(201);
    await store.close();
  });

  it('OPS-05 gets back the room of a copy that did not fit', async () => {
    const dir = join(scratch, 'copies');
    const broken = {
      stream: () =>
        new ReadableStream({
          start: (to) => to.error(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
        }),
    } as unknown as Blob; // a source that ends like a disk does
    const secrets = openSecrets(
      readEnv({ SECRET_KEYS: 'a:0123456789abcdef0123456789abcdef' }),
      join(scratch, 'unused'),
    );
    await expect(writeBackup(broken, dir, secrets, 0)).rejects.toThrow('no space left');
    expect(readdirSync(backupsOf(dir))).toEqual([]);
  });
});
