/**
 * `npm run dev`: one address. A change in the browser's code is swapped in the open page; a change in the
 * server's code restarts the server,
 * which runs as a child on a port of its own behind this process; the page renderer is rebuilt in the
 * background.
 */
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request as askChild,
  type ServerResponse,
} from 'node:http';
import { createServer as createProbe } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { ViteDevServer } from 'vite';
import { ensureBuilt } from './build.ts';
import { withoutBuild } from './dev-page.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const source = path.join(root, 'src');
/** How long a request waits for the server to come back from a restart, ms. */
const LONGEST_RESTART = 60_000;
/** How much of what a failed server said is shown, characters. */
const LONGEST_FAILURE = 8_000;

/** Source modules and Vite's own addresses; everything else is the server's, pages included. */
function isModule(url: string): boolean {
  const { pathname } = new URL(url, 'http://localhost');
  if (/^\/(?:@|node_modules\/|__)/.test(pathname)) return true;
  const file = path.join(source, decodeURIComponent(pathname));
  return file.startsWith(`${source}${path.sep}`) && existsSync(file) && statSync(file).isFile();
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createProbe().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts);
}

function ask(
  port: number,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const upstream = askChild(
      {
        host: '127.0.0.1',
        port,
        method,
        path: url,
        headers: { ...headers, 'accept-encoding': 'identity' },
        signal,
      },
      resolve,
    );
    upstream.once('error', reject);
    upstream.end(body);
  });
}

/** The server's process, which begins anew with each change of its code. */
interface Server {
  port: number;
  /** What it said before it failed; null while it runs or comes. */
  failure(): string | null;
}
/** The server's code does not run as it is. */
class ServerFailed extends Error {}

function startServer(port: number): Server & { kill(): void } {
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', import.meta.filename, 'serve', String(port)],
    { stdio: ['inherit', 'pipe', 'pipe'], cwd: root },
  );
  let said = '';
  let isFailed = false;
  const hear = (stream: NodeJS.ReadableStream, out: NodeJS.WritableStream) =>
    stream.setEncoding('utf8').on('data', (part: string) => {
      out.write(part);
      const plain = stripVTControlCharacters(part);
      const isRestarted = plain.includes('Restarting ');
      said = isRestarted ? plain : (said + plain).slice(-LONGEST_FAILURE);
      // Node's own words in watch mode.
      isFailed = said.includes('Failed running ');
    });
  hear(child.stdout, process.stdout);
  hear(child.stderr, process.stderr);
  return { port, failure: () => (isFailed ? said : null), kill: () => void child.kill() };
}

/**
 * Sends a request on to the server, waiting while it restarts.
 * @throws ServerFailed with what the server said when its code does not run
 */
async function forward(
  server: Server,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const body = await bodyOf(request);
  const limit = performance.now() + LONGEST_RESTART;
  for (;;) {
    try {
      return await ask(server.port, request, body, signal);
    } catch (fault) {
      const failure = server.failure();
      if (failure !== null) throw new ServerFailed(failure);
      const code = fault instanceof Error && 'code' in fault ? fault.code : null;
      // A refused connection was not heard; a broken one may have been, so only a read is asked again.
      const isRestarting = code === 'ECONNREFUSED' || (code === 'ECONNRESET' && request.method === 'GET');
      if (!isRestarting || performance.now() > limit) throw fault;
      await pause(150);
    }
  }
}

/** A page that says why there is no page, and looks each second whether there is one again. */
const failurePage = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>The server does not start</title><h1>The server does not start</h1><pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre></html>`;

/** The server's page with the built scripts and styles taken out and the sources put in. */
async function withSources(vite: ViteDevServer, url: string, page: string): Promise<string> {
  const entry = '<script type="module" src="/main.tsx"></script></body>';
  return vite.transformIndexHtml(url, withoutBuild(page).replace('</body>', entry));
}

async function answer(
  vite: ViteDevServer,
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? '/';
  // Of the answer, not of the socket, which serves many requests.
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const upstream = await forward(server, request, gone.signal);
  const headers = { ...upstream.headers };
  if (!headers['content-type']?.startsWith('text/html') || /^\/(?:sandbox|pix\/|ops(?:\/|$|\?))/.test(url)) {
    response.writeHead(upstream.statusCode ?? 502, headers);
    upstream.pipe(response);
    return;
  }
  // The policy of the shop forbids the scripts that hot reload needs.
  for (const name of ['content-security-policy', 'content-length', 'etag', 'transfer-encoding'])
    delete headers[name];
  const page = await withSources(vite, url, (await bodyOf(upstream)).toString('utf8'));
  response.writeHead(upstream.statusCode ?? 200, { ...headers, 'cache-control': 'no-store' });
  response.end(page);
}

async function develop(): Promise<void> {
  const port = Number(process.env['PORT'] || 3_000);
  const host = process.env['HOST'] || '127.0.0.1';
  await ensureBuilt();
  const inner = await freePort();
  const server = startServer(inner);
  // A process of its own: Vite keeps production and development apart by a variable of the whole process.
  const tool = path.join(root, 'node_modules/vite/bin/vite.js');
  const options = [
    '--config',
    'vite.config.ts',
    '--ssr',
    'shell/render.tsx',
    '--emptyOutDir',
    'false',
    '--logLevel',
    'warn',
    '--watch',
  ];
  const renderer = spawn(process.execPath, [tool, 'build', ...options], { stdio: 'inherit', cwd: root });
  process.on('exit', () => [server, renderer].forEach((one) => one.kill()));

  const { createServer } = await import('vite');
  const configFile = path.join(root, 'vite.config.ts');
  const http = createHttpServer();
  const vite = await createServer({ configFile, server: { middlewareMode: true, hmr: { server: http } } });

  http.on('request', (request, response) => {
    const fail = (fault: unknown) => {
      if (fault instanceof ServerFailed && !response.headersSent) {
        response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' });
        response.end(failurePage(fault.message));
        return;
      }
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
    };
    const toServer = () => void answer(vite, server, request, response).catch(fail);
    if (isModule(request.url ?? '/')) vite.middlewares(request, response, toServer);
    else toServer();
  });
  http.listen(port, host, () =>
    console.log(
      `\nDevelopment: http://localhost:${port}/  http://clube.localhost:${port}/  http://localhost:${port}/sandbox`,
    ),
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
}

if (process.argv[2] === 'serve') {
  const { main } = await import('./main.ts');
  await main({ ...process.env, PORT: process.argv[3], HOST: '127.0.0.1' });
} else {
  await develop();
}
