import { buy, openBuyer, signUp } from './buyer.ts';
import { MANY } from './big-shop.ts';
import { type Figure, type Limit, atMost, figure, percentile, processorSeconds } from './figures.ts';
import type { Started } from './start.ts';

const CALLS = 300;
/** What the account did before: orders in campaigns that others wait for, and keys that it used. */
const ORDERS = 50;

/**
 * An account's own list in a store of 500 campaigns, with what stands in the way of each.
 * @param limit processor time of a bare read
 */
export async function measureCampaigns(
  shop: Started,
  keys: readonly string[],
  limit: Limit,
): Promise<Figure[]> {
  const buyer = openBuyer(shop.url, MANY);
  const signed = await signUp(buyer, 1_900_000);
  const list = (await buyer.call('GET', '/api/operation/campaigns/public')).json as {
    id: string;
    slug: string;
    depends: unknown[];
  }[]; // the contract's Campaign
  for (const { slug } of list.filter(({ depends }) => depends.length === 0).slice(0, ORDERS)) {
    const { json } = await buyer.call('GET', `/api/operation/catalog/campaign/${slug}/items/preview/public`);
    // The contract's page of items
    const [item] = (json as { content: { id: string; campaignId: string; price: number }[] }).content;
    if (!item) throw new Error(`${slug} sells nothing`);
    await buy(buyer, signed, { ...item, quantity: Math.ceil(60 / item.price) });
  }
  for (const key of keys) {
    const { status } = await buyer.call(
      'POST',
      '/api/accounts/access/campaign/check/multiple/accesskey',
      { accessKey: key },
      { authorization: signed.authorization },
    );
    if (status !== 200) throw new Error(`a key was answered with ${status}`);
  }
  const ask = async () => {
    const { status, json } = await buyer.call(
      'GET',
      '/api/operation/campaigns/account/within?latitude=-23.5536&longitude=-46.6904',
      undefined,
      { authorization: signed.authorization },
    );
    if (status !== 200 || (json as unknown[]).length < 500)
      throw new Error(`the list answered ${status} with ${(json as unknown[]).length} campaigns`);
  };
  for (let call = 0; call < CALLS; call++) await ask();
  const [times, cpu] = [[] as number[], processorSeconds(shop.pid)];
  for (let call = 0; call < CALLS; call++) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
  }
  const used = ((processorSeconds(shop.pid) - cpu) / CALLS) * 1_000;
  buyer.close();
  return [
    figure("an account's list of 500 campaigns with their gating, server processor time", used, 'ms', {
      limit,
      promised: atMost(100, '×'),
    }),
    figure('the same, p99', percentile(times, 0.99), 'ms'),
  ];
}
