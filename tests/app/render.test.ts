import { type ScreenId, definition, screenIds } from '#machines/navigation/screens.ts';
import { firstState } from '#shell/first-state.ts';
import type { PageData } from '#shell/page.ts';
import { NOWHERE, type RenderInput, keptAs, render, renderPage } from '#shell/render.tsx';
import { createShopRouter } from '#shell/routes.tsx';
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOW, later, open, stubFetch, tenantOf, tomato } from './stub-shop.ts';

const { addresses } = createShopRouter(createMemoryHistory());
const input = (url: string, more: Partial<RenderInput> = {}): RenderInput => ({
  url,
  tenant: tenantOf(),
  sandbox: true,
  origin: 'http://shop.test',
  fetch: stubFetch(),
  now: NOW,
  ...more,
});

const samples: Record<string, string> = {
  campaignId: open,
  campaign: 'feira',
  category: 'legumes',
  itemId: tomato,
  cartUuid: open,
  orderCode: '7ZQ4K2M9X1B3C5D7',
  code: '0123456789ABCDEF',
  walletUuid: '3f2b6a52-6a0e-4c39-9a53-5a5d1b1f7c12',
};
/** An address of a screen. @param values that stand for a parameter instead of the usual ones */
function addressOf(screen: ScreenId, values: Record<string, string> = {}): string {
  const { path, only } = definition(screen);
  return path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = values[name] ?? only?.[name]?.[0] ?? samples[name];
    if (!value) throw new Error(`${screen}: nothing stands for {${name}}; say here what does`);
    return value;
  });
}
/**
 * Addresses of a screen that lead nowhere: a word that its table does not have, a campaign that nobody has.
 */
const wrongAddresses = (screen: ScreenId): string[] => [
  ...Object.keys(definition(screen).only ?? {}).map((name) => addressOf(screen, { [name]: 'pigeon' })),
  ...['campaign', 'campaignId']
    .filter(
      (name) => definition(screen).path.includes(`$${name}/`) || definition(screen).path.endsWith(`$${name}`),
    )
    .map((name) => addressOf(screen, { [name]: 'gone' })),
];
/** Each page of visitors with its title: the table's, where it has no subject. */
const subjects: Partial<Record<ScreenId, string>> = {
  'app.campaign': 'Campanha feira',
  'app.catalog': 'Campanha feira',
  'app.category': 'Legumes',
  'app.product': 'Tomate </script>',
};
const visitors = screenIds
  .filter((id) => definition(id).public)
  .map((id) => [addressOf(id), subjects[id] ?? definition(id).title] as const);

/**
 * Anything that reads the browser while a page is made on the server is a bug there; Node has none of these.
 */
const forbidden = ['window', 'document', 'localStorage', 'sessionStorage', 'location', 'history'] as const;
const touched: string[] = [];
beforeEach(() => {
  touched.length = 0;
  for (const name of forbidden.slice(2))
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        touched.push(`${name} ${new Error().stack?.split('\n')[2] ?? ''}`);
        return undefined;
      },
    });
});
afterEach(() => {
  for (const name of forbidden.slice(2)) Reflect.deleteProperty(globalThis, name);
});

