import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Handler } from 'hono';
import { ApiProblem } from '#contract/problem.ts';
import type { AppEnv } from './app-env.ts';

const compress = promisify(brotliCompress);

export const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};
const IS_TEXT = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;
export const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'no-cache';
/** Pictures keep their names when they change; a week, and the old one while the new one comes. */
const MEDIA_LIFE = 'public, max-age=604800, stale-while-revalidate=2592000';

/** Bytes of a file that is compressed while somebody waits: a twentieth of the time, a tenth more bytes. */
const HEAVY = 262_144;

interface StaticFile {
  body: Buffer;
  brotli: Buffer | null;
  type: string;
  etag: string;
}

/**
 * Reads files of one folder, each once. What a build made lies compressed beside itself (compress-build.ts); other
 * texts, as a store's drawings, are compressed when first asked for. Only names that were there at the start exist.
 */
export class StaticFolder {
  readonly #root: string;
  readonly #names: Set<string>;
  readonly #files = new Map<string, Promise<StaticFile>>();

  constructor(root: string) {
    this.#root = root;
    const entries = existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }) : [];
    this.#names = new Set(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
    );
  }

  has(name: string): boolean {
    return this.#names.has(name) && !name.startsWith('.') && !name.endsWith('.br');
  }

  read(name: string): Promise<StaticFile> {
    const known = this.#files.get(name);
    if (known) return known;
    const file = this.#load(name);
    this.#files.set(name, file);
    return file;
  }

  /** Reads what most visitors ask for ahead of the first of them, one file after the other. */
  async warm(): Promise<void> {
    for (const name of this.#names)
      if (this.has(name) && !/draw-map|maplibre|elk|wasm/.test(name)) await this.read(name);
  }

  async #load(name: string): Promise<StaticFile> {
    const body = await readFile(join(this.#root, name));
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    // Read each time: the photographs of a store are more than a server should hold.
    if (/^image\/(?!svg)/.test(type)) this.#files.delete(name);
    const isText = IS_TEXT.test(type) && body.length > 500;
    const brotli = !isText
      ? null
      : this.#names.has(`${name}.br`)
        ? await readFile(join(this.#root, `${name}.br`))
        : await compress(body, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: body.length > HEAVY ? 9 : 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
            },
          });
    return {
      body,
      brotli,
      type,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    };
  }
}

/** The policy of a file that must do something by itself; null for the closed one of everything else. */
function policyOf(name: string, type: string, mapOrigin: string | null): string | null {
  // A drawing opened by itself may not run anything either.
  if (type === 'image/svg+xml') return "default-src 'none'; style-src 'unsafe-inline'; sandbox";
  // A worker obeys the policy of its own script: under the closed one it may fetch nothing, so its
  // installation fails.
  if (name === 'sw.js')
    return "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
  // So does the one that reads maps: it fetches the ground, or tiles.
  if (name.startsWith('assets/maplibre-gl-worker-'))
    return `default-src 'none'; connect-src 'self'${mapOrigin ? ` ${mapOrigin}` : ''}`;
  // The reader of codes compiles its own part; no page does, and nothing else may run in its worker (decision 135).
  if (/^assets\/decoder-worker-[\w-]+\.js$/.test(name))
    return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
  // The plain page of a visitor without a network brings its few styles along.
  if (name === 'offline.html')
    return "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return null;
}

/** Answers one file of a folder. @param mapOrigin of a map's tiles @throws ApiProblem NOT_FOUND */
export async function answerFile(
  folder: StaticFolder | undefined,
  name: string,
  request: Request,
  cacheControl: string,
  mapOrigin: string | null = null,
): Promise<Response> {
  if (!folder?.has(name)) throw new ApiProblem('NOT_FOUND');
  const file = await folder.read(name);
  const headers = new Headers({
    'Content-Type': file.type,
    'Cache-Control': cacheControl,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  });
  const policy = policyOf(name, file.type, mapOrigin);
  if (policy) headers.set('Content-Security-Policy', policy);
  if (request.headers.get('If-None-Match') === file.etag) return new Response(null, { status: 304, headers });
  const brotli = /\bbr\b/.test(request.headers.get('Accept-Encoding') ?? '') ? file.brotli : null;
  if (brotli) headers.set('Content-Encoding', 'br');
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(brotli ?? file.body), { headers });
}

/**
 * Files of the built shop; hashed ones for ever. Passes on what it does not have.
 * @param mapOrigin of a map's tiles, when there is one
 */
export const serveBuild =
  (folder: StaticFolder, mapOrigin: string | null = null): Handler<AppEnv> =>
  async (c, next) => {
    const name = c.req.path.slice(1);
    if (!folder.has(name) || name === 'index.html') {
      if (name.startsWith('assets/')) throw new ApiProblem('NOT_FOUND');
      return next();
    }
    const life = name.startsWith('assets/') ? IMMUTABLE : REVALIDATED;
    return answerFile(folder, name, c.req.raw, life, mapOrigin);
  };

/** Pictures of a tenant: `/media/{client}/{name}`. */
export const serveMedia =
  (folders: (client: string) => StaticFolder | undefined): Handler<AppEnv, '/media/:client/:name'> =>
  (c) =>
    answerFile(folders(c.req.param('client')), c.req.param('name'), c.req.raw, MEDIA_LIFE);
