import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { item } from '#server/db/schema/shop/item.ts';
import {
  type Lead,
  lockCart,
  newCart,
  newClient,
  newLead,
  orderBody,
  pickup,
  place,
  putCart,
  see,
  send,
  uuid,
} from '#tests/support/buyers.ts';
import { goodsId, kitLine, leftOf, openKitServer, setLeft } from '#tests/support/tenants/kit-tenants.ts';
import { type TestServer, engines } from '#tests/support/store/server.ts';
import { weaken } from '#tests/support/sql-mutation.ts';

describe.each(engines)('kits and flavours on %s', (engine) => {
  let server: TestServer;
  let lead: Lead;
  beforeAll(async () => {
    server = await openKitServer(engine);
    await server.core.jobs.stop();
    lead = await newLead(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const [name, quantity] of Object.entries({ tomate: 100, banana: 50, manga: 3, cesta: 30, soma: 30 }))
      await setLeft(server, name, quantity);
  });
  const priced = async (...lines: ReturnType<typeof kitLine>[]) => (await newCart(server, lead, lines)).json;

  it('are priced by what is chosen', async () => {
    const { products, totals } = await priced(
      kitLine('cesta', 1, { tomate: 1, manga: 1, banana: 1 }),
      kitLine('soma', 1, { tomate: 1, manga: 2 }),
      kitLine('maior', 1, { tomate: 1, banana: 1 }),
      kitLine('media', 1, { tomate: 1, banana: 2 }),
    );
    expect(
      products.map(({ unitPrice, listPrice, total }: Record<string, number>) => [
        unitPrice,
        listPrice,
        total,
      ]),
    ).toEqual([
      [23.5, 28.5, 23.5],
      [24.4, undefined, 24.4],
      [9.9, undefined, 9.9],
      [6.97, undefined, 6.97],
    ]);
    expect(products[0].choices).toEqual(
      expect.arrayContaining([{ id: goodsId('manga'), name: 'manga de teste', quantity: 1 }]),
    );
    expect(totals.total).toBe(
      products.reduce(
        (all: number, line: { total: number }) => Math.round((all + line.total) * 100) / 100,
        0,
      ),
    );
  });

  it('are sold by the box like anything else: each one in it is filled as chosen, and takes its parts', async () => {
    const box = (name: string, packageId: string, quantity: number, chosen?: Record<string, number>) => ({
      ...kitLine(name, quantity, chosen),
      packageId,
    });
    const lines = [
      box('cesta', 'dupla', 1),
      box('cesta', 'dupla', 1, { tomate: 1, manga: 1 }),
      box('soma', 'par', 2, { tomate: 1, banana: 1 }),
    ];
    const { uuid: cartUuid, json } = await newCart(server, lead, lines);
    // 36; 36 + 2 × 3.50; 21 + 2 × (9.90 + 5.50 − 11).
    expect(
      json.products.map(({ unitPrice, total, choices, unit }: Record<string, unknown>) => [
        unitPrice,
        total,
        (choices as unknown[]).length,
        unit,
      ]),
    ).toEqual([
      [36, 36, 2, 'Dupla'],
      [43, 43, 2, 'Dupla'],
      [29.8, 59.6, 2, 'Par'],
    ]);
    const before = await leftOf(server, 'cesta', 'soma', 'tomate', 'banana', 'manga');
    expect((await lockCart(server, lead, cartUuid)).status).toBe(200);
    const after = await leftOf(server, 'cesta', 'soma', 'tomate', 'banana', 'manga');
    expect(before.map((units, index) => units - (after[index] ?? 0))).toEqual([4, 4, 12, 6, 2]);
    // Three mangoes were left: one box takes two of them, a second one has none.
    expect(json.products[1].available).toBe(1);
    expect((await priced(box('cesta', 'dupla', 2, { tomate: 1, manga: 1 }))).changes).toMatchObject([
      { kind: 'QUANTITY', reason: 'STOCK', before: 2, after: 0 },
    ]);
    for (const wrong of [
      box('cesta', 'dupla', 1, { tomate: 2, banana: 1 }),
      box('soma', 'par', 1),
      box('tomate', 'caixa', 1, { banana: 1 }),
    ])
      expect((await priced(wrong)).changes).toMatchObject([{ kind: 'REMOVED', reason: 'SELECTION' }]);
    expect((await priced(box('cesta', 'nada', 1))).changes).toMatchObject([
      { kind: 'REMOVED', reason: 'GONE' },
    ]);
  });

  it('come as the shop fills them when nothing was chosen, and sum with the same chosen by hand', async () => {
    const { products, version } = await priced(
      kitLine('cesta', 1),
      kitLine('cesta', 2, { banana: 1, tomate: 1 }),
    );
    expect([
      products.length,
      products[0].quantity,
      products[0].unitPrice,
      products[0].choices.length,
      version,
    ]).toEqual([1, 3, 20, 2, 1]);
  });

  it.each([
    ['too little in a group', kitLine('cesta', 1, { tomate: 1 })],
    ['too much in a group', kitLine('cesta', 1, { tomate: 1, banana: 3 })],
    ['a stranger', kitLine('cesta', 1, { tomate: 1, banana: 1, soma: 1 })],
    ['too few flavours', kitLine('soma', 1, { tomate: 1 })],
    ['no flavours', kitLine('soma', 1)],
    ['too many flavours', kitLine('soma', 1, { tomate: 4 })],
    ['choices in a plain product', kitLine('tomate', 1, { banana: 1 })],
    [
      'an item of another campaign',
      { ...kitLine('soma', 1), selection: [{ item: { id: goodsId('tomate', 'depois') }, quantity: 2 }] },
    ],
  ])('SEC-18 leave the cart with %s, and it is told', async (_, one) => {
    const { products, changes, totals } = await priced(one, kitLine('banana', 1));
    expect([products.length, totals.total, changes]).toEqual([
      1,
      5.5,
      // With what was chosen, so that it can be chosen anew from there.
      [
        {
          id: one.id,
          campaignId: one.campaignId,
          kind: 'REMOVED',
          reason: 'SELECTION',
          name: expect.any(String),
          selection: one.selection,
        },
      ],
    ]);
  });

  it('are refused malformed', async () => {
    const put = async (selection: unknown) =>
      (
        await putCart(server, lead, uuid(), 0, [
          { ...kitLine('soma', 1), selection } as ReturnType<typeof kitLine>,
        ])
      ).json.fields?.[0]?.field;
    expect(await put([{ item: { id: 'x' }, quantity: 1 }])).toBe('products.0.selection.0.item.id');
    for (const quantity of [0, -1, 1.5, 1_000])
      expect(await put([{ item: { id: goodsId('tomate') }, quantity }])).toBe(
        'products.0.selection.0.quantity',
      );
    expect(
      await put(Array.from({ length: 41 }, () => ({ item: { id: goodsId('tomate') }, quantity: 1 }))),
    ).toBe('products.0.selection');
  });

  it('are cut to the stock that their parts share with what is sold alone', async () => {
    const { products, changes } = await priced(
      kitLine('manga', 1),
      kitLine('cesta', 3, { tomate: 1, manga: 1 }),
      kitLine('soma', 1, { manga: 2 }),
    );
    expect(products.map(({ quantity, available }: Record<string, number>) => [quantity, available])).toEqual([
      [1, 3],
      [2, 3],
      [1, 0],
    ]);
    // Beside what the other lines take of the same stock.
    expect(products.map(({ room }: Record<string, number>) => room)).toEqual([1, 2, undefined]);
    expect(changes).toMatchObject([
      { id: goodsId('cesta'), kind: 'QUANTITY', reason: 'STOCK', before: 3, after: 2 },
      { id: goodsId('soma'), after: 0 },
    ]);
  });

  it('are held from the stock of each part, ordered with what was chosen, and given back', async () => {
    const lines = [kitLine('cesta', 2, { tomate: 1, manga: 1 }), kitLine('soma', 1, { banana: 2 })];
    const { uuid: cartUuid } = await newCart(server, lead, lines);
    const lock = await lockCart(server, lead, cartUuid);
    expect(lock.status).toBe(200);
    expect(await leftOf(server, 'cesta', 'tomate', 'manga', 'banana', 'soma')).toEqual([28, 96, 1, 48, 29]);
    const body = orderBody(cartUuid, lines, { fence: lock.json.fence });
    expect(
      (
        await place(
          server,
          lead,
          orderBody(cartUuid, [
            kitLine('cesta', 2, { tomate: 1, banana: 1 }),
            lines[1] ?? kitLine('soma', 1),
          ]),
        )
      ).json.code,
    ).toBe('LOCK_LOST');
    const placed = await place(server, lead, body);
    expect(placed.json.items[0]).toMatchObject({
      unitPrice: 23.5,
      listPrice: 28.5,
      total: 47,
      item: {
        id: goodsId('cesta'),
        choices: expect.arrayContaining([{ id: goodsId('manga'), name: 'manga de teste', quantity: 1 }]),
      },
    });
    const seen = (await see(server, lead, `/api/operation/orders/order/${placed.json.id}`)).json;
    expect(seen.items[0].item.itemKitSelection).toEqual(
      expect.arrayContaining([{ item: { id: goodsId('manga') }, quantity: 1 }]),
    );
    expect((await send(server, placed.json.code, 'order.canceled')).status).toBeLessThan(300);
    expect(await leftOf(server, 'cesta', 'tomate', 'manga', 'banana', 'soma')).toEqual([30, 100, 3, 50, 30]);
  });

  it('are refused at the lock when a part was sold meanwhile or is not sold any more', async () => {
    const { uuid: cartUuid } = await newCart(server, lead, [kitLine('cesta', 1, { tomate: 1, manga: 1 })]);
    await setLeft(server, 'manga', 0);
    expect((await lockCart(server, lead, cartUuid)).json).toMatchObject({
      code: 'LOCK',
      detail: 'STOCK',
      current: { products: [{ available: 0 }] },
    });
    await setLeft(server, 'manga', 3);
    const activate = (active: boolean) =>
      server.core.db.tenant('client', (tx) =>
        tx
          .update(item)
          .set({ active })
          .where(and(eq(item.tenantId, 'client'), eq(item.id, goodsId('manga')))),
      );
    await activate(false);
    expect((await lockCart(server, lead, cartUuid)).json).toMatchObject({
      code: 'LOCK',
      detail: 'SELECTION',
    });
    await activate(true);
    expect((await lockCart(server, lead, cartUuid)).status).toBe(200);
    const stranger = await newClient(server);
    expect((await lockCart(server, stranger, cartUuid)).json.code).toBe('NOT_FOUND');
    expect(
      (await see(server, { ...stranger, host: 'clube.localhost' }, `/api/operation/carts/${cartUuid}`)).json
        .code,
    ).toBe('UNAUTHENTICATED');
    expect((await putCart(server, lead, cartUuid, 1, [], { shippingMethod: pickup() })).status).toBe(200);
  });

  if (engine === 'postgres')
    it('cost no more statements than plain lines', async () => {
      const counted = async (...lines: ReturnType<typeof kitLine>[]) => {
        // Changes every statement by nothing, so that each is counted.
        const { changed, restore } = weaken({ from: /$/, to: ' ' });
        const { uuid: id } = await newCart(server, lead, lines);
        await see(server, lead, `/api/operation/orders/quote/${id}`);
        restore();
        return changed();
      };
      await counted(kitLine('tomate', 1));
      const plain = await counted(kitLine('tomate', 1), kitLine('banana', 1));
      expect(plain).toBeGreaterThan(0);
      expect(
        await counted(kitLine('cesta', 1, { tomate: 1, banana: 1 }), kitLine('soma', 1, { manga: 2 })),
      ).toBe(plain);
    });

  it('REL-07 sell the last part once, whether in a kit or alone', async () => {
    await setLeft(server, 'manga', 3);
    const carts = await Promise.all(
      Array.from(
        { length: 12 },
        async (_, index) =>
          (
            await newCart(server, lead, [
              index % 2 ? kitLine('manga', 1) : kitLine('cesta', 1, { tomate: 1, manga: 1 }),
            ])
          ).uuid,
      ),
    );
    const answers = await Promise.all(carts.map((id) => lockCart(server, lead, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ json }) => json.detail === 'STOCK')).toHaveLength(9);
    expect(await leftOf(server, 'manga')).toEqual([0]);
    for (const id of carts)
      await server.call('DELETE', `/api/operation/orders/lock/${id}`, { leadSecret: lead.leadSecret });
  });
});
