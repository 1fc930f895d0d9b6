import { API_TIMEOUT, CLIENT_VERSION } from '#contract/constants.ts';
import type { Answer, CallInput, Endpoint } from '#contract/endpoint.ts';
import { NetworkFault, isProblem } from '#contract/fault.ts';
import { addressOf } from './address.ts';
import { answerOf, refusalOf } from './answer.ts';
import { type Credentials, anonymous, bearerFor, proofOf, waitsForPerson } from './credentials.ts';
import { createRetries, isRepeatable } from './retry.ts';
import ky from 'ky';

/** Longest wait for a look-up that a person can do without, ms. */
const LOOKUP_DEADLINE = 5_000;
const LOOKUPS: readonly string[] = ['lookUpPostalCode'];

/**
 * Puzzles worked off for one call: the second is for the hour that turned over meanwhile, and its seed with
 * it.
 */
const MOST_PUZZLES = 2;

/** Answers that are kept to be asked for again by their tag. */
const MOST_KEPT = 16;

type Fetch = (request: Request) => Promise<Response>;

export interface ClientOptions {
  /** Origin of the API without a slash at the end. */
  base: string;
  /** Client name of the tenant: X-App. */
  app: string;
  fetch?: Fetch;
  credentials?: Credentials;
  /** Told of every response, for the server's clock (`Date`) and the 24 h rule of §9. */
  onResponse?: (response: Response) => void;
  /** Repeats of calls that are safe; off on the server and for callers that repeat by themselves. */
  retries?: boolean;
  /**
   * Works off the puzzle that an address with too many calls is given instead of a refusal (SEC-03).
   * @returns the nonce to send, null for a puzzle that cannot be read
   */
  prove?: (puzzle: string, signal?: AbortSignal) => Promise<string | null>;
  /** 0 to 1. */
  random?: () => number;
  sleep?: (ms: number) => Promise<void>;
}

type Input = {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** Calls the API by its descriptors. */
export interface Client {
  /**
   * One call of the contract.
   * @returns the validated answer, undefined where the contract says 204
   * @throws ApiProblem for a refusal, NetworkFault when no answer of ours came within 60 s (look-ups 5 s)
   * A 401 of a bearer, not of a typed code, renews the token once and repeats once. Source: spec.md §7, §8.
   */
  call<const E extends Endpoint>(
    endpoint: E,
    ...input: Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]
  ): Promise<Answer<E>>;
  /**
   * The bare response of a call, for answers that are read piece by piece. No deadline but the caller's
   * signal.
   */
  open(endpoint: Endpoint, input: Input): Promise<Response>;
}

/** A 401 about a code that was typed, not about who calls: said again it would cost a second try. */
const isOfCode = async (response: Response): Promise<boolean> =>
  isProblem(await refusalOf(response.clone()), 'INVALID_CODE', 'EXPIRED_CODE', 'TOO_MANY_ATTEMPTS');

/** Ends when `signal` does or after `ms`, whichever is first. */
function deadline(ms: number, signal: AbortSignal | undefined): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new NetworkFault(`no answer within ${ms} ms`)), ms);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}

/**
 * A client of the API. Its time limit, its repeats and what a refusal means are ours, so ky's own are off.
 */
