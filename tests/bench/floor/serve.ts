import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, crc32, deflateSync } from 'node:zlib';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'vite';
import { STYLES, Shelf } from './shelf.ts';

const SIDE = 320;
/** Rows that cannot be compressed: 12 KB of them. */
const NOISY = 13;

/** A picture as large as a card's; a smaller one would not count as the largest thing on the page. */
function picture(): Buffer {
  const rows = Array.from({ length: SIDE }, (_, row) =>
    Buffer.concat([Buffer.alloc(1), row < NOISY ? randomBytes(SIDE * 3) : Buffer.alloc(SIDE * 3, 200)]),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function script(): Promise<string> {
  const bundle = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'hydrate.ts'), formats: ['es'], fileName: 'floor' },
    },
  });
  const [one] = Array.isArray(bundle) ? bundle : [bundle];
  const chunk = one && 'output' in one ? one.output.find(({ type }) => type === 'chunk') : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the page of React and XState alone does not build');
  return chunk.code;
}

/**
 * What a page of this shop cannot be quicker than: the same shelf as a static page without a script
 * (`/static`), and taken over by React and XState with nothing else on it (`/floor`).
 */
export async function serveFloor(): Promise<{ url: string; close(): void }> {
  const shelf = renderToString(h(Shelf, { counts: {} }));
  const pageWith = (head: string) =>
    `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Feira</title><link rel="icon" href="data:,"><style>${STYLES}</style>${head}</head><body><div id="root">${shelf}</div></body></html>`;
  const texts: Record<string, [type: string, text: string]> = {
    '/static': ['text/html; charset=utf-8', pageWith('')],
    '/floor': ['text/html; charset=utf-8', pageWith('<script type="module" src="/floor.js"></script>')],
    '/floor.js': ['text/javascript', await script()],
  };
  const answers = new Map(
    Object.entries(texts).map(([path, [type, text]]) => [path, { type, body: brotliCompressSync(text) }]),
  );
  const pictures = Array.from({ length: 24 }, picture);
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const found = answers.get(path);
    const image = pictures[Number(/^\/img\/(\d+)/.exec(path)?.[1] ?? 0) - 1];
    const keep = 'public, max-age=31536000, immutable';
    if (found)
      response
        .writeHead(200, {
          'content-type': found.type,
          'content-encoding': 'br',
          'content-length': found.body.length,
          'cache-control': path.endsWith('.js') ? keep : 'no-cache',
        })
        .end(found.body);
    else if (image)
      response.writeHead(200, { 'content-type': 'image/png', 'cache-control': keep }).end(image);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
