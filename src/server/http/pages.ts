import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { and, eq } from 'drizzle-orm';
import type { Tenant } from '#contract/tenant/tenant.ts';
import type { App, AppContext } from './app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { document } from '#server/db/schema/shop/document.ts';
import { pagePolicy } from './middleware/headers.ts';

/** What `src/shell/render.tsx` exports, built to `dist/server/render.js`. */
interface Renderer {
  renderPage(asked: {
    url: string;
    tenant: Tenant;
    sandbox: boolean;
    fetch: (request: Request) => Promise<Response>;
    now: number;
    manifest: unknown;
    origin: string;
    asset: (file: string) => string | null;
  }): Promise<{ status: number; headers: Record<string, string>; body: string }>;
}

/** Seconds a shared cache may keep a public page. */
const PAGE_CACHE = 5;

const UNBUILT =
  '<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Vitrine</title><p>A loja ainda não foi construída. Rode <code>npm start</code>.';

/**
 * Every address that is no file and no call is a page of the shop, rendered here with the same charts that
 * run in the browser.
 */
export function registerPages(app: App, core: Core, dist: string): void {
  const bundle = join(dist, 'server/render.js');
  const manifestFile = join(dist, 'client/.vite/manifest.json');
  // Read once: a new build means a new start.
  // The build of src/shell/render.tsx
  const renderer = existsSync(bundle) ? (import(pathToFileURL(bundle).href) as Promise<Renderer>) : null;
  renderer?.catch((error: unknown) => core.log.error({ err: error }, 'the page renderer does not load'));
  const manifest: unknown = existsSync(manifestFile) ? JSON.parse(readFileSync(manifestFile, 'utf8')) : {};

  const texts = new Map<string, string | null>();
  /** A built file, read once. */
  const asset = (file: string) => {
    const place = join(dist, 'client', file);
    const text = texts.get(file) ?? (existsSync(place) ? readFileSync(place, 'utf8') : null);
    texts.set(file, text);
    return text;
  };

  app.get('/manifest.webmanifest', (c) => webManifest(core, c));

  app.get('*', async (c) => {
    if (!renderer) return c.html(UNBUILT, 503);
    const { tenant } = c.var;
    const url = new URL(c.req.url);
    const host = c.req.header('Host') ?? url.host;
    const origin = `${c.var.secure ? 'https' : 'http'}://${host}`;
    const page = await (await renderer).renderPage({
      url: `${url.pathname}${url.search}`,
      tenant: tenant.settings,
      sandbox: core.env.sandbox,
      fetch: async (request) => {
        const headers = new Headers(request.headers);
        headers.set('Host', host);
        headers.set('X-App', tenant.client);
        return app.fetch(new Request(request, { headers }));
      },
      now: core.clock.now(),
      manifest,
      origin,
      asset,
    });
    const { 'x-style-hash': styleHash = null, ...headers } = page.headers;
    const isPublic = headers['cache-control']?.startsWith('public') ?? false;
    if (isPublic && page.status === 200 && !tenant.intranet)
      c.set('cacheable', { seconds: PAGE_CACHE, forAll: true });
    const tiles = core.env.MAP_STYLE_URL === undefined ? null : new URL(core.env.MAP_STYLE_URL).origin;
    return new Response(page.body, {
      status: page.status,
      headers: { ...headers, 'Content-Security-Policy': pagePolicy(styleHash, tiles) },
    });
  });
}

/** Name, colours and icon of the installed shop, from the tenant's own document `pwa/{client}`. */
async function webManifest(core: Core, c: AppContext): Promise<Response> {
  const { tenant } = c.var;
  const [row] = await core.db.read(tenant.id, (tx) =>
    tx
      .select()
      .from(document)
      .where(
        and(eq(document.tenantId, tenant.id), eq(document.collection, 'pwa'), eq(document.id, tenant.client)),
      ),
  );
  const about = (row?.body ?? {}) as Partial<
    Record<'name' | 'shortName' | 'description' | 'themeColor' | 'backgroundColor' | 'icon', string>
  >; // validated by the importer
  const icon = about.icon ?? tenant.settings.logo.mark;
  const name = about.name ?? tenant.name;
  c.set('cacheable', { seconds: 60, forAll: true });
  c.header('Content-Type', 'application/manifest+json');
  return c.body(
    JSON.stringify({
      id: '/',
      name,
      short_name: about.shortName ?? name.slice(0, 12),
      description: about.description,
      lang: 'pt-BR',
      dir: 'ltr',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: about.themeColor,
      background_color: about.backgroundColor,
      icons: [
        {
          src: icon.startsWith('/') ? icon : `/media/${tenant.client}/${icon}`,
          sizes: 'any',
          type: icon.endsWith('.svg') ? 'image/svg+xml' : `image/${icon.split('.').at(-1)}`,
          purpose: 'any',
        },
      ],
      protocol_handlers: [{ protocol: 'web+vitrine', url: '/?link=%s' }],
    }),
  );
}
