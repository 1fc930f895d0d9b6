import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  campaignId,
  itemId,
  line,
  lockCart,
  newCart,
  newClient,
  orderBody,
  pay,
  pickup,
  place,
  see,
  send,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { confirm, intend, numbers, tokenOf } from '#tests/support/orders/cards.ts';
import { paidBack } from '#tests/support/orders/charges.ts';
import { loadStock } from '#tests/support/actors.ts';
import { broken } from '#tests/support/invariants.ts';
import { askReturn, deliver } from '#tests/support/orders/returns.ts';
import { POINTS, bookOf, newWallet } from '#tests/support/orders/wallets.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

/** Two tomatoes cost 19.80. */
const lines = [line('tomate', 2)];
const DAY = 86_400;
const byAmount = (a: readonly [string, number, string], b: readonly [string, number, string]) => a[1] - b[1];
interface Part {
  uuid: string;
  amount: number;
}
/** What a part is called of whom `newWallet` makes, and of points. */
const named = (part: Part) => ({ ...part, name: 'Crédito da loja' });
const inPoints = (part: Part, points: number) => ({ ...part, name: POINTS.name, points });

describe.each(engines)('several wallets of one order on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    await loadStock(server, 1_000);
    client = await newClient(server);
  });
  afterAll(() => server.close());

  const cartOf = async (draft: object = {}, products = lines) =>
    (await newCart(server, client, products, { shippingMethod: pickup(), ...draft })).uuid;
  const walletMethod = async (cart: string) =>
    (await see(server, client, `/api/payments/methods?cartUuid=${cart}`)).json.find(
      ({ type }: { type: string }) => type === 'WALLET',
    );
  const balance = async (id: string) =>
    (await see(server, client, `/api/operation/wallets/${id}/balance`)).json.map(
      ({ label, amount }: { label: string; amount: number }) => [label, amount],
    );
  const body = (cart: string, fence: number, paymentMethod: object, products = lines) =>
    orderBody(cart, products, { fence }, { paymentMethod });
  /** An order of two tomatoes that these wallets pay of. */
  async function order(wallets: Part[], type = 'PIX', products = lines) {
    const cart = await cartOf({ wallets }, products);
    const { json: lock } = await lockCart(server, client, cart);
    return place(server, client, body(cart, lock.fence, { type, wallets }, products));
  }
  const orderNow = async (id: string) =>
    (await see(server, client, `/api/operation/orders/order/${id}`)).json;
  const back = async () => (client = { ...client, ...(await signIn(server, client.phone)) });

  it('pay first, the soonest to expire of each first, the rest by Pix; each has its own back', async () => {
    const money = await newWallet(server, client.accountId, [[700], [300, 9 * DAY]]);
    const points = await newWallet(server, client.accountId, [[100], [60, DAY]], POINTS);
    const wallets = [
      { uuid: money, amount: 8.5 },
      { uuid: points, amount: 1.5 },
    ];
    const cart = await cartOf({ wallets });
    const parts = [
      { ...inPoints({ uuid: points, amount: 1.5 }, 75), asked: 1.5 },
      { ...named({ uuid: money, amount: 8.5 }), asked: 8.5 },
    ];
    // What is over first is told first, whatever was chosen first.
    expect(await walletMethod(cart)).toMatchObject({ max: 13.2, left: 9.8, parts });
    const { json: lock } = await lockCart(server, client, cart);
    expect(lock.wallets).toEqual(parts);
    const { json: placed } = await place(server, client, body(cart, lock.fence, { type: 'PIX', wallets }));
    expect([placed.state, placed.paymentMethod, placed.properties.price]).toEqual([
      'PENDING_PAYMENT',
      { type: 'PIX', wallets: [named(wallets[0] as Part), inPoints(wallets[1] as Part, 75)] },
      19.8,
    ]);
    expect((await see(server, client, `/api/pix/qrcode?id=${placed.code}`)).json.amount).toBe(9.8);
    expect([await balance(money), await balance(points)]).toEqual([[['Lote 1', 1.5]], [['Lote 1', 85]]]);
    for (const [id, amount] of [
      [money, 8.5],
      [points, 75],
    ] as const)
      expect((await see(server, client, `/api/operation/wallets/${id}/statement`)).json[0]).toMatchObject({
        type: 'OUT',
        amount,
        text: 'Compra',
        orderCode: placed.code,
      });
    await pay(server, placed.code);
    await send(server, placed.code, 'order.canceled');
    expect([await balance(money), await balance(points)]).toEqual([
      [
        ['Lote 2', 3],
        ['Lote 1', 7],
      ],
      [
        ['Lote 2', 60],
        ['Lote 1', 100],
      ],
    ]);
    expect((await paidBack(server, placed.id)).toSorted(byAmount)).toEqual([
      ['WALLET', 150, 'settled'],
      ['WALLET', 850, 'settled'],
      ['PIX', 980, 'requested'],
    ]);
    expect(await broken(server.core)).toEqual([]);
  });

  it('pay all of an order without any other way, and have it back at once', async () => {
    const ids = [
      await newWallet(server, client.accountId, [[500]]),
      await newWallet(server, client.accountId, [[600]], POINTS),
      await newWallet(server, client.accountId, [[5_000]]),
    ];
    const wallets = ids.map((id, at) => ({ uuid: id, amount: [5, 12, 2.8][at] ?? 0 }));
    const cart = await cartOf({ wallets, paymentMethod: { type: 'WALLET' } });
    expect((await walletMethod(cart)).left).toBe(0);
    const { json: placed } = await order(wallets, 'WALLET');
    expect([placed.state, placed.paymentMethod.type, placed.paymentMethod.wallets.length]).toEqual([
      'PAID',
      'WALLET',
      3,
    ]);
    expect(await Promise.all(ids.map(balance))).toEqual([[], [], [['Lote 1', 47.2]]]);
    expect(
      (await server.call('DELETE', `/api/operation/orders/cancel/${placed.id}`, { bearer: client.bearer }))
        .status,
    ).toBe(204);
    expect((await orderNow(placed.id)).state).toBe('REFUNDED');
    expect(await Promise.all(ids.map(balance))).toEqual([
      [['Lote 1', 5]],
      [['Lote 1', 600]],
      [['Lote 1', 50]],
    ]);
    expect(await broken(server.core)).toEqual([]);
  });

  it('pay beside a card, which is begun for what they leave', async () => {
    const money = await newWallet(server, client.accountId, [[700]]);
    const points = await newWallet(server, client.accountId, [[100]], POINTS);
    const wallets = [
      { uuid: points, amount: 2 },
      { uuid: money, amount: 7 },
    ];
    const cart = await cartOf({ wallets, paymentMethod: { type: 'CREDIT_CARD', installments: 1 } });
    const { json: lock } = await lockCart(server, client, cart);
    const { json: intent } = await intend(server, client, { cartUuid: cart, walletAmount: 9 });
    expect(intent.amount).toBe(10.8);
    const by = { type: 'CREDIT_CARD', clientSecret: intent.clientSecret, wallets };
    // What the card was begun for is what must be left of it.
    expect(
      (await place(server, client, body(cart, lock.fence, { ...by, wallets: wallets.slice(1) }))).json,
    ).toMatchObject({ code: 'PAYMENT_METHOD' });
    const { json: placed } = await place(server, client, body(cart, lock.fence, by));
    await confirm(server, intent.clientSecret, await tokenOf(server, numbers.good));
    expect((await orderNow(placed.id)).state).toBe('PAID');
    expect([await balance(money), await balance(points)]).toEqual([[], []]);
    expect(await broken(server.core)).toEqual([]);
  });

  it('are lowered one by one to what each has by now, and take nothing when one has less than the order says', async () => {
    const fading = await newWallet(server, client.accountId, [[200], [600, 60]]);
    const points = await newWallet(server, client.accountId, [[100]], POINTS);
    const wallets = [
      { uuid: fading, amount: 8 },
      { uuid: points, amount: 2 },
    ];
    const cart = await cartOf({ wallets });
    const { json: held } = await lockCart(server, client, cart);
    await server.shift(61);
    await back();
    const { json: again } = await lockCart(server, client, cart);
    expect([
      again.fence,
      again.wallets.map(({ asked, amount }: { asked: number; amount: number }) => [asked, amount]),
    ]).toEqual([
      held.fence,
      [
        [8, 2],
        [2, 2],
      ],
    ]);
    expect((await place(server, client, body(cart, held.fence, { type: 'PIX', wallets }))).json.code).toBe(
      'BALANCE',
    );
    expect([await balance(fading), await balance(points)]).toEqual([[['Lote 1', 2]], [['Lote 1', 100]]]);
    const lowered = [{ uuid: fading, amount: 2 }, wallets[1] as Part];
    expect(
      (await place(server, client, body(cart, held.fence, { type: 'PIX', wallets: lowered }))).json
        .paymentMethod.wallets,
    ).toHaveLength(2);
    await server.sweep();
    expect(await broken(server.core)).toEqual([]);
  });

  it('that are for a campaign pay its goods together and no more, and leave the rest to the others', async () => {
    const restore = await alterCampaign(server, { body: { depends: [] } }, 'depois');
    const bound = { campaignIds: [campaignId('depois')] };
    const first = await newWallet(server, client.accountId, [[800, DAY]], bound);
    const second = await newWallet(server, client.accountId, [[800]], { ...bound, position: 1 });
    const free = await newWallet(server, client.accountId, [[5_000]], { position: 2 });
    // 9.90 of each campaign.
    const products = [line('tomate', 1), line('tomate', 1, { slug: 'depois' })];
    const wishes = [
      { uuid: second, amount: 8 },
      { uuid: first, amount: 8 },
      { uuid: free, amount: 19.8 },
    ];
    const method = await walletMethod(await cartOf({ wallets: wishes }, products));
    expect(Object.fromEntries(method.parts.map(({ uuid: id, amount }: Part) => [id, amount]))).toEqual({
      [first]: 8,
      [second]: 1.9,
      [free]: 9.9,
    });
    expect(method.left).toBe(0);
    const alone = await walletMethod(await cartOf({ wallets: [wishes[1]] }, products));
    expect(
      Object.fromEntries(alone.wallets.map(({ uuid: id, max }: { uuid: string; max: number }) => [id, max])),
    ).toMatchObject({ [first]: 8, [second]: 1.9, [free]: 11.8 });
    expect((await order(wishes.slice(0, 2), 'PIX', products)).json.code).toBe('BALANCE');
    const { json: placed } = await order(
      [{ uuid: second, amount: 1.9 }, wishes[1] as Part, { uuid: free, amount: 9.9 }],
      'WALLET',
      products,
    );
    expect(placed.state).toBe('PAID');
    await restore();
    expect(await broken(server.core)).toEqual([]);
  });

  it('give back goods that return first by the other way, then wallet by wallet', async () => {
    const money = await newWallet(server, client.accountId, [[700]]);
    const points = await newWallet(server, client.accountId, [[500]], POINTS);
    const wallets = [
      { uuid: money, amount: 7 },
      { uuid: points, amount: 10 },
    ];
    const { json: placed } = await order(wallets);
    await pay(server, placed.code);
    await deliver(server, placed.code);
    const at = placed.items.findIndex((one: { item: { id: string } }) => one.item.id === itemId('tomate'));
    await askReturn(server, client, placed.id, { items: [{ line: at, quantity: 1 }] });
    await send(server, placed.code, 'return.received');
    // 9.90: what Pix paid, then of the wallets whose id comes first.
    const isMoneyFirst = money < points;
    expect((await paidBack(server, placed.id)).toSorted(byAmount)).toEqual([
      ...(isMoneyFirst ? [['WALLET', 10, 'settled']] : []),
      ['PIX', 280, 'requested'],
      ['WALLET', isMoneyFirst ? 700 : 710, 'settled'],
    ]);
    expect([(await bookOf(server, money)).left, (await bookOf(server, points)).left]).toEqual(
      isMoneyFirst ? [700, 5] : [0, 355],
    );
    expect(await broken(server.core)).toEqual([]);
  });

  it('refuse a list that names one twice, too many, or one of somebody else, and take nothing', async () => {
    const money = await newWallet(server, client.accountId, [[700]]);
    const theirs = await newWallet(server, (await newClient(server)).accountId, [[700]]);
    const mine = { uuid: money, amount: 1 };
    for (const [wallets, message] of [
      [[mine, mine], 'Cada carteira entra uma vez.'],
      [Array.from({ length: 6 }, () => ({ uuid: uuid(), amount: 1 })), 'Use até 5 carteiras por pedido.'],
    ] as const) {
      const cart = await cartOf();
      const { json: lock } = await lockCart(server, client, cart);
      const { json } = await place(server, client, body(cart, lock.fence, { type: 'PIX', wallets }));
      expect(json.fields).toMatchObject([{ field: 'paymentMethod.wallets', message }]);
    }
    expect((await order([mine, { uuid: theirs, amount: 1 }])).json.code).toBe('NOT_FOUND');
    expect([(await bookOf(server, money)).left, (await bookOf(server, theirs)).left]).toEqual([700, 700]);
  });
});
