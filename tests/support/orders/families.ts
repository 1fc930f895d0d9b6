import { type Who, buy, campaignId, line, pay, see } from '../buyers.ts';
import { stateOf } from './order-events.ts';
import type { Answer, TestServer } from '../store/server.ts';

/** Lines of two campaigns, which are the two parts of an order. */
export const both = [line('tomate', 2), line('banana', 1, { slug: 'depois' })];
/** A paid order of two campaigns: 19.80 of one, 5.50 of the other. */
export async function family(
  server: TestServer,
  who: Who,
  draft?: object,
): Promise<Record<'order' | 'week' | 'later', Answer['json']>> {
  const { order } = await buy(server, who, both, draft);
  await pay(server, order.code);
  const { json } = await see(server, who, `/api/operation/orders/code/${order.code}/child`);
  const of = (slug: string) =>
    json.find((one: Answer['json']) => one.properties.campaignId === campaignId(slug));
  return { order, week: of('semana'), later: of('depois') };
}
export const states = (server: TestServer, who: Who, ...codes: string[]) =>
  Promise.all(codes.map((code) => stateOf(server, who, code)));
