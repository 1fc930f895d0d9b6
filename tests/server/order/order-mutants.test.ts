import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CartLine } from '#contract/cart.ts';
import type { Item } from '#contract/catalog.ts';
import { type Cents, cents } from '#contract/money.ts';
import { lineKey } from '#domain/cart-line.ts';
import { cartTotals } from '#domain/money/cart-totals.ts';
import { rulesOfCampaign } from '#domain/money/discount.ts';
import { flavorPrice, kitPrice } from '#domain/selection.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { order, orderItem } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import { shippingMethod } from '#server/db/schema/shop/shipping-method.ts';
import {
  type Client,
  campaignId,
  hold,
  home,
  line,
  methodId,
  newClient,
  newLead,
  orderBody,
  pickup,
  uuid,
} from '#tests/support/buyers.ts';
import { alter, alterCampaign } from '#tests/support/tenants/changes.ts';
import { FIXED_SEED, freshSeed, loadStock } from '#tests/support/actors.ts';
import { type Held, type Means, bend, mutants, pick } from '#tests/support/orders/bent-orders.ts';
import { newPromotion } from '#tests/support/orders/coupons.ts';
import { broken } from '#tests/support/invariants.ts';
import { kitLine, openKitServer } from '#tests/support/tenants/kit-tenants.ts';
import { type TestServer, engines } from '#tests/support/store/server.ts';
import { newWallet } from '#tests/support/orders/wallets.ts';
import { scheduled, windowAt } from '#tests/support/tenants/windows.ts';

/** The embedded engine does the same one after the other. */
const MUTANTS = { postgres: 5_000, pglite: 240 };
const AT_ONCE = 8;
const rules = {
  semana: [
    {
      minimumQuantity: 2,
      discountType: 'allSameProducts' as const,
      type: 'percentage' as const,
      discount: 10,
    },
  ],
  depois: [
    { minimumQuantity: 1, discountType: 'allProducts' as const, type: 'percentage' as const, discount: 60 },
  ],
};
const HALF = { type: 'PERCENT' as const, value: 50 };

