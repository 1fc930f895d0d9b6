import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

/** An answer below this is not worth the work, bytes. */
export const WORTH_COMPRESSING = 800;
/**
 * Of brotli. The first is for a rush: a tenth more bytes than the second for a quarter of its work. The third takes a
 * tenth off an answer for ten times the work, for those that stay as they are.
 */
export const [RUSHED, QUICK, DENSE] = [3, 5, 10];

const brotliAt = (quality: number, { length }: Uint8Array) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: length },
});
/** @param quality of brotli, 0 to 11 */
export const compressBrotli = (plain: Uint8Array, quality: number = QUICK): Promise<Buffer> =>
  brotliOf(plain, brotliAt(quality, plain));
const rushedBrotli = (plain: Uint8Array): Buffer => brotliCompressSync(plain, brotliAt(RUSHED, plain));
/** For programs and proxies that know nothing newer. */
export const compressGzip = (plain: Uint8Array): Promise<Buffer> => gzipOf(plain);

export type HeaderList = readonly (readonly [string, string])[];
export type Encoding = 'br' | 'gzip';

const [BROTLI, GZIP] = [/\bbr\b(?!\s*;\s*q=0(\.0+)?\b)/, /\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/];
/** The best encoding that a caller takes; null for none. @param accepted header `Accept-Encoding` */
export const encodingFor = (accepted: string | undefined): Encoding | null =>
  accepted === undefined ? null : BROTLI.test(accepted) ? 'br' : GZIP.test(accepted) ? 'gzip' : null;

/** A tag that is the same for the same bytes. */
export const etagOf = (body: string | Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
/** Whether a caller has this answer already. @param ifNoneMatch header of that name */
export const isKnown = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

interface Encoded {
  encoding: Encoding | null;
  head: string[];
  body: Buffer;
}

/** One answer that is the same for many, ready to be written as it is. */
export class KeptAnswer {
  readonly status: number;
  readonly plain: Buffer;
  readonly etag: string;
  readonly headers: HeaderList;
  /** Bytes by encoding, with the head that goes with them. */
  readonly #encoded = new Map<Encoding | null, Encoded>();
  #isDense = false;

  private constructor(status: number, plain: Buffer, etag: string, headers: HeaderList) {
    this.status = status;
    this.plain = plain;
    this.etag = etag;
    this.headers = headers;
    this.#put(null, plain);
  }

  /**
   * @param vary by what else than the encoding callers get another answer
   * @param former what was kept before it: equal bytes are not compressed again
   * @param isRushed others wait for their turn: the least work counts, and less is done here than handed over
   */
  static async of(
    made: { status: number; body: Uint8Array; headers: HeaderList; vary: string },
    former?: KeptAnswer,
    isRushed = false,
  ): Promise<KeptAnswer> {
    const plain = Buffer.from(made.body);
    const etag = etagOf(plain);
    const headers: HeaderList = [
      ...made.headers.filter(([name]) => !/^(content-length|etag|vary|set-cookie|x-request-id)$/i.test(name)),
      ['etag', etag],
      ['vary', `Accept-Encoding, ${made.vary}`],
    ];
    const answer = new KeptAnswer(made.status, plain, etag, headers);
    if (former?.etag === etag) {
      for (const [encoding, { body }] of former.#encoded) answer.#put(encoding, body);
      answer.#isDense = former.#isDense;
    } else if (plain.length >= WORTH_COMPRESSING) {
      answer.#put('br', isRushed ? rushedBrotli(plain) : await compressBrotli(plain));
    }
    return answer;
  }

  #put(encoding: Encoding | null, body: Buffer): void {
    const how = encoding === null ? [] : ['content-encoding', encoding];
    const head = [...this.headers.flat(), ...how, 'content-length', String(body.length)];
    this.#encoded.set(encoding, { encoding, head, body });
  }

  /** Bytes of all encodings. */
  get size(): number {
    return [...this.#encoded.values()].reduce((sum, { body }) => sum + body.length, 0);
  }

  #for(accepted: string | undefined): Encoded {
    const encoding = encodingFor(accepted);
    // Few ask for it, so it is made for the first of them.
    if (encoding === 'gzip' && !this.#encoded.has(encoding) && this.plain.length >= WORTH_COMPRESSING)
      this.#put(encoding, gzipSync(this.plain));
    const found = this.#encoded.get(encoding) ?? this.#encoded.get(null);
    if (!found) throw new Error('a kept answer has its plain bytes');
    return found;
  }

  #isKnownTo(ifNoneMatch: string | undefined): boolean {
    return this.status === 200 && isKnown(this.etag, ifNoneMatch);
  }

  /** Worth it for an answer that stays in use: without it the quick encoding goes on. */
  async condense(): Promise<void> {
    if (this.#isDense || !this.#encoded.has('br')) return;
    this.#isDense = true;
    this.#put('br', await compressBrotli(this.plain, DENSE));
  }

  /** Writes it to a socket, before any routing. */
  write(request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request;
    if (this.#isKnownTo(headers['if-none-match'])) {
      response.writeHead(304, this.headers.flat()).end();
      return;
    }
    const { head, body } = this.#for(headers['accept-encoding'] as string | undefined);
    response.writeHead(this.status, head).end(request.method === 'HEAD' ? undefined : body);
  }

  /** The same for a request that went through the app. */
  respond(request: Request): Response {
    const headers = new Headers(this.headers.map(([name, value]): [string, string] => [name, value]));
    if (this.#isKnownTo(request.headers.get('If-None-Match') ?? undefined))
      return new Response(null, { status: 304, headers });
    const { body, encoding } = this.#for(request.headers.get('Accept-Encoding') ?? undefined);
    if (encoding) headers.set('Content-Encoding', encoding);
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
      status: this.status,
      headers,
    });
  }
}