export function createClient({
  base,
  app,
  fetch = (request) => globalThis.fetch(request),
  credentials = anonymous,
  onResponse,
  prove,
  retries = false,
  random = Math.random,
  sleep = (ms) => new Promise((done) => void setTimeout(done, ms)),
}: ClientOptions): Client {
  const repeats = createRetries(random);
  const http = ky.create({
    prefix: base,
    headers: { Accept: 'application/json', 'X-App': app, 'X-App-Version': CLIENT_VERSION },
    credentials: 'same-origin',
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });

  /**
   * What no cache keeps, by address, the newest last: asked again, an answer that is still the same brings no
   * bytes. Its tag is of its bytes, so that nobody gets somebody else's.
   */
  const kept = new Map<string, { etag: string; answer: unknown }>();
  function keep(address: string, entry: { etag: string; answer: unknown }): void {
    kept.delete(address);
    kept.set(address, entry);
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
  }

  /**
   * The request that each call has under way. A request passes the abort of its caller on only while it lives, and
   * nothing else of a fetch has to hold it.
   */
  const underWay = new WeakMap<AbortSignal, Request>();

  async function send(
    endpoint: Endpoint,
    { params, query, body, headers, signal }: Input,
    bearer: string | null,
  ): Promise<Response> {
    const address = addressOf(endpoint, params, query);
    try {
      const response = await http(address, {
        method: endpoint.method,
        // Proof after what the caller gave: a call repeated with a renewed token must not carry the spent
        // one.
        headers: { ...headers, ...proofOf(endpoint, bearer, credentials) },
        ...(body === undefined ? {} : { json: body }),
        ...(signal ? { signal } : {}),
        fetch: (made) => {
          const request = made as Request; // ky makes one of every call
          if (signal) underWay.set(signal, request);
          return fetch(request);
        },
      });
      onResponse?.(response);
      return response;
    } catch (cause) {
      throw cause instanceof NetworkFault
        ? cause
        : new NetworkFault(`${endpoint.name}: no answer`, { cause });
    }
  }

  /** Sent again once, with a new token, when the one it carried was refused. */
  async function open(endpoint: Endpoint, input: Input): Promise<Response> {
    if (credentials.settled && waitsForPerson(endpoint, input.headers)) await credentials.settled();
    const bearer = bearerFor(endpoint, credentials);
    const response = await send(endpoint, input, bearer);
    if (response.status !== 401 || !bearer || (await isOfCode(response))) return response;
    const current = credentials.bearer();
    // Another call may have renewed it while this one was under way.
    const renewed = current && current !== bearer ? current : await credentials.renew(bearer);
    return renewed ? send(endpoint, input, renewed) : response;
  }

  async function once(endpoint: Endpoint, input: Input, puzzles = MOST_PUZZLES): Promise<unknown> {
    const address = addressOf(endpoint, input.params, input.query);
    const former = endpoint.method === 'GET' ? kept.get(address) : undefined;
    // Whoever signs out leaves nothing behind.
    if (endpoint.name === 'logout') kept.clear();
    const response = await open(
      endpoint,
      former ? { ...input, headers: { ...input.headers, 'If-None-Match': former.etag } } : input,
    );
    if (former && response.status === 304) return former.answer;
    if (response.ok) {
      const answer = await answerOf(endpoint, response);
      const etag = response.headers.get('ETag');
      if (etag && response.headers.get('Cache-Control') === 'no-store') keep(address, { etag, answer });
      return answer;
    }
    const refusal = await refusalOf(response);
    const nonce =
      prove && puzzles > 0 && isProblem(refusal, 'PROOF_OF_WORK')
        ? await prove(refusal.problem.detail ?? '', input.signal)
        : null;
    if (nonce === null) throw refusal;
    return once(endpoint, { ...input, headers: { ...input.headers, 'X-Proof-Of-Work': nonce } }, puzzles - 1);
  }

  async function call(endpoint: Endpoint, input: Input = {}): Promise<unknown> {
    const limit = deadline(LOOKUPS.includes(endpoint.name) ? LOOKUP_DEADLINE : API_TIMEOUT, input.signal);
    const given = { ...input, signal: limit.signal };
    // Some fetches never settle when aborted; the promise of 60 s is ours, not theirs.
    const late = new Promise<never>((_, reject) =>
      limit.signal.addEventListener(
        'abort',
        () =>
          reject(
            limit.signal.reason instanceof NetworkFault
              ? limit.signal.reason
              : new NetworkFault(`${endpoint.name}: called off`),
          ),
        { once: true },
      ),
    );
    late.catch(() => undefined);
    repeats.earn();
    try {
      for (let tried = 1; ; tried++) {
        try {
          return await Promise.race([once(endpoint, given), late]);
        } catch (fault) {
          const pause =
            retries && !limit.signal.aborted && isRepeatable(endpoint.method, input.headers ?? {})
              ? repeats.next(fault, tried)
              : null;
          if (pause === null) throw fault;
          await Promise.race([sleep(pause), late]);
        }
      }
    } finally {
      limit.clear();
    }
  }

  // The descriptor's schemas have checked what the types promise
  return { call: call as Client['call'], open };
}
