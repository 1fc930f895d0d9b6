import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { examine } from '#server/doctor.ts';
import { lockDirectory } from '#server/db/lock.ts';
import { openDatabase } from '#server/db/open.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import { freshDatabase } from '#tests/support/postgres.ts';

const scratch = mkdtempSync(join(tmpdir(), 'vitrine-doctor-'));
const dist = join(scratch, 'dist');
const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false });
let mailPort = 0;
const verdicts = async (source: Record<string, string>) => Object.fromEntries((await examine(source, dist)).map(({ about, verdict }) => [about, verdict]));

describe('the doctor', () => {
  beforeAll(async () => {
    const server = smtp.listen(0, '127.0.0.1');
    await once(server, 'listening');
    mailPort = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    await new Promise<void>((done) => smtp.close(() => done()));
    rmSync(scratch, { recursive: true, force: true });
  });

  it('finds nothing wrong with a sandbox that was never started', async () => {
    const found = await verdicts({ DATA_DIR: join(scratch, 'none') });
    expect(found).toMatchObject({ environment: 'ok', build: 'note', database: 'note', mail: 'note' });
    expect(Object.values(found)).not.toContain('fault');
  });

  it('names an unfit environment without its values', async () => {
    const [first] = await examine({ PORT: 'canary' }, dist);
    expect(first).toMatchObject({ about: 'environment', verdict: 'fault' });
    expect(JSON.stringify(first)).not.toContain('canary');
  });

  it('sees an open data directory and the process that has it', async () => {
    const DATA_DIR = mkdtempSync(join(scratch, 'data-'));
    const unlock = lockDirectory(join(DATA_DIR, 'database.lock'));
    chmodSync(DATA_DIR, 0o755);
    const found = await examine({ DATA_DIR }, dist);
    expect(found.find(({ about }) => about === 'data directory')?.verdict).toBe('fault');
    expect(found.find(({ about }) => about === 'database')?.text).toContain(`process ${process.pid}`);
    unlock();
  });

  it('asks the mail server', async () => {
    const base = { DATA_DIR: join(scratch, 'none'), MAIL_FROM: 'loja@exemplo.com' };
    expect(await verdicts({ ...base, SMTP_URL: `smtp://127.0.0.1:${mailPort}` })).toMatchObject({ mail: 'ok' });
    expect(await verdicts({ ...base, SMTP_URL: 'smtp://127.0.0.1:1' })).toMatchObject({ mail: 'fault' });
  });

  it('asks PostgreSQL for its version, its migrations and the role', async () => {
    const { url, drop } = await freshDatabase(inject('postgres').host);
    const source = { DATABASE_URL: url, DATA_DIR: join(scratch, 'none'), SANDBOX: '1' };
    const before = await examine(source, dist);
    expect(before.find(({ about }) => about === 'database')?.verdict).toBe('ok');
    expect(before.find(({ about }) => about === 'migrations')?.text).toMatch(/^[1-9]\d* to do/);
    const db = await openDatabase(readEnv(source), createLog('silent'));
    await db.close();
    const after = await examine(source, dist);
    expect(after.find(({ about }) => about === 'migrations')?.text).toBe('up to date');
    // The owner itself is too strong for serving people.
    expect(after.find(({ about }) => about === 'database role')?.verdict).toBe('note');
    await drop();
    expect((await examine(source, dist)).find(({ about }) => about === 'database')?.verdict).toBe('fault');
  });
});
