import { and, eq } from 'drizzle-orm';
import { document } from '#server/db/schema/shop/document.ts';
import { iconAddress } from '#domain/picture.ts';
import type { Core } from '#server/platform/core.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { App, AppContext } from './app-env.ts';

/** Where a long press on the icon of the installed shop leads. */
const shortcuts = [
  { name: 'Meus pedidos', url: '/account' },
  { name: 'Carrinho', url: '/cart' },
  { name: 'Ler código', url: '/qrcode' },
];

/** What the import drew of the icon; of a store loaded before it did, the picture itself. */
function iconsOf({ client, settings: { icons } }: TenantRecord, icon: string): object[] {
  if (!icons)
    return [
      {
        src: icon.startsWith('/') ? icon : `/media/${client}/${icon}`,
        sizes: 'any',
        type: icon.endsWith('.svg')
          ? 'image/svg+xml'
          : `image/${icon.split('.').at(-1)?.replace('jpg', 'jpeg')}`,
        purpose: 'any',
      },
    ];
  const purposes = ['any', 'maskable'] as const;
  return purposes.flatMap((purpose) =>
    [192, 512].map((side) => ({
      src: iconAddress(client, icons, purpose, side),
      sizes: `${side}x${side}`,
      type: 'image/png',
      purpose,
    })),
  );
}

/**
 * The icon for an iPhone's home screen, which has no use for what is transparent. Its address is the one that Safari
 * asks for by itself, the same for every tenant, so that no page says a longer one.
 */
function touchIcon(c: AppContext): Response {
  const { client, settings } = c.var.tenant;
  return c.redirect(
    settings.icons
      ? iconAddress(client, settings.icons, 'maskable', 180)
      : `/media/${client}/${settings.logo.mark}`,
  );
}

/**
 * What a browser and a phone need to know to install the shop: name, colours and icon from the tenant's own document
 * `pwa/{client}`. What is shared with the installed shop, a link or a key, is read as a code that was typed; a link
 * opens in the window that is there. Source: W3C Web Application Manifest; D65, D86.
 */
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
      icons: iconsOf(tenant, icon),
      screenshots: tenant.settings.screenshots,
      shortcuts,
      share_target: {
        action: '/qrcode',
        method: 'GET',
        enctype: 'application/x-www-form-urlencoded',
        params: { text: 'text', url: 'url' },
      },
      protocol_handlers: [{ protocol: 'web+vitrine', url: '/?link=%s' }],
      launch_handler: { client_mode: 'navigate-existing' },
    }),
  );
}

export function registerManifest(app: App, core: Core): void {
  app.get('/manifest.webmanifest', (c) => webManifest(core, c));
  app.get('/apple-touch-icon.png', touchIcon);
}
