import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/http/app.ts';
import { backupsOf } from '#server/backup/backup.ts';
import { EnvironmentFault, readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { openCore } from '#server/commands/main.ts';
import { openSecrets } from '#server/platform/secrets.ts';
import { createServices } from '#server/services/services.ts';
import { type Signed, askCode, codeFor, login, newLead, newPhone, signIn } from '#tests/support/buyers.ts';
import { compiled, quickly } from '#tests/support/store/processes.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const OLD = 'old:0123456789abcdef0123456789abcdef';
const NEW = 'new:fedcba9876543210fedcba9876543210';

describe.each(engines)('keys that are changed under use on %s', (engine) => {
  let first: TestServer;
  beforeAll(async () => {
    first = await openTestServer(engine, { env: { SECRET_KEYS: OLD } });
  });
  afterAll(() => first.close());

  /** Another process on the same database, with other keys. */
  async function withKeys(keys: string): Promise<Pick<TestServer, 'call'>> {
    const core = await openCore(
      readEnv({ SANDBOX: '1', NODE_ENV: 'test', DATA_DIR: first.core.env.DATA_DIR, SECRET_KEYS: keys }),
      first.core.db,
      createLog('silent'),
    );
    const { app } = createApp(core, createServices(core), { checkReplies: true });
    return {
      async call(method, path, { body, bearer, leadSecret, host = 'feira.localhost' } = {}) {
        const headers = {
          host,
          'content-type': 'application/json',
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...(leadSecret === undefined ? {} : { 'x-lead-secret': leadSecret }),
        };
        const answer = await app.request(`http://${host}${path}`, {
          method,
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        return {
          status: answer.status,
          headers: answer.headers,
          text,
          json: text === '' ? null : JSON.parse(text),
        };
      },
    };
  }

  it('OPS-09 sign nobody out: the old key reads while the new one writes, in one process and the next', async () => {
    const people: Signed[] = [];
    for (let person = 0; person < 20; person++) people.push(await signIn(first));
    const lead = await newLead(first);
    const phone = newPhone();
    await askCode(first, phone);
    const code = await codeFor(first, phone);
    // First every process learns to read the new key, then it is written with, then the old one goes.
    const [reads, writes] = [await withKeys(`${OLD},${NEW}`), await withKeys(`${NEW},${OLD}`)];
    let refused = 0;
    const renewed = await Promise.all(
      people.map(async ({ bearer, refresh }, at) => {
        const here = at % 2 ? reads : writes;
        if ((await here.call('GET', '/api/users', { bearer })).status !== 200) refused++;
        const { status, json } = await writes.call('POST', '/auth/renew', {
          body: { refreshToken: refresh },
        });
        if (status !== 200) refused++;
        // What one wrote the other reads.
        if ((await reads.call('GET', '/api/users', { bearer: json.access_token })).status !== 200) refused++;
        return json as { access_token: string; refresh_token: string };
      }),
    );
    expect(refused).toBe(0);
    expect(
      (await writes.call('GET', `/api/users/leads/${lead.leadId}`, { leadSecret: lead.leadSecret })).status,
    ).toBe(200);
    expect((await login(writes as TestServer, phone, code)).status).toBe(200);

    const last = await withKeys(NEW);
    for (const { access_token, refresh_token } of renewed) {
      expect((await last.call('GET', '/api/users', { bearer: access_token })).status).toBe(200);
      expect((await last.call('POST', '/auth/renew', { body: { refreshToken: refresh_token } })).status).toBe(
        200,
      );
    }
    // Written with the key that is gone.
    expect((await last.call('GET', '/api/users', { bearer: people[0]?.bearer })).status).toBe(401);
  });
});

describe('a start that is not fit for people', () => {
  const url = 'postgresql://app@127.0.0.1:1/shop';
  const live = { NODE_ENV: 'production', DATABASE_URL: url, SECRET_KEYS: OLD };
  it.each<[string, Record<string, string>]>([
    ['no keys', { NODE_ENV: 'production', DATABASE_URL: url }],
    ['a short key', { ...live, SECRET_KEYS: 'a:short' }],
    ['a key without a name', { ...live, SECRET_KEYS: '0123456789abcdef0123456789abcdef' }],
    ['a short key among others', { ...live, SECRET_KEYS: `${OLD},b:short` }],
    ['nothing that says whether it is real', { NODE_ENV: 'production' }],
    ['payments whose notices nobody could check', { ...live, PIX_KEY: 'loja@exemplo.com' }],
    ['postal codes asked for in the clear', { ...live, CEP_URL: 'http://cep.example' }],
    ['Pix codes asked for in the clear', { ...live, PIX_PROVIDER: 'http://pix.example' }],
    ['a maker of Pix codes that is none', { ...live, PIX_PROVIDER: 'file:///pix' }],
    ['a switch that is none', { ...live, SANDBOX: 'yes' }],
    ['a port that is none', { ...live, PORT: '70000' }],
    ['an address that is none', { ...live, PUBLIC_URL: 'loja' }],
    ['proxies without end', { ...live, TRUST_PROXY: '10' }],
  ])('OPS-09 is refused with %s', (_, source) => {
    expect(() => openSecrets(readEnv(source), '/nowhere')).toThrow(EnvironmentFault);
    expect(() => openSecrets(readEnv(source), '/nowhere')).not.toThrow(/short|0123456789abcdef/);
  });

  it('OPS-09 is allowed with all of it', () => {
    expect(openSecrets(readEnv(live), '/nowhere').keys('order')).toHaveLength(1);
  });

  it('OPS-10 has no sandbox in production but by the word of whoever starts it', () => {
    expect(readEnv(live).sandbox).toBe(false);
    expect(() => readEnv({ NODE_ENV: 'production', SECRET_KEYS: OLD })).toThrow(
      /SANDBOX=1 to say that this is meant/,
    );
    expect(readEnv({ ...live, SANDBOX: '1' })).toMatchObject({ sandbox: true, production: false });
  });
});

/** Starts a store where every new file is for everybody, makes a copy, and ends. */
const OPEN_TO_ALL = `
process.umask(0);
const { main } = await import('#server/commands/main.ts');
const { writeBackup } = await import('#server/backup/backup.ts');
const store = await main(process.env);
await writeBackup(new Blob(['x']), process.env.DATA_DIR, store.core.secrets, 0);
await store.close();
`;
describe('what lies on the disk', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'vitrine-modes-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it('OPS-10 is for its owner alone: data, copies and keys, however open it was before', async () => {
    const DATA_DIR = join(scratch, 'data');
    // What new files are open to is a matter of the whole process.
    execFileSync(process.execPath, [...quickly, '--input-type=module', '--eval', OPEN_TO_ALL], {
      env: {
        ...process.env,
        PORT: '0',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'silent',
        SANDBOX: '1',
        DATA_DIR,
        ...compiled,
      },
    });
    const open = (path: string) => statSync(path).mode & 0o077;
    // The engine writes its own files for everybody; the directory around them is what shuts them in.
    expect([
      open(DATA_DIR),
      open(join(DATA_DIR, 'keys')),
      open(backupsOf(DATA_DIR)),
      ...readdirSync(backupsOf(DATA_DIR)).map((name) => open(join(backupsOf(DATA_DIR), name))),
    ]).toEqual([0, 0, 0, 0]);
  });
});
