import { stoppedClock } from '#client/clock.ts';
import { ShellContext } from '#client/context.ts';
import { noStorage } from '#client/storage.ts';
import { appMachine } from '#machines/app/app.machine.ts';
import type { Mine } from '#machines/app/context.ts';
import { whereIs } from '#machines/app/selectors.ts';
import { cartMachine } from '#machines/cart/cart.machine.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { pixMachine } from '#machines/orders/pix.machine.ts';
import { standingOf } from '#domain/order/order-standing.ts';
import { bornWith, firstState } from '#shell/first-state.ts';
import type { PageData } from '#shell/page.ts';
import { provided } from '#shell/wiring/provided.ts';
import { type RenderInput, render, renderPage } from '#shell/render.tsx';
import { createShopRouter } from '#shell/routes.tsx';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import type { OrderState } from '#contract/order/order.ts';
import { describe, expect, it } from 'vitest';
import { renderToString } from 'react-dom/server';
import { type SnapshotFrom, createActor } from 'xstate';
import { account, cartOf, order, pricedLine } from '../support/samples.ts';
import { charge } from '../machines/orders/pix.model.ts';
import { NOW, open, stubFetch, tenantOf } from './stub-shop.ts';

const charts = { cart: cartMachine, pix: pixMachine, checkout: checkoutMachine };
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
const pix = { ...charge('pending'), orderCode: order.code };
const unpaid = {
  ...mine,
  owner: { kind: 'client', id: open },
  account,
  orders: { code: order.code, order: { ...order, state: 'PENDING_PAYMENT' }, follow: null },
  drawn: { code: order.code, standing: 'unpaid', charge: pix },
} satisfies Mine;
const expired: Mine = { ...unpaid, drawn: { ...unpaid.drawn, charge: { ...pix, status: 'expired' } } };
const orderIn = (state: OrderState): Mine => ({
  ...unpaid,
  orders: { ...unpaid.orders, order: { ...order, state } },
  drawn: { code: order.code, standing: standingOf(state) },
});
const checkout = (step: string) => `/cart/${mine.cart?.uuid}/${step}`;
const buying = { ...mine, owner: { kind: 'client', id: open }, buyer: account } satisfies Mine;
const dataOf = (body: string) => JSON.parse(/id="page">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}') as PageData;

