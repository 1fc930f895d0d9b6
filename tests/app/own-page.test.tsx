import { stoppedClock } from '#client/clock.ts';
import { ShellContext } from '#client/context.ts';
import { noStorage } from '#client/storage.ts';
import { appMachine } from '#machines/app/app.machine.ts';
import type { Mine } from '#machines/app/context.ts';
import { whereIs } from '#machines/app/selectors.ts';
import { cartMachine } from '#machines/cart/cart.machine.ts';
import { bornWith, firstState } from '#shell/first-state.ts';
import type { PageData } from '#shell/page.ts';
import { type RenderInput, render, renderPage } from '#shell/render.tsx';
import { createShopRouter } from '#shell/routes.tsx';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { renderToString } from 'react-dom/server';
import { type SnapshotFrom, createActor } from 'xstate';
import { account, cartOf, order, pricedLine } from '../support/samples.ts';
import { NOW, open, stubFetch, tenantOf } from './stub-shop.ts';

const { addresses } = createShopRouter(createMemoryHistory());
const input = (url: string, mine: Mine, fetch = stubFetch()): RenderInput => ({
  url,
  tenant: tenantOf(),
  sandbox: true,
  origin: 'http://shop.test',
  fetch,
  now: NOW,
  mine,
});

const mine: Mine = {
  owner: { kind: 'lead', id: open },
  place: { postalCode: '05435-000', address: 'Rua Harmonia', streetNumber: '482' },
  cart: cartOf(3, [pricedLine(1, 2), pricedLine(2, 1), pricedLine(3, 1)]),
};
const dataOf = (body: string) => JSON.parse(/id="page">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}') as PageData;

/** What the browser draws first over a page: from what was written into it, and nothing else. */
async function drawnOver(url: string, data: PageData): Promise<string> {
  const { router, connect } = createShopRouter(createMemoryHistory({ initialEntries: [url] }));
  const { client, intranet, guestOrders } = data.tenant;
  const app = createActor(appMachine, {
    input: { tenant: { client, intranet, guestOrders }, now: NOW, ...bornWith(data.seed) },
  }).start();
  connect(app);
  await router.load();
  const shell = {
    app,
    api: () => Promise.reject(new Error('nothing is asked')),
    tenant: data.tenant,
    clock: stoppedClock(NOW),
    storage: noStorage(),
    origin: 'http://shop.test',
    renderedAt: NOW,
    first: firstState(
      data,
      addresses.placeAt(new URL(url, 'http://shop.test')),
      undefined,
      null,
      cartMachine,
    ),
    addresses,
    attend: () => Promise.resolve(),
    preload: () => undefined,
  };
  const html = renderToString(
    <ShellContext value={shell}>
      <RouterProvider router={router} />
    </ShellContext>,
  );
  app.stop();
  return html;
}

describe('a page that is made for one person', () => {
  it('is what the browser draws first over it, to the letter', async () => {
    const orders = { orders: [order], code: order.code, order, follow: null };
    for (const url of ['/cart', '/account', `/order/${order.code}/details`]) {
      const theirs: Mine = { ...mine, owner: { kind: 'client', id: open }, account, orders };
      const { html, snapshot } = await render(input(url, theirs));
      // As it comes through the document.
      const data = JSON.parse(JSON.stringify(snapshot)) as PageData;
      expect(html).toContain('<main');
      expect(await drawnOver(url, data)).toBe(html);
    }
  });
  for (const kind of ['lead', 'client'] as const)
    it(`draws the cart of a ${kind} with what is known of them, and the browser’s first drawing is the same`, async () => {
      const fetch = stubFetch();
      const theirs = { ...mine, owner: { kind, id: open } };
      const { headers, body } = await renderPage({
        ...input('/cart', theirs, fetch),
        manifest: null,
      });
      expect(headers['cache-control']).toBe('no-store');
      for (const text of [
        'Item 1',
        'Item 2',
        'Item 3',
        'Total sem entrega',
        'R$\u00a040,00',
        'Rua Harmonia, 482',
      ])
        expect([text, body.includes(text)]).toEqual([text, true]);
      // Nothing is asked in their name, and nothing is left waiting.
      const asked = fetch.mock.calls.map(([request]) => new URL(request.url).pathname);
      expect(asked.filter((path) => !/public$|^\/api\/documents\//.test(path))).toEqual([]);
      const data = dataOf(body);
      const place = addresses.placeAt(new URL('http://shop.test/cart'));
      const first = firstState(data, place, undefined, null, cartMachine);
      const cart = first?.children['cart'] as SnapshotFrom<typeof cartMachine>;
      expect(cart.context.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
        ['Item 1', 2],
        ['Item 2', 1],
        ['Item 3', 1],
      ]);
      expect([data.nobody, first?.app.context.session]).toEqual([
        undefined,
        kind === 'client' ? 'restoring' : 'visitor',
      ]);
    });
  it('draws the account and its orders, or one order, before it is known who is here', async () => {
    const theirs: Mine = {
      ...mine,
      owner: { kind: 'client', id: open },
      account,
      orders: { orders: [order], code: order.code, order: order, follow: null },
    };
    for (const [url, texts] of [
      ['/account', ['Olá, Maria', 'Meus pedidos', `/order/${order.code}/details`]],
      [`/order/${order.code}/details`, ['Pedido', 'R$\u00a049,90']],
    ] as const) {
      const fetch = stubFetch();
      const { headers, body } = await renderPage({ ...input(url, theirs, fetch), manifest: null });
      expect(headers['cache-control']).toBe('no-store');
      for (const text of texts) expect([url, text, body.includes(text)]).toEqual([url, text, true]);
      const asked = fetch.mock.calls.map(([request]) => new URL(request.url).pathname);
      expect(asked.filter((path) => !/public$|^\/api\/documents\//.test(path))).toEqual([]);
      const first = firstState(
        dataOf(body),
        addresses.placeAt(new URL(url, 'http://shop.test')),
        undefined,
        null,
        cartMachine,
      );
      expect([first?.app.context.session, first && whereIs(first.app)?.screen]).toEqual([
        'restoring',
        addresses.placeAt(new URL(url, 'http://shop.test'))?.screen,
      ]);
    }
  });
  it('draws nothing of a cart that is empty, nor of a person at a screen that shows none', async () => {
    const cases: [string, Mine][] = [
      ['/cart', { ...mine, cart: null }],
      ['/cart', { ...mine, cart: cartOf(1, []) }],
      [`/cart/${open}/checkout`, mine],
      ['/signup/name', mine],
      ['/account', mine],
      [`/order/${order.code}/details`, { ...mine, account, orders: { orders: [order] } }],
      // Who may buy is not believed.
      [`/order/${order.code}/pending`, { ...mine, account, orders: { order: order } }],
    ];
    for (const [url, theirs] of cases) {
      const { body } = await renderPage({ ...input(url, theirs), manifest: null });
      expect([url, body.includes('aria-busy="true"'), dataOf(body).seed]).toEqual([url, true, null]);
    }
    const home = await renderPage({ ...input('/', mine), manifest: null });
    expect(home.body).not.toContain('Item 1');
  });
});
