import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import webPush from 'web-push';
import { afterAll, describe, expect, it } from 'vitest';
import { lockDirectory } from '#server/db/lock.ts';
import { openDatabase } from '#server/backup/before-migration.ts';
import { EnvironmentFault, readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { main } from '#server/commands/main.ts';

const scratch = mkdtempSync(join(tmpdir(), 'vitrine-start-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const ENV = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', SANDBOX: '1' };

describe('starting and stopping', () => {
  it('OPS-03 opens an empty directory for its owner alone, refuses a second process, and opens it again', async () => {
    const DATA_DIR = join(scratch, 'data');
    const store = await main({ ...ENV, DATA_DIR });
    expect((await fetch(`${store.url}/readyz`)).status).toBe(200);
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700);
    expect(statSync(join(DATA_DIR, 'keys')).mode & 0o777).toBe(0o600);
    const begun = performance.now();
    await expect(main({ ...ENV, DATA_DIR })).rejects.toThrow(/in use by process \d+/);
    expect(performance.now() - begun).toBeLessThan(1_000);
    const keys = readFileSync(join(DATA_DIR, 'keys'), 'utf8');
    await store.close();
    const again = performance.now();
    const second = await main({ ...ENV, DATA_DIR });
    expect(performance.now() - again).toBeLessThan(5_000);
    expect(readFileSync(join(DATA_DIR, 'keys'), 'utf8')).toBe(keys);
    await second.close();
    await expect(fetch(`${second.url}/livez`)).rejects.toThrow();
    expect(readdirSync(DATA_DIR).sort()).toEqual(['database', 'keys', 'pictures']);
  });
});

describe('a port in use', () => {
  it('is said before anything is made', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo; // listens on TCP
    const DATA_DIR = join(scratch, 'no-port');
    await expect(main({ ...ENV, PORT: String(port), DATA_DIR })).rejects.toThrow(
      `Port ${port} is taken by another program. Choose another: PORT=${port + 1} npm start`,
    );
    expect(existsSync(DATA_DIR)).toBe(false);
    other.close();
  });
});

describe('an unfit directory', () => {
  it.each([
    ['without a version', (dir: string) => rmSync(join(dir, 'PG_VERSION'))],
    ['with a broken control file', (dir: string) => writeFileSync(join(dir, 'global/pg_control'), 'rubbish')],
  ])('%s is set aside whole, is said so, and the next start is a new one (OPS-03)', async (name, spoil) => {
    const DATA_DIR = join(scratch, name.replaceAll(' ', '-'));
    const env = readEnv({ ...ENV, DATA_DIR });
    await (await openDatabase(env, createLog('silent'))).close();
    const files = readdirSync(join(DATA_DIR, 'database')).length;
    spoil(join(DATA_DIR, 'database'));
    await expect(openDatabase(env, createLog('silent'))).rejects.toThrow(
      /cannot be opened.*set aside as .*unfit/,
    );
    const aside = readdirSync(DATA_DIR).filter((entry) => entry.includes('unfit'));
    expect(aside).toHaveLength(1);
    expect(readdirSync(join(DATA_DIR, aside[0] ?? '')).length).toBeGreaterThanOrEqual(files - 1);
    // The lock is free again.
    const next = await openDatabase(env, createLog('silent'));
    await next.ping();
    await next.close();
  });
});

describe('stopping', () => {
  it('OPS-01 answers what was asked before, says that it is not ready, and takes nothing more', async () => {
    const store = await main({ ...ENV, DATA_DIR: join(scratch, 'drained') });
    const held = Promise.withResolvers<void>();
    // The one connection is busy, so every request that needs a row waits.
    const holder = store.core.db.tenant('client', () => held.promise);
    const asked = Array.from({ length: 200 }, (_, at) => fetch(`${store.url}/api/documents/routes?at=${at}`));
    while (store.shop.inFlight() < 200) await new Promise((resolve) => setImmediate(resolve));
    const closed = store.close();
    expect((await store.shop.app.request('http://feira.localhost/livez')).status).toBe(200);
    held.resolve();
    await holder;
    const answers = await Promise.all(asked);
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 200 }, () => 200));
    await closed;
    await expect(fetch(`${store.url}/livez`)).rejects.toThrow();
  });
});

describe('the lock of the data directory', () => {
  it('is taken over from a process that is gone, even when its number is used again', () => {
    const file = join(scratch, 'stale.lock');
    for (const owner of ['999999 1 none', `${process.pid} 1 another-boot`, '', 'rubbish']) {
      writeFileSync(file, owner);
      const unlock = lockDirectory(file);
      expect(readFileSync(file, 'utf8').split(' ')[0]).toBe(String(process.pid));
      unlock();
    }
    expect(readdirSync(scratch).filter((name) => name.startsWith('stale'))).toEqual([]);
  });

  it('goes to exactly one of many that want it at once', async () => {
    const file = join(scratch, 'race.lock');
    writeFileSync(file, '999999 1 none');
    const script = join(scratch, 'taker.ts');
    writeFileSync(
      script,
      `import { lockDirectory } from ${JSON.stringify(join(import.meta.dirname, '../../../src/server/db/lock.ts'))};
      try { lockDirectory(process.argv[2]); process.send('taken'); } catch (fault) { process.send(fault.name); }
      process.on('message', () => process.exit(0));`,
    );
    const takers = Array.from({ length: 6 }, () => fork(script, [file], { execArgv: [] }));
    const outcomes = await Promise.all(
      takers.map((taker) => new Promise((resolve) => taker.once('message', resolve))),
    );
    for (const taker of takers) taker.send('end');
    expect(outcomes.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ...Array.from({ length: 5 }, () => 'DirectoryBusy'),
      'taken',
    ]);
  });
});

