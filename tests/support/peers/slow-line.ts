import { type Server, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';

export interface SlowLine {
  url: string;
  /** Lets the next piece of the page through. False when it has come whole. */
  next(): Promise<boolean>;
  close(): Promise<void>;
}

/** Before an element, at about equal distances: each piece brings something to paint. */
function piecesOf(page: string, count: number): string[] {
  const from = page.indexOf('<body');
  const begins = [...page.matchAll(/<(?:li|p|div|article|section|header|nav|h\d)[ >]/g)]
    .map(({ index }) => index)
    .filter((index) => index > from);
  const step = Math.max(1, Math.floor(begins.length / count));
  const cuts = begins.filter((_, at) => at > 0 && at % step === 0);
  const bounds = [0, ...cuts, page.length];
  return bounds.slice(1).map((end, at) => page.slice(bounds[at], end));
}

/** Stands before the shop: a page comes in pieces, each but the first when it is let through; all else at once. */
export async function startSlowLine(target: string, count: number): Promise<SlowLine> {
  const { hostname, port } = new URL(target);
  let left: (() => Promise<void>)[] = [];
  const pass = (page: string, answer: ServerResponse): void => {
    const packed = createGzip();
    packed.pipe(answer);
    left = piecesOf(page, count).map((piece) => async () => {
      packed.write(piece);
      await promisify(packed.flush.bind(packed))();
      if (left.length === 0) packed.end();
    });
    void left.shift()?.();
  };
  const server: Server = createServer((incoming, answer) => {
    const isPage = incoming.headers.accept?.startsWith('text/html') === true;
    const headers = { ...incoming.headers, ...(isPage ? { 'accept-encoding': 'identity' } : {}) };
    const outgoing = request(
      { hostname, port, method: incoming.method, path: incoming.url, headers },
      (reply) => {
        if (!isPage) {
          answer.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(answer);
          return;
        }
        const { 'content-length': _, ...about } = reply.headers;
        answer.writeHead(reply.statusCode ?? 502, { ...about, 'content-encoding': 'gzip' });
        let page = '';
        reply.setEncoding('utf8').on('data', (part: string) => (page += part));
        reply.on('end', () => pass(page, answer));
      },
    );
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port: own } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${own}`,
    next: async () => {
      const piece = left.shift();
      await piece?.();
      return left.length > 0;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
