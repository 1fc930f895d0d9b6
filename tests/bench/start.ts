import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

const shop = join(import.meta.dirname, '../../src/server/commands/start.ts');

export interface Started {
  url: string;
  pid: number;
  /** ms from the start of the process to its first address */
  took: number;
  /** Says to do what it was started for, as `bare.ts` understands it. */
  tell(): void;
  stop(): Promise<void>;
}

/** Starts the shop as `npm start` does and measures how long it takes until it listens. */
export async function startMeasured(env: Record<string, string>, script = shop): Promise<Started> {
  const began = performance.now();
  const child: ChildProcess = fork(script, [], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { url: string }).url)); // what start.ts sends
    child.once('exit', (code) => reject(new Error(`the shop ended with ${code} before it listened`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    took: performance.now() - began,
    tell: () => void child.send('now'),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
