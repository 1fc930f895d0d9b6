import type { Order } from '#contract/order/order.ts';
import { NOW, orderCode } from '../../machines/samples.ts';
import { screenAt } from '../screen-at.tsx';

const charge = {
  orderCode: orderCode(1),
  expiresAt: new Date(NOW + 60_000).toISOString(),
  attemptsLeft: 3,
  amount: 10,
  brCode: '000201',
  receiver: 'FEIRA',
};

/** A screen of an order as its buyer sees it, over a server that answers with this order. */
export const drawn = (
  screen: 'app.ordersDetails' | 'app.orderSuccess' | 'app.orderPendingPayment',
  answer: () => Order | Promise<Order>,
  /** what is tapped on the Pix screen, or happens to it */
  taps: readonly ('payment.claimed' | 'page.shown' | 'code.requested')[] = [],
  status: 'pending' | 'expired' = 'pending',
) =>
  screenAt(
    screen,
    { orderCode: orderCode(1) },
    {
      ports: {
        // Answered later, as by a network: a chart that is asked within another chart's action is warned of.
        loadOrder: async () => {
          await Promise.resolve();
          return { order: await answer(), follow: null };
        },
        loadPix: () => ({ at: NOW, charge: { ...charge, status } }),
        renewPix: () => Promise.reject(new Error('the shop is out of order')),
      },
      taps: taps.map((type) => ['pix', { type }] as const),
    },
  );
