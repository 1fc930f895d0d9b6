import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { userMessage } from '#server/commands/command.ts';
import { lockDirectory } from '#server/db/lock.ts';
import { readEnv } from '#server/platform/env.ts';
import { main } from '#server/commands/main.ts';
import { openSecrets } from '#server/platform/secrets.ts';
import { compiled, quickly } from '#tests/support/store/processes.ts';
import { addressOf } from '#tests/support/store/postgres.ts';

const scratch = mkdtempSync(join(tmpdir(), 'vitrine-commands-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const server = join(import.meta.dirname, '../../../src/server');
const SECRET_KEYS = 'a:0123456789abcdef0123456789abcdef';

interface Ended {
  code: number | null;
  out: string;
  err: string;
}
/** Runs a command as npm does. @param input what is piped in */
function run(command: string, words: string[], env: Record<string, string>, input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [...quickly, join(server, `${command}.ts`), ...words], {
    env: { PATH: process.env['PATH'], ...compiled, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (err += part));
  // One that does not read has ended before it is told anything.
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}

describe('the commands', () => {
  let DATA_DIR = '';
  beforeEach(() => void (DATA_DIR = mkdtempSync(join(scratch, 'data-'))));
  afterEach(() => rmSync(DATA_DIR, { recursive: true, force: true }));

  it.each([
    ['commands/tenant-import', ['pasta']],
    ['commands/tenant-export', ['pasta']],
    ['commands/tenant-keys', ['client', 'semana']],
    ['commands/backup', ['backup']],
    ['commands/backup', ['restore']],
  ])('say in one sentence that a running store has the database: %s %s', async (command, words) => {
    const unlock = lockDirectory(join(DATA_DIR, 'database.lock'));
    try {
      expect(await run(command, words, { DATA_DIR, SECRET_KEYS })).toEqual({
        code: 1,
        out: '',
        err: `The data in ${DATA_DIR} is in use by process ${process.pid}. Stop it first, or choose another DATA_DIR.\n`,
      });
    } finally {
      unlock();
    }
  });

  it.each([
    'commands/tenant-import',
    'commands/tenant-keys',
    'commands/tenant-seal',
    'commands/metrics-token',
    'commands/backup',
  ])('name what is unfit in the environment, without its value or a stack: %s', async (command) => {
    const { code, out, err } = await run(
      command,
      ['client', 'semana'],
      { DATA_DIR, SECRET_KEYS: 'canary' },
      'chave',
    );
    expect([code, out, err]).toEqual([
      1,
      '',
      'Unfit environment: SECRET_KEYS must be id:secret,id:secret with at least 32 characters in each secret. See docs/operations.md.\n',
    ]);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['SECRET_KEYS', 'canary', 'must be id:secret,id:secret with at least 32 characters in each secret'],
    ['SMTP_URL', 'nope:canary', 'must be an address like smtps://user@host'],
    ['SMS_URL', 'nope-canary', 'must be an address like https://host'],
    ['DATABASE_URL', 'canary', 'must be an address like postgresql://role@host/database'],
  ])('OPS-09 the doctor ends with 1 for an unfit %s', async (name, value, takes) => {
    const { code, out, err } = await run('commands/doctor', [], { DATA_DIR, [name]: value });
    expect([code, out, err]).toEqual([
      1,
      `✗ environment      Unfit environment: ${name} ${takes}. See docs/operations.md.\n`,
      '',
    ]);
  });

  it.each(['commands/tenant-check', 'commands/tenant-import'])(
    'say in one sentence that there is no such folder: %s',
    async (command) => {
      const folder = join(scratch, 'no-such-folder');
      expect(await run(command, [folder], { DATA_DIR, SECRET_KEYS })).toEqual({
        code: 1,
        out: '',
        err: `Não há uma pasta "${folder}".\n`,
      });
    },
  );

  const USAGE = /^Uso: npm run tenant:keys -- <loja> <campanha,campanha> .*\n$/;
  it.each([
    [['client']],
    [['client', 'semana', '--usos', '3']],
    [['client', 'semana', '--count']],
    [['client', 'semana', '--count', '--uses', '2']],
    [['client', 'semana', 'depois']],
  ])('show how keys are made to whoever asks for them otherwise: %s', async (words) => {
    const { code, out, err } = await run('commands/tenant-keys', words, { DATA_DIR });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(USAGE);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  it('seal what is piped in, and nothing when there is nothing', async () => {
    const sealed = await run('commands/tenant-seal', [], { DATA_DIR, SECRET_KEYS }, 'sk_test_1\n');
    expect([sealed.code, openSecrets(readEnv({ SECRET_KEYS }), DATA_DIR).open(sealed.out.trim())]).toEqual([
      0,
      'sk_test_1',
    ]);
    for (const input of ['', ' \n'])
      expect(await run('commands/tenant-seal', [], { DATA_DIR }, input)).toEqual({
        code: 1,
        out: '',
        err: 'Não há nada para selar: a entrada está vazia.\n',
      });
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });
});

describe('why a start failed', () => {
  const reason = async (source: Record<string, string>) =>
    userMessage(
      await main({
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATA_DIR: join(scratch, 'none'),
        SANDBOX: '1',
        ...source,
      }).catch((error: unknown) => error),
    );

  it('is one sentence for a person who can mend it', async () => {
    expect(await reason({ DATABASE_URL: 'canary' })).toBe(
      'Unfit environment: DATABASE_URL must be an address like postgresql://role@host/database. See docs/operations.md.',
    );
    expect(await reason({ DATABASE_URL: 'postgresql://canary@127.0.0.1:1/canary' })).toBe(
      'The database of DATABASE_URL or DATABASE_ADMIN_URL does not answer (ECONNREFUSED).',
    );
    expect(await reason({ DATABASE_URL: `postgresql://canary@localhost/canary?host=${scratch}` })).toBe(
      'The database of DATABASE_URL or DATABASE_ADMIN_URL does not answer (ENOENT).',
    );
    expect(await reason({ DATABASE_URL: addressOf(inject('postgres').host, 'canary') })).toBe(
      'The database of DATABASE_URL or DATABASE_ADMIN_URL does not take its role, password or name (3D000).',
    );
    const DATA_DIR = mkdtempSync(join(scratch, 'held-'));
    const unlock = lockDirectory(join(DATA_DIR, 'database.lock'));
    expect(await reason({ DATA_DIR })).toContain(`in use by process ${process.pid}`);
    unlock();
  });

  it('keeps its stack when it is a bug', () => {
    expect(userMessage(new TypeError('x is not a function'))).toBeUndefined();
    expect(
      userMessage(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })),
    ).toBeUndefined();
  });
});