describe('a page made on the server', () => {
  for (const [url, title] of visitors)
    it(`answers ${url} with its content and its title`, async () => {
      const page = await render(input(url));
      expect([page.status, page.location]).toEqual([200, undefined]);
      expect(page.head.title).toBe(`${title} | Feira | Vitrine`);
      expect(page.html).toContain('<main');
      expect(page.html).toContain('<h1');
      expect(page.shared).toBe(true);
      // Whole, and without a script that the policy would stop.
      expect(page.html).not.toMatch(/<!--\$!-->|<script|javascript:/);
      expect(touched).toEqual([]);
    });
  it('says to the worker until when a page of everybody stands', async () => {
    const page = await renderPage({ ...input('/'), manifest: null });
    expect(page.dueAt).not.toBe(null);
    expect(page.headers['x-due']).toBe(String(page.dueAt));
    const own = await renderPage({ ...input('/cart', { isNobody: true }), manifest: null });
    expect([own.status, 'x-due' in own.headers]).toEqual([200, false]);
  });
  it('names the pictures of its first screen in the header, for whoever sends it on before the page', async () => {
    const { headers, body } = await renderPage({ ...input('/store/feira/catalog'), manifest: null });
    const named = [...(headers['link'] ?? '').matchAll(/<([^>]+)>;rel=preload;as=image/g)].map(
      ([, at]) => at,
    );
    expect(named).not.toEqual([]);
    for (const at of named) expect(body).toContain(`src="${at}"`);
    expect(body).not.toMatch(/<link rel="preload" as="image" href/);
    const own = await renderPage({ ...input('/cart', { isNobody: true }), manifest: null });
    expect(own.headers).not.toHaveProperty('link');
  });
  it('answers the page for times without a network: the shop’s colours, nobody’s data, and no time of its own', async () => {
    const page = await renderPage({
      ...input('/offline'),
      fetch: () => Promise.reject(new Error('nothing is asked')),
      manifest: null,
    });
    expect([page.status, page.headers['cache-control'], page.headers['set-cookie']]).toEqual([
      200,
      expect.stringMatching(/^public/),
      undefined,
    ]);
    expect(page.body).toContain('<title>Sem internet | Feira</title>');
    expect(page.body).toContain('<meta name="robots" content="noindex">');
    const data = JSON.parse(/id="page">(.*?)<\/script>/.exec(page.body)?.[1] ?? '{}') as object;
    expect(data).toMatchObject({ now: 0, seed: null, tenant: { partner: 'Feira' } });
    expect(Object.keys(data).toSorted()).toEqual(['now', 'seed', 'tenant']);
  });
  it('sends a link from outside to its place once, and to the front where it has none', async () => {
    const to = async (link: string) =>
      render(input(`/?link=${encodeURIComponent(link)}`)).then(({ status, location }) => [status, location]);
    expect(await to('https://loja.example/store/feira/catalog?q=tomate&utm=1')).toEqual([
      302,
      '/store/feira/catalog?q=tomate',
    ]);
    expect(await to('javascript:alert(1)')).toEqual([302, '/']);
    expect(await render(input('/c%26c?order=1'))).toMatchObject({ status: 302, location: '/c&c?order=1' });
    expect((await renderPage({ ...input('/?link=/cart'), manifest: null })).headers).toMatchObject({
      location: '/cart',
      'cache-control': 'no-store',
    });
  });
  it('sends people on whom the chart lets in elsewhere, and says why', async () => {
    const page = await render(input(`/store/${later}/catalog`));
    expect([page.status, page.location, page.reason]).toEqual([302, `/store/${later}`, 'campaign.scheduled']);
  });
  it('lets the page that one lands on say why, without a word in the address', async () => {
    const page = await renderPage({ ...input(`/store/${later}/catalog`), manifest: null });
    expect(page).toMatchObject({
      status: 302,
      headers: { 'x-reason': 'campaign.scheduled', location: `/store/${later}`, 'cache-control': 'no-store' },
    });
    expect(page.headers['set-cookie']).toMatch(/^vitrine-reason=campaign\.scheduled; Path=\/; Max-Age=20;/);
    expect((await renderPage({ ...input('/'), manifest: null })).headers).not.toHaveProperty('set-cookie');
  });
  it('leaves it to whoever has something in hand whether a campaign is closed to them', async () => {
    const page = await render(input(`/store/${later}/catalog`, { isNobody: false }));
    expect(page).toMatchObject({ status: 200, head: { hidden: true }, shared: false });
    expect(page.location).toBeUndefined();
  });
  it('asks nothing of what a company sells for a visitor', async () => {
    const fetch = stubFetch({ intranet: true });
    for (const url of ['/', `/store/${open}`, '/store/feira/catalog', `/store/feira/product/${tomato}`]) {
      const page = await render(input(url, { tenant: tenantOf(true), fetch }));
      expect([page.status, page.location, page.reason]).toEqual([302, '/intranet/login', 'intranet.closed']);
    }
    expect(
      fetch.mock.calls
        .map(([request]) => new URL(request.url).pathname)
        .filter((path) => /campaign|catalog/.test(path)),
    ).toEqual([]);
  });
  it('sends an intranet visitor to its door and shows nothing of the store', async () => {
    const page = await render(input('/', { tenant: tenantOf(true), fetch: stubFetch({ intranet: true }) }));
    expect([page.status, page.location]).toEqual([302, '/intranet/login']);
    expect(page.html).toBe('');
  });
  it('leaves it to the charts of whoever has something in hand whether they are let in', async () => {
    const fetch = stubFetch({ intranet: true });
    const hand = { tenant: tenantOf(true), fetch, isNobody: false };
    const page = await render(input('/store/feira/catalog', hand));
    expect(page).toMatchObject({ status: 200, head: { hidden: true }, shared: false });
    expect(page.location).toBeUndefined();
    expect(page.html).not.toContain('Tomate');
    expect(JSON.stringify(page.snapshot)).not.toContain('Tomate');
  });
  for (const url of [
    '/nowhere',
    '/signup/fax/verification',
    '/other/email/activation',
    '/store/feira/product/0190a000-0000-7000-8000-000000000999',
    ...screenIds.flatMap(wrongAddresses),
  ])
    it(`answers ${url} with a real 404 that is readable`, async () => {
      const page = await render(input(url));
      expect(page.status).toBe(404);
      expect(page.html).toContain('Não encontramos esta página');
      expect(page.head).toMatchObject({ hidden: true, title: 'Página não encontrada | Feira | Vitrine' });
    });
  for (const screen of screenIds.filter((id) => !definition(id).public))
    it(`gives ${addressOf(screen)} the themed shell, for nobody else to keep`, async () => {
      const fetch = stubFetch();
      const page = await renderPage({ ...input(addressOf(screen), { fetch }), manifest: null });
      expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(page.body).toContain('--brand-7:#17694a');
      expect(page.body).toContain('aria-busy="true"');
      expect(page.body).toContain(`<title>${definition(screen).title} | Feira | Vitrine</title>`);
      expect(fetch).not.toHaveBeenCalled();
      expect(touched).toEqual([]);
    });
  it('draws a private screen whole for who has nothing in hand, for no cache of others and no search engine', async () => {
    const { status, headers, body } = await renderPage({
      ...input('/cart', { isNobody: true }),
      manifest: null,
    });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toContain('Seu carrinho está vazio');
    expect(body).toContain('<meta name="robots" content="noindex">');
    const data = JSON.parse(/id="page">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}') as PageData;
    const cart = addresses.placeAt(new URL('http://shop.test/cart'));
    expect([data.shown, data.seed !== null]).toEqual(['/cart', true]);
    // Whoever has something in hand after all gets no first drawing of an empty cart.
    expect(firstState(data, cart)).toBeNull();
  });
  for (const screen of screenIds.filter((id) => !definition(id).public && !addressOf(id).includes(open)))
    it(`draws for who has nothing in hand what stands at ${addressOf(screen)} then`, async () => {
      const page = await render(input(addressOf(screen), { isNobody: true }));
      const hasParams = definition(screen).path.includes('$');
      // The door of a company, at a store for everybody, and choices that are about nothing.
      const isPassed = ['/', '/home'].includes(page.location ?? '');
      expect([page.status, page.shared]).toEqual([isPassed ? 302 : 200, false]);
      expect(page.html.includes('<h1')).toBe(!hasParams && !isPassed);
      expect(touched).toEqual([]);
    });
  it('keeps one page for all addresses that show the same, and none for what is drawn for each', () => {
    const keyOf = (url: string, isNobody = false) => keptAs(url, 'http://shop.test', isNobody);
    expect(keyOf('/store/feira/catalog?q=tomate&utm_source=x')).toBe('/store/feira/catalog?q=tomate');
    expect([keyOf('/nowhere'), keyOf('/a/b/c/d')]).toEqual([NOWHERE, NOWHERE]);
    expect([keyOf('/cart'), keyOf('/cart', true), keyOf('/account', true)]).toEqual([
      null,
      '/cart',
      '/account',
    ]);
    // Somebody's number in it: of those there is no end.
    expect(keyOf(`/cart/${open}/checkout`, true)).toBeNull();
    for (const url of ['/?link=/cart', '/store/feira/catalog?q=%20tomate'])
      expect([url, keyOf(url, true)]).toEqual([url, null]);
  });
  it('says only the status of a thing that is gone to whoever has the page of it', async () => {
    const gone = await render(input('/store/feira/product/gone', { hasNowhere: true }));
    expect([gone.status, gone.html]).toEqual([404, '']);
  });
  it('ignores a search in deciding where one is', async () => {
    expect((await render(input('/store/feira/catalog?q=tomate&utm_source=x'))).status).toBe(200);
  });
  it('writes a search as it is read, and leaves the words of others in the address', async () => {
    const to = async (query: string) =>
      render(input(`/store/feira/catalog?${query}`)).then(({ status, location }) => [status, location]);
    expect(await to(`utm_source=x&q=${'a'.repeat(200)}`)).toEqual([
      302,
      `/store/feira/catalog?utm_source=x&q=${'a'.repeat(80)}`,
    ]);
    for (const spelling of ['q=Queijo++FRESCO', 'q=%20queijo%0Afresco&x=1', 'x=1&q=QUEIJO+fresco'])
      expect((await to(spelling))[1]?.toString().replace(/x=1&?|&x=1/, '')).toBe(
        '/store/feira/catalog?q=queijo+fresco',
      );
    // As one sign or as two.
    expect((await to('q=Pa%CC%83o'))[1]).toBe('/store/feira/catalog?q=p%C3%A3o');
    expect(await to('q=%20tomate%20')).toEqual([302, '/store/feira/catalog?q=tomate']);
    for (const query of ['q=tomate', 'q=p%C3%A3o+de+queijo&utm=1', 'q=', `q=${'a'.repeat(80)}`])
      expect(await to(query), query).toEqual([200, undefined]);
  });
  it('asks for the preview only, never for the whole catalog', async () => {
    const fetch = stubFetch();
    await render(input('/store/feira/catalog', { fetch }));
    const asked = fetch.mock.calls.map(([request]) => new URL(request.url).pathname);
    expect(asked.some((path) => path.endsWith('/items/preview/public'))).toBe(false);
    expect(asked.some((path) => path.includes('/carts/') || path.includes('/leads'))).toBe(false);
  });
  it('inlines its data so that nothing in them ends the script', async () => {
    const { body } = await renderPage({ ...input(`/store/feira/product/${tomato}`), manifest: null });
    const data = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({
      now: NOW,
      tenant: { client: 'client' },
      seed: { product: { item: { name: 'Tomate </script>' } } },
    });
  });
  it('is still a page when the API does not answer', async () => {
    const page = await render(input('/', { fetch: () => Promise.reject(new Error('down')) }));
    expect(page.status).toBe(200);
    expect(page.html).toContain('<main');
  });
  it('keeps two pages made at once apart', async () => {
    const [a, b] = await Promise.all([render(input('/about')), render(input(`/store/${later}/catalog`))]);
    expect([a.status, b.status]).toEqual([200, 302]);
  });
});
