import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { App } from './app-env.ts';
import { KeptAnswer } from './kept-answer.ts';
import { type Drawn, type KeptPages, type Painter, hasNothing, nameOf } from './kept-pages.ts';
import { type ResponseCache, cacheKey } from './response-cache.ts';
import type { Core } from '#server/platform/core.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { type Guests, SEALED, UNPARTED, mapOriginOf, pageHeaders, pagePolicy } from './middleware/headers.ts';
import { hostOf } from './host.ts';
import { mineReader } from './mine.ts';
import { registerPayerPage } from './payer-page.ts';
import { registerManifest } from './web-manifest.ts';
import type { Services } from '#server/services/services.ts';
import type * as Render from '#shell/render.tsx';

const UNBUILT =
  '<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Vitrine</title><p>A loja ainda não foi construída. Rode <code>npm start</code>.';

/** Whose page it is, and for which connection. */
interface Reader {
  /** Nothing of this shop is kept in the browser. */
  isNobody: boolean;
  tenant: TenantRecord;
  isSecure: boolean;
  host: string;
  /** What is known of them, for a page of theirs alone. */
  mine?: Render.PageInput['mine'];
  /** The card field, on the page where it is typed into. */
  guests?: Guests | null;
}

/**
 * Every address that is no file and no call is a page of the shop, rendered here with the same charts that
 * run in the browser.
 */
