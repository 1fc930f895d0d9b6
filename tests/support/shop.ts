import { fork } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { compiled, quickly } from './store/processes.ts';

export interface Shop {
  /** Address without a slash at the end, on a port from the system. */
  url: string;
  /** Everything the server printed, for a failing test. */
  readonly output: () => string;
  /** Ends the server in order; its data directory is deleted unless it is to be kept. */
  close(options?: { keepsData?: boolean }): Promise<void>;
  /** Ends the server as a power cut would; the data directory stays, for `startShop({ dataDir })`. */
  kill(): Promise<void>;
  dataDir: string;
}

/**
 * Starts the shop as `npm start` does, in a process and with a data directory of its own, sandbox on.
 * @param options.template a data directory to begin with a copy of, because making a database takes seconds
 * @param options.env more environment, for example `{ DATABASE_URL }`
 * @throws Error with the server's output when it does not listen within 90 s
 */
export async function startShop(
  options: { dataDir?: string; template?: string; env?: Record<string, string> } = {},
): Promise<Shop> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'vitrine-shop-'));
  if (options.template) cpSync(options.template, dataDir, { recursive: true });
  const script = path.resolve(import.meta.dirname, '../../src/server/commands/start.ts');
  const child = fork(script, [], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      SANDBOX: '1',
      ...compiled,
      ...options.env,
    },
    // A test runner's own flags are not for the server.
    execArgv: quickly,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));

  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The shop did not listen within 90 s:\n${text}`));
    }, 90_000);
    child.once('message', (message) => {
      clearTimeout(late);
      resolve((message as { url: string }).url.replace(/\/$/, ''));
    });
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`The shop ended (${code}) before it listened:\n${text}`));
    });
  });
  return {
    url,
    dataDir,
    output: () => text,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    close: async ({ keepsData = false } = {}) => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(late);
      if (!keepsData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