/** What the browser draws first over a page: from what was written into it, and nothing else. */
async function drawnOver(url: string, data: PageData): Promise<string> {
  const { router, connect } = createShopRouter(createMemoryHistory({ initialEntries: [data.shown ?? url] }));
  const { client, intranet, guestOrders } = data.tenant;
  // Whatever the browser draws from, no chart of it asks anything.
  const app = createActor(provided(appMachine, charts), {
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
      data.shown ? addresses.placeAt(new URL(data.shown, 'http://shop.test')) : null,
      charts,
    ),
    addresses,
    attend: () => Promise.resolve(),
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
    const client: Mine = { ...mine, owner: { kind: 'client', id: open }, account, orders };
    const none: Mine = { ...client, orders: { orders: [], isListed: true } };
    const cases: [string, Mine][] = [
      ['/cart', client],
      ['/account', client],
      ['/account', none],
      [`/order/${order.code}/details`, client],
      [`/order/${order.code}/pending`, unpaid],
      [`/order/${order.code}/pending`, expired],
      [`/order/${order.code}/success`, orderIn('PAID')],
      ['/unauthenticated/cart', mine],
      [checkout('checkout'), buying],
      ['/shippingmethod', buying],
      [checkout('confirmation'), buying],
    ];
    for (const [url, theirs] of cases) {
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
      const first = firstState(data, place, undefined, null, charts);
      const cart = first?.children['cart'] as SnapshotFrom<typeof cartMachine>;
      expect(cart.context.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
        ['Item 1', 2],
        ['Item 2', 1],
        ['Item 3', 1],
      ]);
      expect([data.shown, first?.app.context.session]).toEqual([
        '/cart',
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
        charts,
      );
      expect([first?.app.context.session, first && whereIs(first.app)?.screen]).toEqual([
        'restoring',
        addresses.placeAt(new URL(url, 'http://shop.test'))?.screen,
      ]);
    }
  });
  it('draws the code of a Pix and what an order came to, on the screen that its state asks for', async () => {
    const at = (screen: string) => `/order/${order.code}/${screen}`;
    const cases: [string, Mine, string[], string][] = [
      [
        at('pending'),
        unpaid,
        ['Copiar código', 'Para <!-- -->Feira', 'R$\u00a039,90', 'Já paguei'],
        at('pending'),
      ],
      [at('success'), unpaid, ['Copiar código'], at('pending')],
      [at('pending'), expired, ['Este código venceu'], at('pending')],
      [at('success'), orderIn('PAID'), ['Obrigado, Maria!'], at('success')],
      [at('pending'), orderIn('PAID'), ['Obrigado, Maria!'], at('success')],
      [at('pending'), orderIn('CANCELED'), ['R$\u00a049,90'], at('details')],
    ];
    for (const [url, theirs, texts, shown] of cases) {
      const fetch = stubFetch();
      const { status, headers, body } = await renderPage({ ...input(url, theirs, fetch), manifest: null });
      expect([url, status, headers['cache-control'], dataOf(body).shown]).toEqual([
        url,
        200,
        'no-store',
        shown,
      ]);
      for (const text of texts) expect([url, text, body.includes(text)]).toEqual([url, text, true]);
      const asked = fetch.mock.calls.map(([request]) => new URL(request.url).pathname);
      expect(asked.filter((path) => !/public$|^\/api\/documents\//.test(path))).toEqual([]);
    }
  });
  it('says that there are no orders only where the shop has said so', async () => {
    const said = async (orders: NonNullable<Mine['orders']>) =>
      (await renderPage({ ...input('/account', { ...unpaid, orders }), manifest: null })).body;
    expect(await said({ orders: [], isListed: true })).toContain('Você ainda não fez pedidos');
    expect(await said({})).not.toContain('Você ainda não fez pedidos');
  });
  it('draws what a visitor buys where they say who they are', async () => {
    const { body } = await renderPage({ ...input('/unauthenticated/cart', mine), manifest: null });
    for (const text of ['Para quem é o pedido?', 'Seu carrinho está guardado', 'R$\u00a040,00', '4 itens'])
      expect([text, body.includes(text)]).toEqual([text, true]);
  });
  it('draws a step of the purchase with its sum, without what the shop has not said, and asks nothing', async () => {
    for (const [url, theirs, shown] of [
      [checkout('checkout'), buying, checkout('checkout')],
      ['/shippingmethod', buying, '/shippingmethod'],
      // What is missing is asked first.
      [checkout('payment'), buying, checkout('checkout')],
      [checkout('confirmation'), buying, checkout('checkout')],
      // Another cart, that is not at hand.
      [`/cart/${open}/payment`, buying, '/cart'],
    ] as const) {
      const fetch = stubFetch();
      const { headers, body } = await renderPage({ ...input(url, theirs, fetch), manifest: null });
      expect([url, headers['cache-control'], dataOf(body).shown]).toEqual([url, 'no-store', shown]);
      for (const text of ['Item 1', 'Item 2', 'R$\u00a040,00'])
        expect([url, text, body.includes(text)]).toEqual([url, text, true]);
      if (shown !== '/cart') expect(body).toMatch(/Finalizar pedido.*Entrega.*Pagamento.*role="status"/s);
      const asked = fetch.mock.calls.map(([request]) => new URL(request.url).pathname);
      expect([url, asked.filter((path) => !/public$|^\/api\/documents\//.test(path))]).toEqual([url, []]);
    }
  });
  it('draws nothing of a cart that is empty, nor of a person at a screen that shows none', async () => {
    const cases: [string, Mine][] = [
      ['/cart', { ...mine, cart: null }],
      ['/cart', { ...mine, cart: cartOf(1, []) }],
      [checkout('checkout'), mine],
      [checkout('checkout'), { ...buying, cart: null }],
      ['/signup/name', mine],
      ['/account', mine],
      [`/order/${order.code}/details`, { ...mine, account, orders: { orders: [order] } }],
      ['/unauthenticated/cart', { ...mine, owner: { kind: 'client', id: open } }],
      ['/unauthenticated/cart', { ...mine, cart: null }],
      // Nothing that can be paid.
      [`/order/${order.code}/pending`, { ...unpaid, drawn: { code: order.code, standing: 'unpaid' } }],
    ];
    for (const [url, theirs] of cases) {
      const { body } = await renderPage({ ...input(url, theirs), manifest: null });
      expect([url, body.includes('aria-busy="true"'), dataOf(body).seed]).toEqual([url, true, null]);
    }
    const home = await renderPage({ ...input('/', mine), manifest: null });
    expect(home.body).not.toContain('Item 1');
  });
});
