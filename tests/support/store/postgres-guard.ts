/**
 * Owns one PostgreSQL for a test run, as a process of its own. When its standard input ends, because the run
 * ended or was killed with no chance
 * to clean up, it stops the server and deletes everything.
 */
import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { GuardOrder } from './postgres.ts';

const { dir, bin, user, settings } = JSON.parse(process.argv[2] ?? '{}') as GuardOrder;
const data = path.join(dir, 'data');
const own = { ...user, cwd: dir, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: dir } };
const answer = (message: { ready: true } | { error: string }) =>
  process.stdout.write(`${JSON.stringify(message)}\n`);
const clean = () => rmSync(dir, { recursive: true, force: true });

const flags = ['-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'];
const icu = ['--locale-provider=icu', '--icu-locale=pt-BR'];
const made = spawnSync(path.join(bin, 'initdb'), ['-D', data, ...flags, ...icu], {
  ...own,
  encoding: 'utf8',
});
if (made.status !== 0) {
  answer({ error: made.error?.message ?? `${made.stderr}${made.stdout}` });
  clean();
  process.exit(1);
}

const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
const server = spawn(path.join(bin, 'postgres'), ['-D', data, '-k', dir, ...options], {
  ...own,
  stdio: ['ignore', 'ignore', 'pipe'],
});
let log = '';
let isReady = false;
server.stderr.setEncoding('utf8').on('data', (text: string) => {
  log = (log + text).slice(-8_000);
  if (isReady || !log.includes('ready to accept connections')) return;
  isReady = true;
  answer({ ready: true });
});
server.on('error', (fault) => {
  log += fault.message;
});
server.on('close', () => {
  if (!isReady) answer({ error: log || 'PostgreSQL ended before it was ready' });
  clean();
  process.exit(isReady ? 0 : 1);
});

let asked = 0;
function stop() {
  // One that a test had paused hears nothing else.
  server.kill('SIGCONT');
  // SIGINT ends connections and shuts down in order; if that takes longer than 3 s, at once.
  server.kill(asked++ === 0 ? 'SIGINT' : 'SIGQUIT');
  setTimeout(stop, 3_000).unref();
}
process.stdin.resume().on('end', stop).on('error', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
