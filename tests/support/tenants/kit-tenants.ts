import * as v from 'valibot';
import { TenantItem } from '#contract/tenant/tenant-catalog.ts';
import type { Tx } from '#server/db/database.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { importTenant } from '#server/tenants/import.ts';
import { idOf } from '#server/platform/ids.ts';
import { and, eq } from 'drizzle-orm';
import { type Engine, type TestServer, openTestServer } from '../store/server.ts';
import { tinyTenants } from './tiny-tenants.ts';

/**
 * The tiny tenants with a kit and an item with flavours at the end of each shelf, made of tomate (9.90, 100
 * left), banana (5.50, 50 left) and manga (7.25, 3 left).
 */
export async function openKitServer(engine: Engine): Promise<TestServer> {
  const server = await openTestServer(engine, { tenants: 'none' });
  const goods = (slug: string, more: object) =>
    v.parse(TenantItem, {
      slug,
      name: `${slug} de teste`,
      description: 'Montado por você.',
      images: ['tomate-400.webp'],
      quantity: 30,
      tags: ['frutas'],
      properties: { unit: '1 un', tint: 'leaf' },
      ...more,
    });
  const kit = goods('cesta', {
    type: 'KIT',
    price: 20,
    listPrice: 25,
    max: 5,
    packages: [{ id: 'dupla', name: 'Dupla', units: 2, price: 36 }],
    kit: [
      { id: 'base', name: 'Base', min: 1, max: 1, options: [{ item: 'tomate', quantity: 2, default: true }] },
      {
        id: 'fruta',
        name: 'Fruta',
        min: 1,
        max: 2,
        options: [
          { item: 'banana', default: true },
          { item: 'manga', priceDelta: 3.5 },
        ],
      },
    ],
  });
  const bowl = (slug: string, price: string, from: number) =>
    goods(slug, {
      type: 'FLAVOR_PARENT',
      price: from,
      packages: [{ id: 'par', name: 'Par', units: 2, price: from * 2 - 1 }],
      flavors: { min: 2, max: 3, price, items: ['tomate', 'banana', 'manga'] },
    });
  for (const data of tinyTenants()) {
    const items = new Map(
      [...data.items].map(([slug, shelf]) => [
        slug,
        [
          ...shelf,
          kit,
          bowl('soma', 'SUM', 11),
          bowl('maior', 'HIGHEST', 5.5),
          bowl('media', 'AVERAGE', 5.5),
        ],
      ]),
    );
    await importTenant(server.core, { ...data, items });
  }
  return server;
}
export const goodsId = (name: string, slug = 'semana', tenant = 'client') => idOf(tenant, 'item', slug, name);
export const kitLine = (
  name: string,
  quantity: number,
  chosen?: Record<string, number>,
  slug = 'semana',
) => ({
  id: goodsId(name, slug),
  campaignId: idOf('client', 'campaign', slug),
  quantity,
  ...(chosen
    ? {
        selection: Object.entries(chosen).map(([part, units]) => ({
          item: { id: goodsId(part, slug) },
          quantity: units,
        })),
      }
    : {}),
});
const rowOf = (name: string) => and(eq(stock.tenantId, 'client'), eq(stock.itemId, goodsId(name)));
/** Units left of some items, in the order asked. */
export const leftOf = (server: TestServer, ...names: string[]): Promise<number[]> =>
  server.core.db.read('client', async (tx: Tx) => {
    const found: number[] = [];
    for (const name of names)
      found.push((await tx.select().from(stock).where(rowOf(name)))[0]?.quantity ?? -1);
    return found;
  });
export const setLeft = (server: TestServer, name: string, quantity: number) =>
  server.core.db.tenant('client', (tx) => tx.update(stock).set({ quantity }).where(rowOf(name)));
