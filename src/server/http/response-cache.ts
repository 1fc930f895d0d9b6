import type { IncomingMessage, ServerResponse } from 'node:http';
import { CLOCK_TOPIC } from '#server/platform/clock.ts';
import { DATA_TOPIC, type Events } from '#server/platform/events.ts';
import { type HeaderList, KeptAnswer } from './kept-answer.ts';
import { isForwardedHttps } from './middleware/request.ts';
import { Shelf } from './shelf.ts';

/** Longest age in ms of an answer nobody said had changed; the net below a lost notification. */
export const LIFE = 3_500;
/**
 * How long an old answer still serves the others while one caller fetches the new one, in ms. LIFE + GRACE <
 * 5 s.
 */
export const GRACE = 1_000;
const MOST_BYTES = 96 * 1_024 * 1_024;

interface Entry {
  readonly tenantId: string;
  /** Also for callers who sent a credential. */
  readonly forAll: boolean;
  readonly answer: KeptAnswer;
  freshUntil: number;
  isRefreshing: boolean;
}

/**
 * What names an answer. The host and X-App decide the tenant; what is said about the connection is only true
 * on the one that it was made for.
 */
export const cacheKey = (isSecure: boolean, host: string, xApp: string, url: string): string =>
  `${isSecure ? 's' : ''}\n${host}\n${xApp}\n${url}`;

/** The key of a request that has not been read by anything else. @param trusted proxies in front */
export function keyOfRaw({ headers, url }: IncomingMessage, trusted: number): string {
  const xApp = headers['x-app'];
  return cacheKey(
    isForwardedHttps(trusted, headers['x-forwarded-proto']) ?? false,
    headers.host ?? '',
    typeof xApp === 'string' ? xApp : '',
    url ?? '',
  );
}

/** Bytes that an entry takes beside its answer: its heads, and what a map needs. */
const ENTRY = 2_000;
/** Longest name of an answer that is kept; the shop's own are far below. */
export const LONGEST_KEY = 1_000;
export const weightOf = (key: string, answer: KeptAnswer): number => answer.size + key.length * 2 + ENTRY;

/** Answers that are the same for everybody, kept compressed for some seconds. */
export class ResponseCache {
  readonly #trusted: number;
  readonly #entries = new Shelf<Entry>(MOST_BYTES);
  /** When each tenant's data last changed, counted in changes. */
  readonly #changes = new Map<string, number>();
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #listeners = new Set<(tenantId: string) => void>();
  #count = 0;
  #served = 0;

  /** @param trusted number of proxies in front that are believed */
  constructor(trusted = 0) {
    this.#trusted = trusted;
  }

  /**
   * Drops a tenant's answers whenever some process says that its public data changed: at once, then at most
   * once a second, so that a rush of orders does not empty it all the time.
   */
  follow(events: Events): void {
    events.subscribe('*', DATA_TOPIC, (_, __, tenantId) => {
      if (this.#waiting.has(tenantId)) return;
      this.expire(tenantId);
      const again = { isNeeded: false };
      const stop = events.subscribe(tenantId, DATA_TOPIC, () => (again.isNeeded = true));
      const timer = setTimeout(() => {
        stop();
        this.#waiting.delete(tenantId);
        if (again.isNeeded) this.expire(tenantId);
      }, 1_000);
      this.#waiting.set(tenantId, timer.unref());
    });
    events.subscribe('*', CLOCK_TOPIC, () => this.expire('*'));
    events.onReconnect(() => this.expire('*'));
  }

  /** Answers given by {@link serveRaw} so far. */
  served(): number {
    return this.#served;
  }

  /** What is kept. */
  size(): { answers: number; bytes: number } {
    return { answers: this.#entries.size, bytes: this.#entries.weight };
  }

  /** To be taken before the data is read: an answer made of older data is not kept. */
  mark(): number {
    return this.#count;
  }

  /** From now on the next caller gets a new answer. @param tenantId `*` for all */
  expire(tenantId: string): void {
    this.#changes.set(tenantId, ++this.#count);
    const now = performance.now();
    for (const [, entry] of this.#entries.entries())
      if (tenantId === '*' || entry.tenantId === tenantId) entry.freshUntil = Math.min(entry.freshUntil, now);
    for (const listener of this.#listeners) listener(tenantId);
  }

  /** Called with the tenant (`*` for all) whose answers have just expired. */
  onExpire(listener: (tenantId: string) => void): void {
    this.#listeners.add(listener);
  }

  /** Whether nothing of a tenant expired since `mark` was taken. */
  isCurrent(tenantId: string, mark: number): boolean {
    return (this.#changes.get(tenantId) ?? 0) <= mark && (this.#changes.get('*') ?? 0) <= mark;
  }

  /** Makes an answer and keeps it, unless the data changed since `mark`. */
  async keep(
    key: string,
    made: { tenantId: string; forAll: boolean; mark: number; body: Uint8Array; headers: HeaderList },
  ): Promise<KeptAnswer> {
    const former = this.#entries.get(key)?.answer;
    const answer = await KeptAnswer.of(
      {
        status: 200,
        body: made.body,
        headers: made.headers,
        vary: made.forAll ? 'X-App' : 'X-App, Authorization, X-Lead-Secret',
      },
      former,
    );
    if (key.length > LONGEST_KEY || !this.isCurrent(made.tenantId, made.mark)) {
      this.#entries.drop(key);
      return answer;
    }
    const { tenantId, forAll } = made;
    const freshUntil = performance.now() + LIFE;
    this.#entries.put(
      key,
      { tenantId, forAll, answer, freshUntil, isRefreshing: false },
      weightOf(key, answer),
    );
    // What was made a second time and came out the same is worth the work.
    if (former?.etag === answer.etag) answer.condense().catch(() => undefined);
    return answer;
  }

  /** The kept answer for a request, or undefined when this caller is to fetch a new one. */
  find(key: string, hasCredential: boolean): KeptAnswer | undefined {
    const entry = this.#entries.get(key);
    if (!entry || (hasCredential && !entry.forAll)) return undefined;
    const now = performance.now();
    if (now < entry.freshUntil) return entry.answer;
    if (now < entry.freshUntil + GRACE && entry.isRefreshing) return entry.answer;
    entry.isRefreshing = true;
    return undefined;
  }

  /** Answers straight from memory, before any routing. @returns false when the request is not for it */
  serveRaw(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#entries.size === 0) return false;
    const { headers } = request;
    // A page of another origin is refused further on, whatever it asks for.
    if (headers.origin !== undefined) return false;
    const answer = this.find(
      keyOfRaw(request, this.#trusted),
      headers.authorization !== undefined || headers['x-lead-secret'] !== undefined,
    );
    if (!answer) return false;
    this.#served++;
    answer.write(request, response);
    return true;
  }
}