export function registerPages(
  app: App,
  core: Core,
  services: Services,
  { cache, pages }: { cache: ResponseCache; pages: KeptPages },
  dist: string,
): void {
  const bundle = join(dist, 'server/render.js');
  const manifestFile = join(dist, 'client/.vite/manifest.json');
  // The build of src/shell/render.tsx, read once: a new build means a new start.
  const renderer = existsSync(bundle) ? (import(pathToFileURL(bundle).href) as Promise<typeof Render>) : null;
  renderer?.catch((error: unknown) => core.log.error({ err: error }, 'the page renderer does not load'));
  // Written by Vite
  const manifest = (
    existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {}
  ) as Render.PageInput['manifest'];
  const tiles = mapOriginOf(core.env.MAP_STYLE_URL);

  const mineOf = mineReader(core, services);

  const texts = new Map<string, string | null>();
  /** A built file, read once. */
  const asset = (file: string) => {
    const place = join(dist, 'client', file);
    const text = texts.get(file) ?? (existsSync(place) ? readFileSync(place, 'utf8') : null);
    texts.set(file, text);
    return text;
  };

  /** The answer of a read that a page is drawn from, where it is kept for everybody. */
  const keptFor = (reader: Reader, address: string): KeptAnswer | undefined =>
    cache.find(
      cacheKey(reader.isSecure, reader.host, reader.tenant.client, address.slice(originOf(reader).length)),
      false,
    );
  /** Answers any other call of a page that is drawn here. */
  const call = async ({ tenant, host }: Reader, request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.set('Host', host);
    headers.set('X-App', tenant.client);
    return app.fetch(new Request(request, { headers }));
  };
  const draw = async (
    reader: Reader,
    url: string,
    hasNowhere: boolean,
    reads?: Map<string, string | null>,
  ): Promise<Render.Page> => {
    if (!renderer) throw new Error('the shop is not built');
    const page = await (await renderer).renderPage({
      url,
      tenant: reader.tenant.settings,
      sandbox: core.env.sandbox,
      mapStyle: core.env.MAP_STYLE_URL,
      kept(address) {
        const answer = keptFor(reader, address);
        if (answer) reads?.set(address, answer.etag);
        return answer;
      },
      async fetch(request) {
        const answer = await call(reader, request);
        reads?.set(request.url, answer.headers.get('ETag'));
        return answer;
      },
      now: core.clock.now(),
      manifest,
      origin: originOf(reader),
      asset,
      hasNowhere,
      isNobody: reader.isNobody,
      mine: reader.mine ?? null,
    });
    const policy = pagePolicy(page.hashes, tiles, reader.guests, core.env.sandbox);
    return { ...page, headers: { ...page.headers, 'Content-Security-Policy': policy } };
  };
  const painterOf = (reader: Reader, url: string, nowhere: string): Painter => ({
    async draw() {
      // A tenant may have been imported anew since it was asked for.
      const tenant = core.tenants.byId(reader.tenant.id) ?? reader.tenant;
      const reads = new Map<string, string | null>();
      const page = await draw({ ...reader, tenant }, url, url !== nowhere, reads);
      const isPage = page.status === 200 || url === nowhere;
      const headers = [...Object.entries(page.headers), ...pageHeaders(reader.isSecure)];
      return { ...page, headers, reads, content: !isPage ? 'none' : page.isWhole ? 'whole' : 'partial' };
    },
    async isSame(reads) {
      const tags = await Promise.all(
        [...reads.keys()].map(
          async (address) =>
            keptFor(reader, address)?.etag ?? (await call(reader, new Request(address))).headers.get('ETag'),
        ),
      );
      return [...reads.values()].every((tag, at) => tag !== null && tag === tags[at]);
    },
  });

  if (renderer) registerPayerPage(app, core, services, { renderer, manifest, asset });
  registerManifest(app, core);

  app.get('*', async (c) => {
    if (!renderer) return c.html(UNBUILT, 503);
    const { keptAs, ownAt, withCoupon, NOWHERE } = await renderer;
    const url = c.req.url.slice(c.req.url.indexOf('/', c.req.url.indexOf('://') + 3));
    const host = hostOf(c);
    const isNobody = hasNothing(c.req.header('Cookie'));
    const reader: Reader = { tenant: c.var.tenant, isSecure: c.var.secure, host, isNobody };
    const key = keptAs(url, originOf(reader), isNobody);
    const sentOn = (page: Response): Response => {
      const to = page.headers.get('location');
      if (to) page.headers.set('location', withCoupon(to, url));
      return page;
    };
    // What a company sells is shown to its own people only.
    if (key === null || reader.tenant.intranet || SENT_BACK.test(url) || LINKED.test(url)) {
      const own = ownAt(url, originOf(reader));
      if (own)
        reader.mine = await mineOf(c, own).catch((error: unknown) => {
          // The browser asks for itself.
          c.var.log.warn({ err: error }, 'a page is made without what is known of its person');
          return null;
        });
      if (own?.screen === 'app.orderPendingPayment')
        reader.guests = services.cardAcquirer.fieldAt(reader.tenant, host);
      const page = await draw(reader, LINKED.test(url) ? '/auth' : url, false);
      return guarded(sentOn(new Response(page.body, page)), url);
    }
    const xApp = c.req.header('X-App') ?? '';
    const ask = (address: string, name: string) =>
      pages.ask(
        cacheKey(reader.isSecure, host, xApp, address),
        name,
        reader.tenant.id,
        painterOf(reader, address, NOWHERE),
      );
    const made = await ask(key, nameOf(cacheKey(reader.isSecure, host, xApp, url), isNobody));
    if (made instanceof KeptAnswer) return made.respond(c.req.raw);
    if (made.status !== 404) return sentOn(new Response(made.body, responseOf(made)));
    // Of a thing that is gone: its own address is no name of that page, for it may come back.
    const nowhere = await ask(NOWHERE, nameOf(cacheKey(reader.isSecure, host, xApp, NOWHERE), isNobody));
    return nowhere instanceof KeptAnswer
      ? nowhere.respond(c.req.raw)
      : new Response(nowhere.body, responseOf(nowhere));
  });
}

const SENT_BACK = /^\/sso\/callback(?:\?|$)/;
/** Nothing of such a page knows the token of its link, and opening it signs nobody in (decision 139). */
const LINKED = /^\/auth\?/;
/** Where somebody comes back with what is theirs alone. */
function guarded(answer: Response, url: string): Response {
  if (SENT_BACK.test(url)) answer.headers.set(...UNPARTED);
  if (LINKED.test(url)) for (const [name, value] of SEALED) answer.headers.set(name, value);
  return answer;
}

const originOf = ({ isSecure, host }: Reader): string => `${isSecure ? 'https' : 'http'}://${host}`;
const responseOf = ({ status, headers }: Drawn): ResponseInit => ({
  status,
  headers: headers.map(([name, value]): [string, string] => [name, value]),
});
