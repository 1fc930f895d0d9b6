import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  line,
  lockCart,
  newCart,
  newClient,
  newLead,
  orderBody,
  pickup,
  place,
  see,
  setStock,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { newWallet } from '#tests/support/orders/wallets.ts';
import { settlePayment } from '#tests/support/tenants/payment-settings.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

/** Two tomatoes cost 19.80. */
const lines = [line('tomate', 2)];

describe.each(engines)('the wallet of a cart on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await setStock(server, 'tomate', 1_000);
  });
  afterAll(() => server.close());
  const cartOf = async (client: Client, wallets: object[], draft: object = {}) =>
    (await newCart(server, client, lines, { shippingMethod: pickup(), wallets, ...draft })).uuid;
  const methods = async (client: Client, cart: string) =>
    (await see(server, client, `/api/payments/methods?cartUuid=${cart}`)).json as {
      type: string;
      max?: number;
      left?: number;
      parts?: object[];
      wallets?: { uuid: string; max: number; expiresAt?: string }[];
    }[];
  const walletOf = async (client: Client, cart: string) =>
    (await methods(client, cart)).find(({ type }) => type === 'WALLET');

  it('follows the cart to another device, and pays a part of it there', async () => {
    const client = await newClient(server);
    const id = await newWallet(server, client.accountId, [[700], [300, 86_400]]);
    const cart = await cartOf(client, [{ uuid: id, amount: 8.5 }]);
    const { json: elsewhere } = await server.call('GET', '/api/operation/carts', { bearer: client.bearer });
    expect([elsewhere.uuid, elsewhere.wallets]).toEqual([cart, [{ uuid: id, amount: 8.5 }]]);
    expect(await walletOf(client, cart)).toMatchObject({
      max: 10,
      left: 11.3,
      parts: [{ uuid: id, name: 'Crédito da loja', asked: 8.5, amount: 8.5 }],
    });
    const { json: lock } = await lockCart(server, client, cart);
    expect(lock.wallets).toEqual([{ uuid: id, name: 'Crédito da loja', asked: 8.5, amount: 8.5 }]);
    const { json: order } = await place(
      server,
      client,
      orderBody(
        cart,
        lines,
        { fence: lock.fence },
        { paymentMethod: { type: 'PIX', wallet: { uuid: id, amount: 8.5 } } },
      ),
    );
    expect([order.state, order.paymentMethod.wallets]).toEqual([
      'PENDING_PAYMENT',
      [{ uuid: id, name: 'Crédito da loja', amount: 8.5 }],
    ]);
  });

  it('pays more than the store’s limit only after a code of the last half hour, and nothing is lost without', async () => {
    const reset = await settlePayment(server, { walletProofAbove: 8 });
    const signed = await newClient(server);
    const id = await newWallet(server, signed.accountId, [[2_000]]);
    await server.shift(1_801);
    const { json: renewed } = await server.call('POST', '/auth/renew', {
      body: { refreshToken: signed.refresh },
    });
    const old = { ...signed, bearer: renewed.access_token };
    const paying = async (amount: number) => {
      const cart = await cartOf(old, [{ uuid: id, amount }]);
      const { json: lock } = await lockCart(server, old, cart);
      const paymentMethod = { type: 'PIX', wallet: { uuid: id, amount } };
      return (client: Client) =>
        place(server, client, orderBody(cart, lines, { fence: lock.fence }, { paymentMethod }));
    };
    const balance = async () =>
      (await see(server, old, `/api/operation/wallets/${id}/balance`)).json.map(
        ({ amount }: { amount: number }) => amount,
      );
    expect((await (await paying(8))(old)).json).toMatchObject({ state: 'PENDING_PAYMENT' });
    // One cent above the limit
    const press = await paying(8.01);
    expect((await press(old)).json).toMatchObject({ code: 'FRESH_PROOF', status: 422 });
    expect(await balance()).toEqual([12]);
    expect((await press({ ...old, ...(await signIn(server, signed.phone)) })).status).toBe(201);
    expect(await balance()).toEqual([3.99]);
    await reset();
  });

  it('is lowered to what the wallet has by now, and says from what', async () => {
    const client = await newClient(server);
    const id = await newWallet(server, client.accountId, [[200], [1_000, 60]]);
    const cart = await cartOf(client, [{ uuid: id, amount: 12 }]);
    const { json: held } = await lockCart(server, client, cart);
    expect(held.wallets).toMatchObject([{ asked: 12, amount: 12 }]);
    await server.shift(61);
    expect(await walletOf(client, cart)).toMatchObject({
      max: 2,
      left: 17.8,
      parts: [{ asked: 12, amount: 2 }],
    });
    // The same hold, told anew: nothing of a wallet is held.
    const { json: again } = await lockCart(server, client, cart);
    expect([again.fence, again.wallets]).toEqual([
      held.fence,
      [{ uuid: id, name: 'Crédito da loja', asked: 12, amount: 2 }],
    ]);
    const late = await place(
      server,
      client,
      orderBody(
        cart,
        lines,
        { fence: again.fence },
        { paymentMethod: { type: 'PIX', wallet: { uuid: id, amount: 12 } } },
      ),
    );
    expect(late.json.code).toBe('BALANCE');
  });

  it('is the only way to pay once it pays all of it', async () => {
    const client = await newClient(server);
    const id = await newWallet(server, client.accountId, [[5_000]]);
    const cart = await cartOf(client, [{ uuid: id, amount: 50 }], { paymentMethod: { type: 'WALLET' } });
    expect((await methods(client, cart)).map(({ type, left }) => [type, left])).toEqual([['WALLET', 0]]);
    const { json: lock } = await lockCart(server, client, cart);
    expect(lock.wallets).toMatchObject([{ asked: 50, amount: 19.8 }]);
    const { json: order } = await place(
      server,
      client,
      orderBody(
        cart,
        lines,
        { fence: lock.fence },
        { paymentMethod: { type: 'WALLET', wallet: { uuid: id, amount: 19.8 } } },
      ),
    );
    expect(order.state).toBe('PAID');
  });

  it('can be any that the buyer has, the one whose money is over first before the others', async () => {
    const client = await newClient(server);
    const lasting = await newWallet(server, client.accountId, [[9_000]], { position: 0 });
    const passing = await newWallet(server, client.accountId, [[400, 86_400]], { position: 1 });
    await newWallet(server, client.accountId, [[400, -1]], { position: 2 });
    const offered = await walletOf(client, await cartOf(client, []));
    expect(
      offered?.wallets?.map(({ uuid: id, max, expiresAt }) => [id, max, expiresAt !== undefined]),
    ).toEqual([
      [passing, 4, true],
      [lasting, 19.8, false],
    ]);
    expect([offered?.parts, offered?.left]).toEqual([undefined, 19.8]);
  });

  it('is nobody else’s, and each is named once', async () => {
    const [client, other] = [await newClient(server), await newClient(server)];
    const foreign = await newWallet(server, other.accountId, [[5_000]]);
    const cart = await cartOf(client, [{ uuid: foreign, amount: 5 }]);
    expect(await walletOf(client, cart)).toBeUndefined();
    expect((await lockCart(server, client, cart)).json.wallets).toBeUndefined();
    const visitor = await newLead(server);
    const { uuid: mine } = await newCart(server, visitor, lines, { wallets: [{ uuid: foreign, amount: 5 }] });
    expect(
      (await see(server, visitor, `/api/payments/methods?cartUuid=${mine}`)).json.map(
        ({ type }: { type: string }) => type,
      ),
    ).not.toContain('WALLET');
    const { status, json } = await server.call('PUT', `/api/operation/carts/${uuid()}`, {
      bearer: client.bearer,
      body: {
        version: 0,
        products: lines,
        wallets: [
          { uuid: foreign, amount: 5 },
          { uuid: foreign, amount: 6 },
        ],
      },
    });
    expect([status, json.fields[0].message]).toEqual([400, 'Cada carteira entra uma vez.']);
  });
});
