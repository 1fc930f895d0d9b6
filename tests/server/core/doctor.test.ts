import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { writeBackup } from '#server/backup/backup.ts';
import { examine } from '#server/commands/doctor.ts';
import { lockDirectory } from '#server/db/lock.ts';
import { openDatabase } from '#server/backup/before-migration.ts';
import { readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { openSecrets } from '#server/platform/secrets.ts';
import { openOidcPeer } from '#tests/support/peers/oidc-peer.ts';
import { freshDatabase } from '#tests/support/store/postgres.ts';
import { openStripePeer } from '#tests/support/peers/stripe-peer.ts';

const scratch = mkdtempSync(join(tmpdir(), 'vitrine-doctor-'));
const dist = join(scratch, 'dist');
const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false });
let mailPort = 0;
const verdicts = async (source: Record<string, string>) =>
  Object.fromEntries((await examine(source, dist)).map(({ about, verdict }) => [about, verdict]));

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
    expect(await verdicts({ ...base, SMTP_URL: `smtp://127.0.0.1:${mailPort}` })).toMatchObject({
      mail: 'ok',
    });
    expect(await verdicts({ ...base, SMTP_URL: 'smtp://127.0.0.1:1' })).toMatchObject({ mail: 'fault' });
  });

  it('asks the card provider of each store whether it takes the keys, and says whose cannot be opened', async () => {
    const { url, drop } = await freshDatabase(inject('postgres').host);
    const [stripe, DATA_DIR] = [await openStripePeer(), mkdtempSync(join(scratch, 'cards-'))];
    const source = { DATABASE_URL: url, DATA_DIR, SANDBOX: '1' };
    await (await openDatabase(readEnv(source), createLog('silent'))).close();
    const { seal } = openSecrets(readEnv(source), join(DATA_DIR, 'keys'));
    const cards = {
      good: seal(stripe.secretKey),
      mixed: seal(stripe.secretKey),
      refused: seal('sk_test_other'),
      sealed: 'elsewhere.AAAA',
    };
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const [id, secretKey] of Object.entries(cards))
      await client.query(
        'insert into tenant (id, client, name, settings, fingerprint, imported_at) values ($1, $1, $1, $2, $1, now())',
        [
          id,
          {
            payment: {
              card: {
                publishableKey: id === 'mixed' ? 'pk_live_1' : 'pk_test_1',
                secretKey,
                webhookSecret: seal(stripe.webhookSecret),
                api: stripe.api,
              },
            },
          },
        ],
      );
    await client.end();
    const found = await examine(source, dist);
    expect(
      Object.fromEntries(
        found.flatMap(({ about, verdict }) => (about.startsWith('cards') ? [[about, verdict]] : [])),
      ),
    ).toEqual({
      'cards of good': 'ok',
      'cards of mixed': 'fault',
      'cards of refused': 'fault',
      'cards of sealed': 'fault',
    });
    expect(found.find(({ about }) => about === 'cards of sealed')?.text).toContain('cannot be opened here');
    expect(JSON.stringify(found)).not.toContain(stripe.secretKey);
    await stripe.close();
    await drop();
  });

  it('knocks at the gateway of text messages and the service of postal codes, and says nothing there', async () => {
    const heard: string[] = [];
    const peer = createServer(
      (socket) =>
        void socket.on('data', (bytes) => heard.push(bytes.toString())).on('error', () => undefined),
    ).listen(0, '127.0.0.1');
    await once(peer, 'listening');
    const { port } = peer.address() as AddressInfo; // listens on TCP
    const source = {
      DATA_DIR: join(scratch, 'none'),
      SMS_URL: `http://127.0.0.1:${port}/send?token=canary`,
      SMS_TOKEN: 'canary',
      CEP_URL: `http://127.0.0.1:${port}`,
    };
    const found = await examine(source, dist);
    expect(Object.fromEntries(found.map(({ about, verdict }) => [about, verdict]))).toMatchObject({
      'text messages': 'ok',
      'postal codes': 'ok',
    });
    // Something listens, but it has no certificate: nobody would send a message there.
    expect(await verdicts({ ...source, SMS_URL: `https://127.0.0.1:${port}` })).toMatchObject({
      'text messages': 'fault',
    });
    peer.close();
    expect(
      await verdicts({ ...source, SMS_URL: 'http://127.0.0.1:1', CEP_URL: 'http://127.0.0.1:1' }),
    ).toMatchObject({ 'text messages': 'fault', 'postal codes': 'note' });
    expect(heard.filter((text) => /canary|[A-Z]+ \//.test(text))).toEqual([]);
    expect(JSON.stringify(found)).not.toContain('canary');
  });

  it('says whether notices of Pix can be checked, and how old the newest copy is', async () => {
    const DATA_DIR = mkdtempSync(join(scratch, 'copied-'));
    const about = async (more: Record<string, string>, name: string) =>
      (await examine({ DATA_DIR, ...more }, dist)).find((one) => one.about === name);
    expect(await about({ PIX_KEY: 'loja@exemplo.com' }, 'Pix notices')).toMatchObject({ verdict: 'fault' });
    expect(await about({ PIX_KEY: 'loja@exemplo.com', PIX_WEBHOOK_SECRET: 'canary' }, 'Pix notices')).toEqual(
      { about: 'Pix notices', verdict: 'ok', text: 'PIX_WEBHOOK_SECRET is set' },
    );
    expect(await about({}, 'Pix notices')).toMatchObject({ verdict: 'note' });
    expect(await about({}, 'copies')).toMatchObject({
      verdict: 'note',
      text: expect.stringContaining('none yet'),
    });
    const secrets = openSecrets(
      readEnv({ SECRET_KEYS: 'a:0123456789abcdef0123456789abcdef' }),
      join(DATA_DIR, 'unused'),
    );
    for (const [minutes, verdict, text] of [
      [4_000, 'note', '3 days'],
      [200, 'ok', '3 hours'],
      [7, 'ok', '7 minutes'],
    ] as const) {
      await writeBackup(new Blob(['x']), DATA_DIR, secrets, Date.now() - minutes * 60_000);
      expect(await about({}, 'copies')).toEqual({
        about: 'copies',
        verdict,
        text: `the newest is ${text} old`,
      });
    }
  });

  it('asks the sign-on provider of each store who it is, and nothing else', async () => {
    const { url, drop } = await freshDatabase(inject('postgres').host);
    const peer = await openOidcPeer({ clientId: 'loja', redirectUris: [] });
    const source = { DATABASE_URL: url, DATA_DIR: mkdtempSync(join(scratch, 'sso-')), SANDBOX: '1' };
    await (await openDatabase(readEnv(source), createLog('silent'))).close();
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const issuers = {
      good: peer.issuer,
      gone: 'http://127.0.0.1:1',
      silent: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      plain: 'http://sso.example',
    };
    for (const [id, issuer] of Object.entries({ ...issuers, closed: issuers.gone })) {
      const settings = {
        marketplaces: [{ authentication: { ssoEnabled: id !== 'closed' } }],
        sso: [{ id: 'rh', issuer, clientId: 'loja' }],
      };
      await client.query(
        'insert into tenant (id, client, name, settings, fingerprint, imported_at) values ($1, $1, $1, $2, $1, now())',
        [id, settings],
      );
    }
    await client.end();
    const begun = performance.now();
    const found = (await examine(source, dist)).filter(({ about }) => about.startsWith('sign-on'));
    expect(performance.now() - begun).toBeLessThan(8_000);
    expect(Object.fromEntries(found.map(({ about, verdict }) => [about, verdict]))).toEqual({
      'sign-on of good': 'ok',
      'sign-on of gone': 'fault',
      'sign-on of silent': 'fault',
      'sign-on of plain': 'fault',
    });
    expect(peer.asked).toEqual(['/.well-known/openid-configuration']);
    silent.close();
    await peer.close();
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
