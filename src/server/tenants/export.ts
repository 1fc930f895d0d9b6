import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { tenantSource } from '#server/db/schema/shop/tenant-source.ts';
import { mediaPlaces } from './media-places.ts';
import { idOf } from '#server/platform/ids.ts';
import { readTenant } from './read.ts';
import { type TenantData } from './data.ts';

/**
 * A folder's data as the database keeps it: without the people of its roster, who have a table of their own.
 */
type Source = Omit<
  TenantData,
  'folder' | 'media' | 'suffixes' | 'icons' | 'screenshots' | 'items' | 'roster'
> & {
  items: [string, TenantData['items'] extends ReadonlyMap<string, infer Shelf> ? Shelf : never][];
};

export const sourceOf = ({
  folder: _folder,
  media: _media,
  suffixes: _suffixes,
  icons: _icons,
  screenshots: _screenshots,
  roster: _roster,
  items,
  ...rest
}: TenantData): string => JSON.stringify({ ...rest, items: [...items] } satisfies Source);

/** The folder cannot be written; the sentence says why, in Portuguese. */
export class ExportFault extends Error {
  override readonly name = 'ExportFault';
}

/**
 * Writes a tenant as a folder that the import takes again: settings, campaigns, items with the stock that is
 * left, hubs, areas, delivery, postal codes, coupons, copy and pictures.
 * Nothing of people is in it: no accounts, roster, orders, balances, keys or uses. It has its name only once
 * it is whole.
 * @param folder new or empty
 * @throws ExportFault
 */
export async function exportTenant(
  { db, env, tenants }: Pick<Core, 'db' | 'env' | 'tenants'>,
  client: string,
  folder: string,
): Promise<void> {
  if (!tenants.byId(client))
    throw new ExportFault(
      `Não há loja "${client}". As que existem: ${tenants
        .all()
        .map(({ id }) => id)
        .join(', ')}.`,
    );
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new ExportFault(`A pasta ${folder} não está vazia.`);
  const { source, left } = await db.read(client, async (tx) => {
    const [row] = await tx.select().from(tenantSource).where(eq(tenantSource.tenantId, client));
    const rows = await tx
      .select({ itemId: stock.itemId, quantity: stock.quantity })
      .from(stock)
      .where(and(eq(stock.tenantId, client)));
    return {
      source: row && (JSON.parse(row.body) as Source),
      left: new Map(rows.map(({ itemId, quantity }) => [itemId, quantity])),
    }; // written by the import
  });
  if (!source)
    throw new ExportFault(
      `A loja "${client}" foi carregada por uma versão anterior. Carregue-a mais uma vez com tenant:import e exporte de novo.`,
    );
  const draft = join(dirname(folder), `.exporting-${client}-${process.pid}`);
  try {
    await write(
      draft,
      source,
      (campaign, slug, loaded) => left.get(idOf(client, 'item', campaign, slug)) ?? loaded,
    );
    const pictures = mediaPlaces(env.DATA_DIR)(client);
    await (pictures === undefined
      ? mkdir(join(draft, 'media'))
      : cp(pictures, join(draft, 'media'), { recursive: true }));
    // What the import would refuse is no export.
    await readTenant(draft);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function write(
  folder: string,
  { tenant, campaigns, items, hubs, shipping, areas, ceps, coupons = [], documents }: Source,
  leftOf: (campaign: string, slug: string, loaded: number) => number,
): Promise<void> {
  const put = (file: string, body: unknown) =>
    writeFile(join(folder, file), `${JSON.stringify(body, null, 2)}\n`);
  for (const part of ['items', 'documents']) await mkdir(join(folder, part), { recursive: true });
  for (const [name, body] of Object.entries({ tenant, campaigns, hubs, shipping, areas, ceps, coupons }))
    await put(`${name}.json`, body);
  for (const [name, body] of Object.entries(documents)) await put(`documents/${name}.json`, body);
  for (const [campaign, shelf] of items)
    await put(
      `items/${campaign}.json`,
      shelf.map((one) => ({ ...one, quantity: leftOf(campaign, one.slug, one.quantity) })),
    );
}
