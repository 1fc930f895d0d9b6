import { type Shell, ShellContext } from '#client/context.ts';
import { createShopRouter } from '#shell/routes.tsx';
import { tenantView } from '#client/tenant.ts';
import type { Order } from '#contract/order.ts';
import { placeOf } from '#machines/navigation/place.ts';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { tenantOf } from '../../app/stub-shop.ts';
import { openShop, settled } from '../../machines/real-shop.ts';
import { NOW, orderCode } from '../../machines/samples.ts';

const help = { label: 'Precisa de ajuda?', message: 'Olá!', phone: '+55 11 98765-4321', hours: '8h às 18h' };

const charge = {
  orderCode: orderCode(1),
  expiresAt: new Date(NOW + 60_000).toISOString(),
  attemptsLeft: 3,
  amount: 10,
  brCode: '000201',
  receiver: 'FEIRA',
};

/**
 * A screen of an order as its buyer sees it, drawn from the real charts over a server that answers with this
 * order.
 */
export async function drawn(
  screen: 'app.ordersDetails' | 'app.orderSuccess' | 'app.orderPendingPayment',
  answer: () => Order | Promise<Order>,
  /** what is tapped on the Pix screen, or happens to it */
  taps: readonly ('payment.claimed' | 'page.shown' | 'code.requested')[] = [],
  status: 'pending' | 'expired' = 'pending',
) {
  const place = placeOf(screen, { orderCode: orderCode(1) });
  const app = openShop({ who: 'client', lines: 0, draft: 'empty', intranet: false }, place, {
    // Answered later, as by a network: a chart that is asked within another chart's action is warned of.
    loadOrder: async () => {
      await Promise.resolve();
      return { order: await answer(), follow: null };
    },
    loadPix: () => ({ at: NOW, charge: { ...charge, status } }),
    renewPix: () => Promise.reject(new Error('the shop is out of order')),
  }).start();
  await settled();
  for (const type of taps) {
    app.getSnapshot().children.pix?.send({ type });
    await settled();
  }
  const { addresses } = createShopRouter(createMemoryHistory());
  const { router, connect } = createShopRouter(
    createMemoryHistory({ initialEntries: [addresses.hrefOf(place)] }),
  );
  connect(app);
  await router.load();
  const shell = {
    app,
    addresses,
    tenant: tenantView({ ...tenantOf(), help }, false),
    clock: { now: () => NOW },
    renderedAt: NOW,
    first: null,
    origin: 'http://shop.test',
    attend: () => Promise.resolve(),
  };
  const html = renderToString(
    <ShellContext value={shell as unknown as Shell}>
      <RouterProvider router={router} />
    </ShellContext>,
  ); // nothing on these screens asks for more of the shell
  app.stop();
  const text = html
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s ]+/g, ' ');
  return { html, text, address: router.history.location.pathname };
}
