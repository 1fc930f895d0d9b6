import { BIG } from './big-shop.ts';
import { hold, openBuyer, order, plentifulItem, signUp } from './buyer.ts';
import { type Figure, type Limit, atMost, figure, processorSeconds } from './figures.ts';
import type { Started } from './start.ts';

const ROUNDS = 200;

/**
 * What a signed-in buyer reads of their own, none of it kept: what the capacity of docs/operations.md is
 * reckoned with.
 * @param limit processor time of a bare read
 */
export async function measurePersonal(shop: Started, limit: Limit): Promise<Figure[]> {
  const buyer = openBuyer(shop.url, BIG);
  const signed = await signUp(buyer, 1_800_000);
  const { authorization } = signed;
  const wanted = await plentifulItem(buyer);
  let code = '';
  for (let placed = 0; placed < 5; placed++)
    code = await order(buyer, signed, await hold(buyer, signed, wanted));
  const { uuid } = await hold(buyer, signed, wanted);
  const reads = [
    '/api/users',
    `/api/operation/carts/${uuid}`,
    `/api/operation/orders/quote/${uuid}`,
    `/api/payments/methods?cartUuid=${uuid}`,
    '/api/operation/orders/filtered',
    `/api/operation/orders/code/${code}`,
    '/api/operation/campaigns/account/within?latitude=-23.5536&longitude=-46.6904',
  ];
  const round = async () => {
    for (const path of reads) {
      const { status } = await buyer.call('GET', path, undefined, { authorization });
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
  };
  for (let warm = 0; warm < ROUNDS; warm++) await round();
  const cpu = processorSeconds(shop.pid);
  for (let timed = 0; timed < ROUNDS; timed++) await round();
  const used = (processorSeconds(shop.pid) - cpu) / (ROUNDS * reads.length);
  buyer.close();
  return [
    figure(
      `a buyer's own reads (${reads.length} calls in turn), server processor time`,
      used * 1_000,
      'ms/call',
      { limit, promised: atMost(10, '×') },
    ),
  ];
}
