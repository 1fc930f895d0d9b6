import { type ChildProcess, fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import path from 'node:path';
import type { Called } from '../buyers.ts';
import type { KillPoint } from './kill-points.ts';
import { compiled, quickly } from './processes.ts';
import type { Answer, Call } from './server.ts';

/** A server in a process of its own, spoken to over a socket, at an address that is its default store's. */
export interface Child extends Called {
  url: string;
  process: ChildProcess;
  /** Everything it printed. */
  output(): string;
  /** Says where it is to die. */
  arm(point: KillPoint<string>): Promise<void>;
  /**
   * Counts requests from now on. `received` resolves when so many have come, with how many are not answered
   * then; of `counted.ts` only.
   */
  countTo(count: number): Promise<{ received: Promise<number> }>;
  /** Bytes of memory that it has; of `counted.ts` only. */
  memory(): Promise<number>;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
}

/**
 * Sends one request. It settles with its connection, whatever becomes of the server: `fetch` may wait for ever
 * for one that ended in the middle. @throws Error when no whole answer came
 */
function send(
  agent: Agent,
  url: URL,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Omit<Answer, 'json'>> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(
            Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
          ),
          text: Buffer.concat(parts).toString(),
        }),
      );
      response.once('close', () => reject(new Error('the answer was cut off')));
    });
    sent.once('error', reject);
    sent.once('close', () => reject(new Error('the connection closed without an answer')));
    sent.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/**
 * Starts the server below a watcher (killable.ts).
 * @param env all of its environment besides port and host; without `SANDBOX` it brings no demo tenants
 * @param script another program that listens: `counted.ts`
 * @throws Error with its output when it does not listen
 */
export async function startChild(
  env: Record<string, string>,
  script = path.join(import.meta.dirname, 'killable.ts'),
): Promise<Child> {
  const child = fork(script, [], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'test',
      SANDBOX: '0',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...compiled,
      ...env,
    },
    execArgv: quickly,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  );
  const url = await new Promise<string>((resolve, reject) => {
    // Said by start.ts once it listens
    child.once('message', (message) => resolve((message as { url: string }).url));
    void ended.then((code) => reject(new Error(`the server ended (${code}) before it listened:\n${text}`)));
  });
  const agent = new Agent({ keepAlive: true });
  const tell = (what: object) =>
    new Promise<unknown>((resolve) => {
      child.once('message', resolve);
      child.send(what);
    });
  return {
    url,
    process: child,
    ended,
    output: () => text,
    arm: async (point) => void (await tell(point)),
    async countTo(count) {
      await tell({ expect: count });
      const heard = new Promise<unknown>((resolve) => child.once('message', resolve));
      return { received: heard.then((message) => (message as { inFlight: number }).inFlight) }; // what counted.ts says
    },
    memory: async () => ((await tell({ memory: true })) as { rss: number }).rss, // what counted.ts says
    async call(
      method: string,
      to: string,
      { body, headers = {}, bearer, leadSecret }: Call = {},
    ): Promise<Answer> {
      const answer = await send(agent, new URL(to, url), method, body, {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(leadSecret === undefined ? {} : { 'x-lead-secret': leadSecret }),
        ...headers,
      });
      return { ...answer, json: answer.text === '' ? null : JSON.parse(answer.text) };
    },
  };
}
