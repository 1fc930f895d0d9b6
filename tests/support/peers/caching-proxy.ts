import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Kept {
  status: number;
  headers: [string, string][];
  body: Buffer;
  until: number;
  /** Request headers that the answer was made for. */
  varied: Record<string, string>;
}

export interface CachingProxy {
  url: string;
  /** Answers that it gave without asking. */
  readonly hits: () => number;
  close(): Promise<void>;
}

const valueOf = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? '');
/** Seconds that a cache between many may keep an answer; 0 for none. Source: RFC 9111 §3, §5.2. */
function secondsOf(control: string): number {
  if (/\b(?:no-store|private)\b/.test(control)) return 0;
  return Number((/s-maxage=(\d+)/.exec(control) ?? /max-age=(\d+)/.exec(control))?.[1] ?? 0);
}

/**
 * A cache between browsers and the shop, over HTTP, that keeps whatever `Cache-Control` and `Vary` let it keep, for
 * everybody. Cookies mean nothing to it.
 * @param ask what it has not: the shop itself
 */
export async function startCachingProxy(ask: (request: Request) => Promise<Response>): Promise<CachingProxy> {
  const kept = new Map<string, Kept[]>();
  let hits = 0;
  const server: Server = createServer((request, response) => {
    void (async () => {
      const key = `${request.method} ${valueOf(request.headers, 'host')} ${request.url}`;
      const found = kept
        .get(key)
        ?.find(
          ({ until, varied }) =>
            until > Date.now() &&
            Object.entries(varied).every(([name, value]) => valueOf(request.headers, name) === value),
        );
      if (found) {
        hits++;
        response.writeHead(found.status, found.headers.flat()).end(found.body);
        return;
      }
      const headers = new Headers(
        Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const answer = await ask(
        new Request(`http://${valueOf(request.headers, 'host')}${request.url}`, {
          method: request.method ?? 'GET',
          headers,
        }),
      );
      const body = Buffer.from(await answer.arrayBuffer());
      const seconds = secondsOf(answer.headers.get('cache-control') ?? '');
      const vary = (answer.headers.get('vary') ?? '')
        .toLowerCase()
        .split(/\s*,\s*/)
        .filter(Boolean);
      if (request.method === 'GET' && seconds > 0 && !vary.includes('*'))
        kept.set(key, [
          ...(kept.get(key) ?? []),
          {
            status: answer.status,
            headers: [...answer.headers],
            body,
            until: Date.now() + seconds * 1_000,
            varied: Object.fromEntries(vary.map((name) => [name, valueOf(request.headers, name)])),
          },
        ]);
      response.writeHead(answer.status, [...answer.headers].flat()).end(body);
    })().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // listening on a port
  return {
    url: `http://127.0.0.1:${port}`,
    hits: () => hits,
    close: () => new Promise((done) => void server.close(() => done())),
  };
}