/** What a cart holds, and what its coupon and its delivery make of the price. */
interface Shape {
  lines: CartLine[];
  coupon?: string;
  shipping: Cents;
  draft: object;
}
describe.each(engines)('orders bent out of shape on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  let shapes: Shape[];
  let means: Means;
  let restore: (() => Promise<void>)[];
  const made = new Map<string, number>();
  const held: Held[] = [];
  beforeAll(async () => {
    server = await openKitServer(engine);
    await server.core.jobs.stop();
    await loadStock(server, 1_000_000);
    await alter(server, 'client', async (tx) => {
      const [method] = await tx
        .select()
        .from(shippingMethod)
        .where(eq(shippingMethod.id, methodId('entrega')));
      if (method)
        await tx
          .update(shippingMethod)
          .set({
            body: JSON.parse(JSON.stringify(method.body).replace('"capacity":50', '"capacity":100000')),
          })
          .where(eq(shippingMethod.id, method.id));
    });
    restore = [
      await alterCampaign(server, { body: { cartControls: { discountRules: rules.semana } } }),
      await alterCampaign(
        server,
        { body: { depends: [], cartControls: { discountRules: rules.depois } } },
        'depois',
      ),
    ];
    client = await newClient(server);
    const lead = await newLead(server);
    const stranger = await newClient(server);
    const foreign = await newClient(server, { host: 'clube.localhost' });
    const faces = [
      { leadSecret: lead.leadSecret },
      { bearer: stranger.bearer },
      { bearer: foreign.bearer },
      { bearer: foreign.bearer, host: 'clube.localhost' },
      {},
      { bearer: client.bearer, leadSecret: lead.leadSecret },
    ];
    const wallet = await newWallet(server, client.accountId, [[90_000_000]]);
    const empty = await newWallet(server, stranger.accountId, [[90_000_000]]);
    const half = await newPromotion(server, { percent: 50 });
    const codes = [half.code, (await newPromotion(server, { percent: 100 })).code, 'NADA'];
    const payments = [
      { type: 'WALLET', wallet: { uuid: wallet } },
      { type: 'PIX', wallet: { uuid: wallet, amount: 0.01 } },
      { type: 'PIX', wallet: { uuid: wallet, amount: 0 } },
      { type: 'WALLET', wallet: { uuid: wallet, amount: 1 } },
      { type: 'PIX', wallet: { uuid: wallet, amount: 1e6 } },
      { type: 'PIX', wallet: { uuid: wallet, amount: -5 } },
      { type: 'WALLET', wallet: { uuid: empty } },
      { type: 'WALLET' },
      { type: 'FREE' },
      { type: 'CREDIT_CARD' },
      { type: 'CREDIT_CARD', clientSecret: 'x'.repeat(40), installments: 12 },
      { type: 'PIX', installments: -1 },
      { type: 'PIX', amount: 0, total: 0 },
      { type: ['PIX'] },
    ];
    means = { owner: { bearer: client.bearer }, faces, payments, codes, held };
    const { id: window } = await windowAt(server, client);
    const delivered = { location: home, shippingMethod: scheduled(window) };
    const collected = { shipping: cents(0), draft: { shippingMethod: pickup() } };
    const cheaper = { ...collected, draft: { ...collected.draft, coupon: half.code }, coupon: half.code };
    const boxes = [line('tomate', 1), line('tomate', 2, { packageId: 'caixa' })];
    const kits = [
      kitLine('cesta', 2, { tomate: 1, banana: 1, manga: 1 }),
      kitLine('soma', 1, { tomate: 1, manga: 2 }),
    ];
    shapes = [
      { lines: [line('tomate', 2), line('banana', 1)], ...collected },
      { lines: boxes, ...collected },
      { lines: kits, ...collected },
      { lines: [line('banana', 3)], shipping: cents(990), draft: delivered },
      { lines: [line('tomate', 4)], ...cheaper },
      { lines: [line('tomate', 1), line('banana', 2, { slug: 'depois' })], ...collected },
    ];
  });
  afterAll(async () => {
    for (const back of restore) await back();
    await server.close();
  });

  async function begin(shape: number): Promise<Held> {
    const { lines, draft } = pick(shapes, shape);
    const { cartUuid, fence, lock } = await hold(server, client, lines, draft);
    made.set(cartUuid, shape);
    const { total: price, subTotal, shipping: shippingTotal, discount, coupon } = lock.totals;
    const one = {
      cartUuid,
      body: orderBody(cartUuid, lines, {
        fence,
        price,
        subTotal,
        shippingTotal,
        discount: Math.round((discount + coupon) * 100) / 100,
      }),
    };
    held.push(one);
    return one;
  }

  async function attack(seed: number, numRuns: number): Promise<Map<string, number>> {
    const outcomes = new Map<string, number>();
    const all = fc.sample(mutants, { numRuns, seed });
    const spent = new Set<string>();
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const mine: Held[] = [];
        for (let mutant = all[next++]; mutant; mutant = all[next++]) {
          const shape = mutant.shape % shapes.length;
          const known = mine[shape];
          const start = known && !spent.has(known.cartUuid) ? known : (mine[shape] = await begin(shape));
          const way = pick(shapes, shape).shipping ? 'SHIPPING' : 'PICKUP';
          const { body, call, type } = bend(means, start, mutant.changes, mutant.named, way);
          const { cartUuid } = body['properties'] as { cartUuid: string };
          const { status, json } = await server.call('POST', `/api/operation/orders/v2/${type}`, {
            ...call,
            body,
            headers: { 'Idempotency-Key': `${cartUuid}:${uuid()}` },
          });
          if (status >= 500) throw new Error(JSON.stringify([json, body]));
          if (status === 201) spent.add(json.properties.cartUuid);
          if (json.code === 'ORDERED') spent.add(start.cartUuid);
          const outcome = status === 201 ? 'placed' : json.code;
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        }
      }),
    );
    return outcomes;
  }

  /** The price of one of what was stored, from the catalog. */
  function priceOf(goods: (typeof item.$inferSelect)[], of: CartLine): Cents {
    const row = goods.find(({ id, campaignId: at }) => id === of.id && at === of.campaignId);
    if (!row) throw new Error('something was sold that is not in the catalog');
    if (of.packageId !== undefined)
      return cents(row.packages.find(({ id }) => id === of.packageId)?.price ?? Number.NaN);
    // As the importer wrote it
    const { kitItems, properties } = row.body as unknown as Pick<Item, 'kitItems' | 'properties'>;
    if (row.type === 'KIT') return kitPrice(row.price, kitItems, of.selection ?? []);
    if (row.type === 'PRODUCT') return row.price;
    const parts = (of.selection ?? []).map(({ item: part, quantity }) => ({
      price: goods.find(({ id }) => id === part.id)?.price ?? cents(0),
      quantity,
    }));
    return flavorPrice((properties['flavors'] as { price: 'SUM' }).price, parts);
  }

  it(`SEC-17 ${MUTANTS[engine]} mutated orders store none below its true price, and nothing that was not held`, async () => {
    const seeds = [FIXED_SEED, freshSeed()] as const;
    const begun = performance.now();
    const outcomes = [
      await attack(seeds[0], MUTANTS[engine] * 0.75),
      await attack(seeds[1], MUTANTS[engine] * 0.25),
    ];
    const { orders, items, charges, goods } = await server.core.db.read('client', async (tx) => ({
      orders: await tx.select().from(order),
      items: await tx.select().from(orderItem),
      charges: await tx.select().from(payment),
      goods: await tx.select().from(item),
    }));
    const ruled = [
      ...rulesOfCampaign(campaignId(), rules.semana),
      ...rulesOfCampaign(campaignId('depois'), rules.depois),
    ];
    const [itemsOf, chargesOf] = [
      Map.groupBy(items, ({ orderId }) => orderId),
      Map.groupBy(charges, ({ orderId }) => orderId),
    ];
    const wrong = orders.flatMap((row) => {
      const mine = chargesOf.get(row.id) ?? [];
      const shape = pick(shapes, made.get(row.cartUuid) ?? 0);
      const lines = (itemsOf.get(row.id) ?? []).map(
        (one): CartLine => ({
          id: one.itemId,
          campaignId: one.campaignId,
          quantity: one.quantity,
          ...(one.packageId === null ? {} : { packageId: one.packageId }),
          ...(one.body['selection']
            ? { selection: one.body['selection'] as NonNullable<CartLine['selection']> }
            : {}),
        }),
      );
      const { total } = cartTotals({
        lines: lines.map((one) => ({ ...one, price: priceOf(goods, one) })),
        rules: ruled,
        shipping: shape.shipping,
        coupon: shape.coupon ? HALF : null,
      });
      const asked = mine.reduce((all, { amount }) => all + amount, 0);
      const named = (list: readonly CartLine[]) =>
        list
          .map((one) => `${lineKey(one)}×${one.quantity}`)
          .toSorted()
          .join();
      const isRight =
        row.total === total &&
        asked === total &&
        total > 0 &&
        named(lines) === named(shape.lines) &&
        row.accountId === client.accountId &&
        (row.state === 'PENDING_PAYMENT' || mine.every(({ type }) => type === 'WALLET'));
      return isRight
        ? []
        : [{ code: row.code, stored: row.total, asked, true: total, lines: named(lines), state: row.state }];
    });
    const counted = new Map<string, number>();
    for (const [outcome, count] of outcomes.flatMap((one) => [...one]))
      counted.set(outcome, (counted.get(outcome) ?? 0) + count);
    console.log(
      `SEC-17 ${engine}: ${MUTANTS[engine]} mutants, seeds ${seeds.join(' and ')}, ${Math.round(performance.now() - begun)} ms: ${[
        ...counted,
      ]
        .toSorted(([, a], [, b]) => b - a)
        .map(([outcome, count]) => `${outcome}×${count}`)
        .join(' ')}`,
    );
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(orders).toHaveLength(counted.get('placed') ?? 0);
    // Mutants that all die at the door would prove nothing, nor would those that all pass.
    expect(counted.get('placed')).toBeGreaterThan(MUTANTS[engine] / 25);
    expect(counted.get('PRICE')).toBeGreaterThan(0);
    expect(counted.get('LOCK_LOST')).toBeGreaterThan(MUTANTS[engine] / 25);
    // Statistics of tables that were empty until now: without them the rules are looked for the long way.
    await server.asOwner('analyze');
    // Nobody works here: what is queued only waits.
    expect(await broken(server.core)).toEqual([]);
  });
});
