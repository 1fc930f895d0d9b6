import { buy, openBuyer, signUp } from './buyer.ts';
import pg from 'pg';
import { bareTransactions, rowsWritten } from './bare-limits.ts';
import { type Figure, type Limit, atLeast, atMost, figure, percentile, processorSeconds } from './figures.ts';
import type { Started } from './start.ts';

const BUYERS = 8;
/**
 * Orders that each buyer places while it is timed, after enough to have the server's code compiled: a shop
 * that is open, not one that starts.
 */
const ORDERS = 150;
const WARM_UP = 100;

/**
 * Whole orders per second: seven calls each, payment by signed webhook included.
 * @param read processor time of a bare answer of one row
 * @param settle what the database does by itself within its first minute: statistics of the tables that were
 * empty until now
 */
export async function measureOrders(
  shop: Started,
  connectionString: string,
  read: Limit,
  settle: () => Promise<unknown>,
): Promise<Figure[]> {
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  const first = openBuyer(shop.url);
  const campaigns = (await first.call('GET', '/api/operation/campaigns/public')).json as {
    id: string;
    slug: string;
  }[]; // the contract's Campaign
  const campaign = campaigns[0];
  if (!campaign) throw new Error('there is no campaign to buy from');
  const shelf = (
    await first.call('GET', `/api/operation/catalog/campaign/${campaign.slug}/items/preview/public?size=900`)
  ).json as { content: { id: string; campaignId: string; price: number; max?: number }[] }; // as the contract says
  // Enough of one thing to pass the campaign's least total.
  const plenty = shelf.content
    .map(({ id, campaignId, price, max = 99 }) => ({ id, campaignId, max, quantity: Math.ceil(60 / price) }))
    .filter(({ quantity, max }) => quantity <= max)
    .slice(0, BUYERS);
  if (plenty.length === 0) throw new Error('nothing is in stock for a run');
  first.close();

  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, async (_, number) => {
      const buyer = openBuyer(shop.url);
      return {
        buyer,
        signed: await signUp(buyer, (Date.now() % 1_000_000) + number),
        item: plenty[number % plenty.length] ?? plenty[0],
      };
    }),
  );
  const times: number[] = [];
  let failed = 0;
  const run = async (count: number, isTimed: boolean) => {
    await Promise.all(
      buyers.map(async ({ buyer, signed, item }) => {
        for (let order = 0; order < count && item; order++) {
          const began = performance.now();
          try {
            await buy(buyer, signed, item);
            if (isTimed) times.push(performance.now() - began);
          } catch (error) {
            failed++;
            if (failed === 1) console.error(error);
          }
        }
      }),
    );
  };
  await run(WARM_UP, false);
  await settle();
  const rows = await rowsWritten(owner);
  const [cpu, began] = [processorSeconds(shop.pid), performance.now()];
  await run(ORDERS, true);
  const seconds = (performance.now() - began) / 1_000;
  const used = processorSeconds(shop.pid) - cpu;
  for (const { buyer } of buyers) buyer.close();
  const rowsOfOne = Math.round(((await rowsWritten(owner)) - rows) / Math.max(1, times.length));
  await owner.end();
  const limit = await bareTransactions(connectionString, rowsOfOne, BUYERS);
  return [
    figure(
      `whole orders at ${BUYERS} buyers (7 calls, webhook, fsync on)`,
      times.length / seconds,
      'orders/s',
      { limit: limit.rate, promised: atLeast(0.01, '×') },
    ),
    figure('order, p50', percentile(times, 0.5), 'ms', { limit: limit.p50 }),
    figure('order, p99', percentile(times, 0.99), 'ms', { limit: limit.p99 }),
    figure('server processor time', (used / Math.max(1, times.length)) * 1_000, 'ms/order', {
      limit: { name: 'seven bare answers of one row', value: 7 * read.value },
      promised: atMost(10, '×'),
    }),
    figure('orders that failed', failed, '', { promised: atMost(0, '') }),
  ];
}