describe('the environment', () => {
  const url = 'postgresql://app@db/shop';
  it('turns the sandbox on only when nothing is configured or when asked', () => {
    expect(readEnv({}).sandbox).toBe(true);
    expect(readEnv({ HOST: '0.0.0.0' }).sandbox).toBe(false);
    expect(readEnv({ DATABASE_URL: url }).sandbox).toBe(false);
    expect(readEnv({ DATABASE_URL: url, SANDBOX: '1' }).sandbox).toBe(true);
    expect(readEnv({ SANDBOX: '0' }).sandbox).toBe(false);
    expect(readEnv({ SANDBOX: '1', NODE_ENV: 'production' }).production).toBe(false);
  });
  it('refuses what is unfit and names it without its value', () => {
    const keys = 'a:0123456789abcdef0123456789abcdef';
    const unfit: Record<string, string>[] = [
      { PORT: 'canary' },
      { PORT: '70000' },
      { SANDBOX: 'canary' },
      { PUBLIC_URL: 'canary' },
      { LOG_LEVEL: 'canary' },
      { TRUST_PROXY: 'canary' },
      { NODE_ENV: 'production' },
      { NODE_ENV: 'production', DATABASE_URL: url },
      { NODE_ENV: 'production', DATABASE_URL: url, SECRET_KEYS: keys, PIX_KEY: 'x' },
      { NODE_ENV: 'production', HOST: '127.0.0.1' },
    ];
    for (const source of unfit) {
      expect(() => readEnv(source)).toThrow(EnvironmentFault);
      expect(() => readEnv(source)).not.toThrow(/canary/);
    }
    expect(readEnv({ NODE_ENV: 'production', DATABASE_URL: url, SECRET_KEYS: keys }).production).toBe(true);
  });
  it.each([
    [
      'DATABASE_URL',
      'must be an address like postgresql://role@host/database',
      'canary',
      'mysql://app@canary/shop',
    ],
    [
      'DATABASE_ADMIN_URL',
      'must be an address like postgresql://role@host/database',
      'canary',
      'postgresql:canary',
    ],
    [
      'SECRET_KEYS',
      'must be id:secret,id:secret with at least 32 characters in each secret',
      'canary',
      'a:canary',
      `a:${'canary'.repeat(6)},b:canary`,
      `:${'canary'.repeat(6)}`,
      `a b:${'canary'.repeat(6)}`,
    ],
    [
      'SMTP_URL',
      'must be an address like smtps://user@host',
      'canary',
      'nope:canary',
      'https://canary.example',
      'smtp://',
    ],
    [
      'MAIL_FROM',
      'must be name@host, or Name <name@host>',
      'canary',
      'Feira <canary>',
      'canary@',
      '@canary',
      'a canary@b',
    ],
    [
      'SMS_URL',
      'must be an address like https://host',
      'canary',
      'nope:canary',
      'ftp://canary.example',
      'https://',
    ],
    ['CEP_URL', 'must be an address like https://host', 'canary', 'nope:canary'],
    ['PIX_PROVIDER', 'must be static, acquirer or an address like https://host', 'canary', 'nope:canary'],
    [
      'VAPID_PUBLIC_KEY',
      'must be a point of P-256 as base64url: 87 characters of which the first is B',
      'canary',
      `B${'A'.repeat(85)}`,
      `${'B'.repeat(86)}=`,
    ],
    ['VAPID_PRIVATE_KEY', 'must be a number of P-256 as base64url: 43 characters', 'canary', 'A'.repeat(44)],
  ])(
    'refuses a %s that nothing could be done with: it %s; the value is not said',
    (name, takes, ...values) => {
      for (const value of values) {
        const read = () => readEnv({ [name]: value });
        expect(read, value).toThrow(
          new EnvironmentFault(`Unfit environment: ${name} ${takes}. See docs/operations.md.`),
        );
      }
    },
  );
  it('says of each variable what is wrong with it, in one sentence', () => {
    expect(() => readEnv({ PORT: '70000', SANDBOX: 'yes', TRUST_PROXY: 'all', LOG_LEVEL: 'loud' })).toThrow(
      new EnvironmentFault(
        'Unfit environment: PORT must be a number from 0 to 65535; SANDBOX must be 0 or 1; TRUST_PROXY must be a number from 0 to 9; LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent. See docs/operations.md.',
      ),
    );
  });
  it('takes what people have', () => {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    const taken: Record<string, string> = {
      DATABASE_URL: 'postgresql://shop@/shop?host=/run/postgresql',
      DATABASE_ADMIN_URL: 'postgres://own%40er:p%2Fw@[::1]:5433/shop?sslmode=require',
      SECRET_KEYS: `new:${':'.repeat(32)},old-1:${'k'.repeat(40)}`,
      SMTP_URL: 'smtps://ola%40exemplo.com:p%2Fw@mail.example:465/?pool=true',
      MAIL_FROM: '"Feira, da Vila" <ola@exemplo.com>',
      SMS_URL: 'https://sms.example/send?to=x',
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
    };
    expect(readEnv(taken)).toMatchObject(taken);
    expect(readEnv({ MAIL_FROM: 'ola@localhost', SMTP_URL: 'smtp://127.0.0.1:25' }).MAIL_FROM).toBe(
      'ola@localhost',
    );
  });
});
