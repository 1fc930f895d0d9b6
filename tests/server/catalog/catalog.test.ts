import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { campaignId, itemId, setStock, uuid } from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('the catalog on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  const get = (path: string, headers: Record<string, string> = {}) =>
    server.call('GET', `/api/operation/catalog/${path}`, { headers });
  const items = async (query = '', ref = 'semana') =>
    (await get(`campaign/${ref}/items/preview/public${query}`)).json;
  const names = (page: { content: { name: string }[] }) => page.content.map(({ name }) => name.split(' ')[0]);
  const changed = () => server.core.db.tenant('client', (tx) => server.core.events.changed(tx, 'client'));

  it('shows the items of a campaign by page, in shelf order', async () => {
    const all = await items();
    expect([names(all), { ...all, content: [] }]).toEqual([
      ['tomate', 'banana', 'manga'],
      { content: [], page: 0, size: 900, totalElements: 3, totalPages: 1, last: true },
    ]);
    expect(all.content[0]).toMatchObject({
      id: itemId('tomate'),
      price: 9.9,
      quantity: 100,
      max: 20,
      campaignId: campaignId(),
      packages: [{ id: 'caixa', units: 6, price: 49.5 }],
      properties: { unit: '1 kg' },
    });
    const second = await items('?size=2&page=1', campaignId());
    expect([names(second), second.totalPages, second.last]).toEqual([['manga'], 2, true]);
    expect((await items('?page=7')).content).toEqual([]);
  });

  it('SEC-16 clamps or refuses sizes that nobody needs', async () => {
    expect((await items('?size=99999')).size).toBe(900);
    expect((await get('marketplace/items/preview/public?size=99999')).json.size).toBe(60);
    for (const size of ['0', '-1', '1000000000', 'NaN', '1e9', '2.5', '', ' ', '1&size=2'])
      expect([size, (await items(`?size=${size}`)).code]).toEqual([size, 'MALFORMED']);
    for (const page of ['-1', 'x', '1.5'])
      expect((await items(`?page=${page}`)).fields).toEqual([{ field: 'page', message: expect.any(String) }]);
    expect((await items(`?q=${'a'.repeat(81)}`)).fields).toEqual([
      { field: 'q', message: 'Use até 80 letras.' },
    ]);
    expect((await items(`?${Array.from({ length: 51 }, () => 'tags=a').join('&')}`)).fields).toMatchObject([
      { field: 'tags' },
    ]);
  });

  it('finds by text without accents, and takes signs for what they are', async () => {
    expect(names(await items('?q=TOMÁTE'))).toEqual(['tomate']);
    for (const q of ['%25', '_', "'", '%5C', '.*', '(']) expect((await items(`?q=${q}`)).content).toEqual([]);
    expect((await items('?q=%20')).totalElements).toBe(3);
    // Each word by itself, as the page finds them.
    expect(names(await items('?q=teste%20TOMATE%20%20um'))).toEqual(['tomate']);
    expect(names(await items('?q=tomate%20banana'))).toEqual([]);
  });

  it('filters by tags: any of a group, all across groups', async () => {
    const tagOrder = [
      { slug: 'frutas', name: 'Frutas', group: 'category' },
      { slug: 'legumes', name: 'Legumes', group: 'category' },
      { slug: 'organico', name: 'Orgânico', group: 'how' },
    ];
    const restore = await alterCampaign(server, { body: { properties: { tagOrder } } });
    const tag = (name: 'tomate' | 'banana' | 'manga', tags: string[]) =>
      server.core.db.tenant('client', (tx) =>
        tx
          .update(item)
          .set({ tags })
          .where(and(eq(item.tenantId, 'client'), eq(item.id, itemId(name)))),
      );
    await tag('tomate', ['legumes', 'organico']);
    await tag('banana', ['frutas', 'organico']);
    await changed();
    expect(names(await items('?tags=frutas&tags=legumes'))).toEqual(['tomate', 'banana', 'manga']);
    expect(names(await items('?tags=organico&tags=frutas'))).toEqual(['banana']);
    expect(names(await items('?tags=frutas&tags=legumes&tags=organico'))).toEqual(['tomate', 'banana']);
    expect(names(await items('?tags=nenhuma'))).toEqual([]);
    const market = (await get('marketplace/items/preview/public?tags=frutas&tags=legumes&tags=organico'))
      .json;
    expect(names(market)).toEqual(['tomate', 'banana']);
    expect((await get('campaign/semana/preview/public')).json.tags).toEqual([
      { slug: 'frutas', name: 'Frutas', group: 'category', count: 2 },
      { slug: 'legumes', name: 'Legumes', group: 'category', count: 1 },
      { slug: 'organico', name: 'Orgânico', group: 'how', count: 2 },
    ]);
    await restore();
    for (const name of ['tomate', 'banana'] as const) await tag(name, ['frutas']);
    await changed();
  });

  it('shows one item, and nothing of a campaign that it is not in', async () => {
    expect((await get(`campaign/semana/item/${itemId('manga')}/public`)).json).toMatchObject({
      id: itemId('manga'),
      name: 'manga de teste',
      quantity: 3,
    });
    for (const path of [
      `campaign/semana/item/${uuid()}/public`,
      `campaign/depois/item/${itemId('manga')}/public`,
      `campaign/${uuid()}/item/${itemId('manga')}/public`,
      `campaign/semana/item/${itemId('manga', 'semana', 'clube')}/public`,
    ])
      expect((await get(path)).json).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    expect((await get('campaign/semana/item/manga/public')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'itemId', message: 'Identificador inválido.' }],
    });
    expect((await get('campaign/S/preview/public')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'id' }],
    });
  });

  it('has a preview, and an inventory of its own', async () => {
    const { json } = await get('campaign/semana/preview/public');
    expect([json.campaign.slug, json.totalElements, names({ content: json.highlights })]).toEqual([
      'semana',
      3,
      ['tomate', 'banana', 'manga'],
    ]);
    expect((await get('semana/inventory')).json).toEqual([
      { id: itemId('tomate'), quantity: 100 },
      { id: itemId('banana'), quantity: 50 },
      { id: itemId('manga'), quantity: 3 },
    ]);
    for (const path of [
      'nenhuma/inventory',
      'campaign/nenhuma/preview/public',
      'campaign/nenhuma/items/preview/public',
    ])
      expect((await get(path)).json.code).toBe('NOT_FOUND');
  });

  it('lists what the whole store sells, sixty at a time, nearest campaign first', async () => {
    const { json } = await get('marketplace/items/preview/public');
    expect([
      json.size,
      json.totalElements,
      json.content.slice(0, 3).map((one: { campaignId: string }) => one.campaignId),
    ]).toEqual([60, 9, Array.from({ length: 3 }, () => campaignId())]);
  });

  it('lists some campaigns in the order that they are named in, or all their items by price or name', async () => {
    const list = async (query: string) => (await get(`marketplace/items/preview/public?${query}`)).json;
    const named = `campaigns=${campaignId('depois')}&campaigns=${campaignId()}&campaigns=${campaignId('depois')}`;
    const both = await list(named);
    expect(both.content.map((one: { campaignId: string }) => one.campaignId)).toEqual([
      ...Array.from({ length: 3 }, () => campaignId('depois')),
      ...Array.from({ length: 3 }, () => campaignId()),
    ]);
    expect((await list(`campaigns=${uuid()}`)).totalElements).toBe(0);
    const one = `campaigns=${campaignId()}`;
    const prices = async (sort: string) =>
      (await list(`${one}&sort=${sort}`)).content.map(({ price }: { price: number }) => price);
    const cheapFirst = await prices('price');
    expect(cheapFirst).toEqual(cheapFirst.toSorted((a: number, b: number) => a - b));
    expect(new Set(cheapFirst).size).toBeGreaterThan(1);
    expect(await prices('-price')).toEqual(cheapFirst.toReversed());
    expect(names(await list(`${one}&sort=name`))).toEqual(['banana', 'manga', 'tomate']);
    // A page is cut from the list as it is sorted.
    expect(names(await list(`${one}&sort=name&size=2&page=1`))).toEqual(['tomate']);
    for (const query of ['sort=stock', 'campaigns=semana', `campaigns=${uuid()}&campaigns=x`])
      expect([query, (await list(query)).code]).toEqual([query, 'MALFORMED']);
  });

  it('counts for each category what it would show, and where nothing is found what there is', async () => {
    const tagOrder = [
      { slug: 'frutas', name: 'Frutas', group: 'category' },
      { slug: 'legumes', name: 'Legumes', group: 'category' },
      { slug: 'organico', name: 'Orgânico', group: 'diet' },
    ];
    const restore = await alterCampaign(server, { body: { properties: { tagOrder } } });
    const tag = (name: 'tomate' | 'banana', tags: string[]) =>
      server.core.db.tenant('client', (tx) =>
        tx
          .update(item)
          .set({ tags })
          .where(and(eq(item.tenantId, 'client'), eq(item.id, itemId(name)))),
      );
    await tag('tomate', ['legumes', 'organico']);
    await tag('banana', ['frutas', 'organico']);
    await changed();
    const counts = async (query: string) => {
      const { json } = await get(`marketplace/items/preview/public?campaigns=${campaignId()}${query}`);
      return json.tags.map(({ slug, count }: { slug: string; count: number }) => `${slug} ${count}`);
    };
    expect(await counts('')).toEqual(['frutas 2', 'legumes 1', 'organico 2']);
    // Its own kind is widened by another category, another kind is narrowed.
    expect(await counts('&tags=frutas')).toEqual(['frutas 2', 'legumes 1', 'organico 1']);
    expect(await counts('&tags=organico')).toEqual(['frutas 1', 'legumes 1', 'organico 2']);
    expect(await counts('&q=tomáte')).toEqual(['legumes 1', 'organico 1']);
    expect(await counts('&q=nada&tags=frutas')).toEqual(['frutas 2', 'legumes 1', 'organico 2']);
    // Those of a preferred category come first, and are otherwise in the order that they are in anyway.
    const preferring = async (query: string) =>
      names((await get(`marketplace/items/preview/public?campaigns=${campaignId()}${query}`)).json);
    const usual = await preferring('');
    expect(await preferring('&prefer=legumes')).toEqual([
      'tomate',
      ...usual.filter((name) => name !== 'tomate'),
    ]);
    expect(await preferring('&prefer=legumes&sort=name')).toEqual(['tomate', 'banana', 'manga']);
    expect(await preferring('&prefer=nada')).toEqual(usual);
    await restore();
    for (const name of ['tomate', 'banana'] as const) await tag(name, ['frutas']);
    await changed();
  });

  it('is answered from memory with an ETag until something changes', async () => {
    const first = await get('semana/inventory');
    const etag = first.headers.get('etag') ?? '';
    expect([etag.length > 10, first.headers.get('cache-control')]).toEqual([
      true,
      'public, max-age=0, s-maxage=5',
    ]);
    expect((await get('semana/inventory', { 'if-none-match': etag })).status).toBe(304);
    await setStock(server, 'manga', 2);
    await changed();
    const second = await get('semana/inventory', { 'if-none-match': etag });
    expect([second.status, second.json[2].quantity, second.headers.get('etag') === etag]).toEqual([
      200,
      2,
      false,
    ]);
    await setStock(server, 'manga', 3);
    await server.core.db.tenant('client', (tx) =>
      tx
        .update(item)
        .set({ price: cents(1_000) })
        .where(and(eq(item.tenantId, 'client'), eq(item.id, itemId('manga')))),
    );
    await changed();
    expect((await get(`campaign/semana/item/${itemId('manga')}/public`)).json.price).toBe(10);
  });
});
