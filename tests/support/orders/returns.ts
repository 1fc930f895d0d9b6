import { type Who, buy, line, pay } from '../buyers.ts';
import { ask, tell } from './order-events.ts';
import type { Answer, TestServer } from '../store/server.ts';

export const askReturn = (server: TestServer, who: Who, id: string, body: object = {}) =>
  ask(server, who, id, { type: 'return.requested', ...body });
export const deliver = (server: TestServer, code: string) =>
  tell(server, code, 'preparation.started', 'order.shipped', 'order.delivered');
/** An order that was paid by Pix and brought. */
export async function delivered(
  server: TestServer,
  who: Who,
  products = [line('tomate', 2), line('banana', 1)],
): Promise<Answer['json']> {
  const { order } = await buy(server, who, products);
  await pay(server, order.code);
  await deliver(server, order.code);
  return order;
}
