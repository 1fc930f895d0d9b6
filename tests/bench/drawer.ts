/**
 * The shop in a process that draws and compresses the page of each address that it is asked for: no page is
 * kept, the calls that pages are drawn from are, as they are beside any page that is drawn anew.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main } from '#server/commands/main.ts';
import { KeptAnswer } from '#server/http/kept-answer.ts';
import { cacheKey } from '#server/http/response-cache.ts';
import type * as Render from '#shell/render.tsx';

const dist = join(import.meta.dirname, '../../dist');
// The build of src/shell/render.tsx, and what Vite wrote beside it
const { renderPage } = (await import(pathToFileURL(join(dist, 'server/render.js')).href)) as typeof Render;
const manifest = JSON.parse(
  readFileSync(join(dist, 'client/.vite/manifest.json'), 'utf8'),
) as Render.PageInput['manifest'];
const texts = new Map<string, string>();
const asset = (file: string): string => {
  const text = texts.get(file) ?? readFileSync(join(dist, 'client', file), 'utf8');
  texts.set(file, text);
  return text;
};

const { shop, core } = await main();
const tenant = core.tenants.fallback();

async function draw(url: string, host: string): Promise<KeptAnswer> {
  const page = await renderPage({
    url,
    tenant: tenant.settings,
    sandbox: core.env.sandbox,
    kept: (address) =>
      shop.cache.find(cacheKey(false, host, tenant.client, address.slice(`http://${host}`.length)), false),
    async fetch(request) {
      const headers = new Headers(request.headers);
      headers.set('Host', host);
      headers.set('X-App', tenant.client);
      return shop.app.fetch(new Request(request, { headers }));
    },
    now: core.clock.now(),
    manifest,
    origin: `http://${host}`,
    asset,
    isNobody: true,
  });
  const { status, isWhole, headers, body } = page;
  if (!isWhole) throw new Error(`${url} was drawn in part`);
  const made = { status, body: Buffer.from(body), headers: Object.entries(headers), vary: 'X-App' };
  // As where more pages are asked for than are drawn side by side: others always wait here.
  return KeptAnswer.of(made, undefined, true);
}

const server = createServer((request, response) => {
  void draw(request.url ?? '/', request.headers.host ?? '').then((answer) => answer.write(request, response));
});
server.listen(0, '127.0.0.1', () =>
  // What the server's own command says once it listens
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
process.on('SIGTERM', () => process.exit(0));
