import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  line,
  lockCart,
  newCart,
  newClient,
  orderBody,
  pickup,
  place,
  uuid,
} from '#tests/support/buyers.ts';
import { codes, faults, passed } from '#tests/support/concurrency.ts';
import { loadStock } from '#tests/support/actors.ts';
import { broken } from '#tests/support/invariants.ts';
import { POINTS, bookOf, newWallet } from '#tests/support/orders/wallets.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

/** Two tomatoes cost 19.80. */
const lines = [line('tomate', 2)];
const DAY = 86_400;

describe.each(engines)('several wallets at once on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    await loadStock(server, 1_000);
    client = await newClient(server);
  });
  afterAll(() => server.close());

  async function held(): Promise<{ cart: string; fence: number }> {
    const { uuid: cart } = await newCart(server, client, lines, { shippingMethod: pickup() });
    return { cart, fence: (await lockCart(server, client, cart)).json.fence };
  }
  const body = (cart: string, fence: number, wallets: object[]) =>
    orderBody(cart, lines, { fence }, { paymentMethod: { type: 'PIX', wallets } });

  it('are taken once by one key, whoever sends it twenty times at once', async () => {
    const money = await newWallet(server, client.accountId, [[700]]);
    const points = await newWallet(server, client.accountId, [[500]], POINTS);
    const { cart, fence } = await held();
    const wallets = [
      { uuid: points, amount: 4 },
      { uuid: money, amount: 3 },
    ];
    const key = `${cart}:${uuid()}`;
    const send20 = () =>
      Promise.all(
        Array.from({ length: 20 }, () => place(server, client, body(cart, fence, wallets), { key })),
      );
    const answers = [...(await send20()), ...(await send20())];
    expect(faults(answers)).toEqual([]);
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ json }) => json.id)).size).toBe(1);
    expect([(await bookOf(server, money)).left, (await bookOf(server, points)).left]).toEqual([400, 300]);
    expect(await broken(server.core)).toEqual([]);
  });

  it('are never spent beyond what they have by twenty orders at once that name them in either order', async () => {
    client = await newClient(server);
    // Enough for ten.
    const money = await newWallet(server, client.accountId, [[3_000, DAY], [2_000]]);
    const points = await newWallet(server, client.accountId, [[1_100, DAY], [900]], POINTS);
    const each = [
      { uuid: money, amount: 5 },
      { uuid: points, amount: 4 },
    ];
    const carts: Awaited<ReturnType<typeof held>>[] = [];
    for (let n = 0; n < 20; n++) carts.push(await held());
    const answers = await Promise.all(
      carts.map(({ cart, fence }, at) =>
        place(server, client, body(cart, fence, at % 2 ? each : each.toReversed())),
      ),
    );
    expect([passed(answers), codes(answers)]).toEqual([10, ['BALANCE']]);
    expect([await bookOf(server, money), await bookOf(server, points)]).toEqual([
      { left: 0, booked: 0, unbalanced: 0 },
      { left: 0, booked: 0, unbalanced: 0 },
    ]);
    expect(await broken(server.core)).toEqual([]);
    // Called off while others try again: what comes back may be spent by them at once.
    const done = answers.filter(({ status }) => status === 201).map(({ json }) => json.id as string);
    const late = carts.filter((_one, at) => answers[at]?.status !== 201);
    const both = await Promise.all([
      ...done.map((id) =>
        server.call('DELETE', `/api/operation/orders/cancel/${id}`, { bearer: client.bearer }),
      ),
      ...late.map(({ cart, fence }, at) =>
        place(server, client, body(cart, fence, at % 2 ? each.toReversed() : each)),
      ),
    ]);
    expect(faults(both)).toEqual([]);
    const spent = both.filter(({ status }) => status === 201).length;
    expect([(await bookOf(server, money)).left, (await bookOf(server, points)).left]).toEqual([
      5_000 - 500 * spent,
      2_000 - 200 * spent,
    ]);
    expect(await broken(server.core)).toEqual([]);
  });
});
