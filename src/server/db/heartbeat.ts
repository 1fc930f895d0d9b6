import type { Socket } from 'node:net';
import pg from 'pg';
import { isAnswer } from './faults.ts';

/**
 * How often it is looked whether somebody waits, and how long the server may take for nothing at all, in ms.
 * Together below the two seconds of OPS-04.
 */
const EVERY = 250;
const PATIENCE = 900;

const SAYS = 'the database does not answer';

/** The server does not answer anything; whoever waits for it is sent away. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  readonly code = '08006';
}

const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream; // pg's own, not in its types

/**
 * Notices a server that is there and says nothing: paused, cut off without a word, out of disk. A statement
 * may be slow for good reasons, so it is not the slow
 * statement that is judged, but whether the server still answers a connection of our own. While it does not,
 * everybody in use of a connection is sent away at once.
 */
export class Heartbeat {
  readonly #config: pg.ClientConfig;
  readonly #busy = new Map<pg.ClientBase, number>();
  readonly #timer: NodeJS.Timeout;
  #own: pg.Client | null = null;
  #isBeating = false;
  /** Ends the wait of everybody who waits. */
  readonly #waiting = new Set<(fault: DatabaseSilent) => void>();
  #isSilent = false;

  constructor(pool: pg.Pool, config: pg.ClientConfig) {
    this.#config = config;
    pool.on('acquire', (client) => this.#busy.set(client, performance.now()));
    pool.on('release', (_, client) => this.#busy.delete(client));
    pool.on('remove', (client) => this.#busy.delete(client));
    this.#timer = setInterval(() => void this.#look(), EVERY).unref();
  }

  /** Waits for work, but not for a server that is silent. @throws DatabaseSilent */
  guard<T>(work: Promise<T>): Promise<T> {
    // Not a race with one long promise: what races with it is kept as long as that one.
    return new Promise((resolve, reject) => {
      if (this.#isSilent) {
        work.catch(() => undefined);
        return reject(new DatabaseSilent(SAYS));
      }
      this.#waiting.add(reject);
      work.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#own?.end().catch(() => undefined);
  }

  async #look(): Promise<void> {
    const now = performance.now();
    const waits = [...this.#busy.values()].some((since) => now - since > EVERY);
    if (this.#isBeating || (!waits && !this.#isSilent)) return;
    this.#isBeating = true;
    const answers = await this.#beat();
    this.#isBeating = false;
    if (answers === !this.#isSilent) return;
    this.#isSilent = !answers;
    if (answers) return;
    for (const refuse of this.#waiting) refuse(new DatabaseSilent(SAYS));
    // Their statements end with it. What was being committed may have been: a call that is sent again finds
    // out.
    for (const client of this.#busy.keys()) socketOf(client).destroy(new DatabaseSilent(SAYS));
  }

  async #beat(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    // One turn later: when this process itself was busy that long, the answer lies there already.
    const timer = setTimeout(() => setImmediate(() => resolve(false)), PATIENCE);
    // A refusal in words is an answer: only that there is no room for one more connection, say.
    const asked = this.#ask().then(
      () => true,
      (error: unknown) => isAnswer(error),
    );
    const answers = await Promise.race([asked, promise]).finally(() => clearTimeout(timer));
    if (!answers && this.#own) {
      socketOf(this.#own).destroy();
      this.#own = null;
    }
    return answers;
  }

  async #ask(): Promise<void> {
    if (!this.#own) {
      const made = new pg.Client({ ...this.#config, connectionTimeoutMillis: PATIENCE });
      made.on('error', () => undefined);
      made.once('end', () => {
        if (this.#own === made) this.#own = null;
      });
      this.#own = made;
      await made.connect();
    }
    await this.#own.query('select 1');
  }
}
