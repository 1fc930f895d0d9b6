import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { item } from '#server/db/schema/shop/item.ts';
import { campaignId, uuid } from '#tests/support/buyers.ts';
import { alter, alterCampaign } from '#tests/support/tenants/changes.ts';
import { goodsId, openKitServer } from '#tests/support/tenants/kit-tenants.ts';
import { type TestServer, engines } from '#tests/support/store/server.ts';

describe.each(engines)('kits and flavours in the catalog on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openKitServer(engine);
    await server.core.jobs.stop();
  });
  afterAll(() => server.close());
  const children = (id: string, ref = 'semana', host?: string) =>
    server.call(
      'GET',
      `/api/operation/catalog/campaign/${ref}/items/${id}/children/preview`,
      host === undefined ? {} : { host },
    );
  const names = (list: { name: string }[]) => list.map(({ name }) => name.split(' ')[0]);

  it('are shown with their groups, flavours and options', async () => {
    const { json } = await server.call(
      'GET',
      `/api/operation/catalog/campaign/semana/item/${goodsId('cesta')}/public`,
    );
    expect(json).toMatchObject({
      type: 'KIT',
      price: 20,
      kitItems: [
        {
          groupId: 'base',
          min: 1,
          max: 1,
          item: { id: goodsId('tomate'), name: 'tomate de teste' },
          quantity: 2,
          default: true,
        },
        { groupId: 'fruta', max: 2, default: true },
        { item: { id: goodsId('manga') }, priceDelta: 3.5, default: false },
      ],
    });
    expect(json.selectedKitItems).toHaveLength(2);
    const flavours = await children(goodsId('soma'));
    expect([flavours.status, names(flavours.json), flavours.json[2].quantity]).toEqual([
      200,
      ['tomate', 'banana', 'manga'],
      3,
    ]);
    expect(names((await children(goodsId('cesta'), campaignId())).json)).toEqual([
      'tomate',
      'banana',
      'manga',
    ]);
    expect((await children(goodsId('tomate'))).json).toEqual([]);
    for (const [id, ref] of [
      [uuid(), 'semana'],
      [goodsId('soma'), 'depois'],
      [goodsId('soma', 'semana', 'clube'), 'semana'],
      [goodsId('soma'), 'nada'],
    ] as const)
      expect((await children(id, ref)).json.code).toBe('NOT_FOUND');
    expect((await children('x')).json.fields).toEqual([
      { field: 'itemId', message: 'Identificador inválido.' },
    ]);
  });

  it('say whether something has to be chosen first: flavours do, a kit that comes filled does not', async () => {
    const { json } = await server.call('GET', '/api/operation/item/list/semana');
    expect(
      json.map(({ name, needsChoice }: { name: string; needsChoice?: true }) => [
        name.split(' ')[0],
        needsChoice,
      ]),
    ).toEqual([
      ['tomate', undefined],
      ['banana', undefined],
      ['manga', undefined],
      ['cesta', undefined],
      ['soma', true],
      ['maior', true],
      ['media', true],
    ]);
  });

  it('are in the plain list of a campaign, by page, text and tag', async () => {
    const list = (query = '', ref = 'semana') =>
      server.call('GET', `/api/operation/item/list/${ref}${query}`);
    expect(names((await list()).json)).toEqual([
      'tomate',
      'banana',
      'manga',
      'cesta',
      'soma',
      'maior',
      'media',
    ]);
    expect(names((await list('?size=2&page=1', campaignId())).json)).toEqual(['manga', 'cesta']);
    expect(names((await list('?q=CÉSTA')).json)).toEqual(['cesta']);
    expect((await list('?tags=nenhuma')).json).toEqual([]);
    expect((await list('', 'nada')).json.code).toBe('NOT_FOUND');
    expect((await list('', campaignId('semana', 'clube'))).json.code).toBe('NOT_FOUND');
    expect((await list('?size=0')).json.fields).toMatchObject([{ field: 'size' }]);
  });

  it('are listed thirty-two at a time, or as many as their campaign says', async () => {
    const list = async (query = '') =>
      (await server.call('GET', `/api/operation/item/list/passou${query}`)).json.length;
    const like = and(eq(item.tenantId, 'client'), eq(item.id, goodsId('tomate', 'passou')));
    await alter(server, 'client', async (tx) => {
      const [one] = await tx.select().from(item).where(like);
      if (one)
        await tx
          .insert(item)
          .values(Array.from({ length: 40 }, (_, index) => ({ ...one, id: uuid(), position: 100 + index })));
    });
    expect(await list()).toBe(32);
    // SEC-16: nobody is given more by asking for more.
    for (const size of [33, 900]) expect(await list(`?size=${size}`)).toBe(32);
    const restore = await alterCampaign(server, { body: { maxSize: 35 } }, 'passou');
    expect(await list()).toBe(35);
    expect(await list('?size=900')).toBe(35);
    await restore();
  });
});
