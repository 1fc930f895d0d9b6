import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { CLOCK_TOPIC } from '#server/platform/clock.ts';
import { DATA_TOPIC, type Events } from '#server/platform/events.ts';
import { isForwardedHttps } from './middleware/request.ts';

const brotliOf = promisify(brotliCompress);
const compress = (plain: Buffer, quality: number) =>
  brotliOf(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
/**
 * Nobody waits for the first; the second takes a fifth off an answer for ten times the work, for those that
 * stay as they are.
 */
const [QUICK, DENSE] = [5, 10];

/** Longest age in ms of an answer nobody said had changed; the net below a lost notification. */
const LIFE = 3_500;
/**
 * How long an old answer still serves the others while one caller fetches the new one, in ms. LIFE + GRACE <
 * 5 s.
 */
const GRACE = 1_000;
const MOST_BYTES = 96 * 1_024 * 1_024;
const WORTH_COMPRESSING = 800;

type HeaderList = (readonly [string, string])[];

/** One answer, ready to be written in both encodings. */
export interface CachedAnswer {
  readonly tenantId: string;
  /** Also for callers who sent a credential. */
  readonly forAll: boolean;
  readonly etag: string;
  readonly plain: Buffer;
  readonly brotli: Buffer | null;
  readonly isDense: boolean;
  readonly headers: HeaderList;
  readonly plainHead: string[];
  readonly brotliHead: string[];
  freshUntil: number;
  isRefreshing: boolean;
}

const takesBrotli = (acceptEncoding: string | undefined) =>
  acceptEncoding !== undefined && /\bbr\b(?!\s*;\s*q=0(\.0+)?\b)/.test(acceptEncoding);
/** A tag that is the same for the same bytes. */
export const etagOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
/** Whether a caller has this answer already. @param ifNoneMatch header of that name */
export const isKnown = (etag: string, ifNoneMatch: string | undefined) =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

const encoded = (headers: HeaderList, brotli: Buffer | null) => ({
  brotli,
  brotliHead: [...headers.flat(), 'content-encoding', 'br', 'content-length', String(brotli?.length ?? 0)],
});

/**
 * What names an answer. The host and X-App decide the tenant; what is said about the connection is only true
 * on the one that it was made for.
 */
export const cacheKey = (isSecure: boolean, host: string, xApp: string, url: string): string =>
  `${isSecure ? 's' : ''}\n${host}\n${xApp}\n${url}`;

/** Bytes that an entry takes beside its answer: two heads, and what a map needs. */
const ENTRY = 2_000;
/** Longest name of an answer that is kept; the shop's own are far below. */
const LONGEST_KEY = 1_000;
const weightOf = (key: string, { plain, brotli }: CachedAnswer): number =>
  plain.length + (brotli?.length ?? 0) + key.length * 2 + ENTRY;

/** Answers that are the same for everybody, kept compressed for some seconds. */
export class ResponseCache {
  readonly #trusted: number;
  readonly #entries = new Map<string, CachedAnswer>();
  /** When each tenant's data last changed, counted in changes. */
  readonly #changes = new Map<string, number>();
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  #count = 0;
  #bytes = 0;
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
    return { answers: this.#entries.size, bytes: this.#bytes };
  }

  /** To be taken before the data is read: an answer made of older data is not kept. */
  mark(): number {
    return this.#count;
  }

  /** From now on the next caller gets a new answer. @param tenantId `*` for all */
  expire(tenantId: string): void {
    this.#changes.set(tenantId, ++this.#count);
    const now = performance.now();
    for (const entry of this.#entries.values())
      if (tenantId === '*' || entry.tenantId === tenantId) entry.freshUntil = Math.min(entry.freshUntil, now);
  }

  #isCurrent(tenantId: string, mark: number): boolean {
    return (this.#changes.get(tenantId) ?? 0) <= mark && (this.#changes.get('*') ?? 0) <= mark;
  }

  /** Makes an answer and keeps it, unless the data changed since `mark`. */
  async keep(
    key: string,
    made: { tenantId: string; forAll: boolean; mark: number; body: Uint8Array; headers: HeaderList },
  ): Promise<CachedAnswer> {
    const plain = Buffer.from(made.body);
    const etag = etagOf(plain);
    const former = this.#entries.get(key);
    const isSame = former?.etag === etag;
    const brotli = isSame
      ? former.brotli
      : plain.length < WORTH_COMPRESSING
        ? null
        : await compress(plain, QUICK);
    const headers: HeaderList = [
      ...made.headers.filter(([name]) => !/^(content-length|etag|vary|set-cookie|x-request-id)$/i.test(name)),
      ['etag', etag],
      [
        'vary',
        made.forAll ? 'Accept-Encoding, X-App' : 'Accept-Encoding, X-App, Authorization, X-Lead-Secret',
      ],
    ];
    const entry: CachedAnswer = {
      tenantId: made.tenantId,
      forAll: made.forAll,
      etag,
      plain,
      ...encoded(headers, brotli),
      isDense: isSame && former.isDense,
      headers,
      plainHead: [...headers.flat(), 'content-length', String(plain.length)],
      freshUntil: performance.now() + LIFE,
      isRefreshing: false,
    };
    this.#remove(key);
    if (key.length <= LONGEST_KEY && this.#isCurrent(made.tenantId, made.mark)) {
      this.#put(key, entry);
      for (const oldest of this.#entries.keys()) {
        if (this.#bytes <= MOST_BYTES) break;
        this.#remove(oldest);
      }
      // Without it the quick one stays in use.
      if (isSame && !entry.isDense && brotli) this.#condense(key, entry).catch(() => undefined);
    }
    return entry;
  }

  /**
   * An answer that was made a second time and came out the same is worth the work, while it is the one in
   * use.
   */
  async #condense(key: string, entry: CachedAnswer): Promise<void> {
    const dense = await compress(entry.plain, DENSE);
    if (this.#entries.get(key) !== entry) return;
    this.#remove(key);
    this.#put(key, { ...entry, ...encoded(entry.headers, dense), isDense: true });
  }

  #put(key: string, entry: CachedAnswer): void {
    this.#entries.set(key, entry);
    this.#bytes += weightOf(key, entry);
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#bytes -= weightOf(key, entry);
    this.#entries.delete(key);
  }

  /** The kept answer for a request, or undefined when this caller is to fetch a new one. */
  find(key: string, hasCredential: boolean): CachedAnswer | undefined {
    const entry = this.#entries.get(key);
    if (!entry || (hasCredential && !entry.forAll)) return undefined;
    const now = performance.now();
    if (now < entry.freshUntil) return entry;
    if (now < entry.freshUntil + GRACE && entry.isRefreshing) return entry;
    entry.isRefreshing = true;
    return undefined;
  }

  /** Answers straight from memory, before any routing. @returns false when the request is not for it */
  serveRaw(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#entries.size === 0) return false;
    const { headers } = request;
    // A page of another origin is refused further on, whatever it asks for.
    if (headers.origin !== undefined) return false;
    const xApp = headers['x-app'];
    const entry = this.find(
      cacheKey(
        isForwardedHttps(this.#trusted, headers['x-forwarded-proto']) ?? false,
        headers.host ?? '',
        typeof xApp === 'string' ? xApp : '',
        request.url ?? '',
      ),
      headers.authorization !== undefined || headers['x-lead-secret'] !== undefined,
    );
    if (!entry) return false;
    this.#served++;
    if (isKnown(entry.etag, headers['if-none-match'])) {
      response.writeHead(304, entry.headers.flat()).end();
    } else if (entry.brotli && takesBrotli(headers['accept-encoding'] as string | undefined)) {
      response.writeHead(200, entry.brotliHead).end(entry.brotli);
    } else {
      response.writeHead(200, entry.plainHead).end(entry.plain);
    }
    return true;
  }

  /** The same answer for a request that went through the app. */
  static respond(entry: CachedAnswer, request: Request): Response {
    const headers = new Headers(entry.headers.map(([name, value]): [string, string] => [name, value]));
    if (isKnown(entry.etag, request.headers.get('If-None-Match') ?? undefined))
      return new Response(null, { status: 304, headers });
    const brotli = takesBrotli(request.headers.get('Accept-Encoding') ?? undefined) ? entry.brotli : null;
    if (brotli) headers.set('Content-Encoding', 'br');
    return new Response(new Uint8Array(brotli ?? entry.plain), { status: 200, headers });
  }
}
