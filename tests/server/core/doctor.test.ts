import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { examine } from '#server/doctor.ts';
import { lockDirectory } from '#server/db/lock.ts';
import { openDatabase } from '#server/db/open.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import { openSecrets } from '#server/secrets.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { openStripePeer } from '#tests/support/stripe-peer.ts';

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

  it('asks the card provider of each store whether it takes the keys, and says whose cannot be opened', async () => {
    const { url, drop } = await freshDatabase(inject('postgres').host);
    const [stripe, DATA_DIR] = [await openStripePeer(), mkdtempSync(join(scratch, 'cards-'))];
    const source = { DATABASE_URL: url, DATA_DIR, SANDBOX: '1' };
    await (await openDatabase(readEnv(source), createLog('silent'))).close();
    const { seal } = openSecrets(readEnv(source), join(DATA_DIR, 'keys'));
    const cards = { good: seal(stripe.secretKey), refused: seal('sk_test_other'), sealed: 'elsewhere.AAAA' };
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const [id, secretKey] of Object.entries(cards)) await client.query('insert into tenant (id, client, name, settings, fingerprint, imported_at) values ($1, $1, $1, $2, $1, now())', [id, { payment: { card: { publishableKey: 'pk', secretKey, webhookSecret: seal(stripe.webhookSecret), api: stripe.api } } }]);
    await client.end();
    const found = await examine(source, dist);
    expect(Object.fromEntries(found.flatMap(({ about, verdict }) => (about.startsWith('cards') ? [[about, verdict]] : [])))).toEqual({ 'cards of good': 'ok', 'cards of refused': 'fault', 'cards of sealed': 'fault' });
    expect(found.find(({ about }) => about === 'cards of sealed')?.text).toContain('cannot be opened here');
    expect(JSON.stringify(found)).not.toContain(stripe.secretKey);
    await stripe.close();
    await drop();
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
    expect(after.map(({ about }) => about).filter((about) => about.startsWith('cards'))).toEqual([]);
    expect(after.find(({ about }) => about === 'migrations')?.text).toBe('up to date');
    // The owner itself is too strong for serving people.
    expect(after.find(({ about }) => about === 'database role')?.verdict).toBe('note');
    await drop();
    expect((await examine(source, dist)).find(({ about }) => about === 'database')?.verdict).toBe('fault');
  });
});
