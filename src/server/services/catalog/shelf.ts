import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Item, Tag } from '#contract/catalog.ts';
import { cents, reaisOf } from '#contract/money.ts';
import type { Pause } from '#contract/scalars.ts';
import { needsChoice } from '#domain/selection.ts';
import { hasWords, searchWords } from '#domain/search.ts';
import type { Tx } from '#server/db/database.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { pausedNow } from './pause.ts';

/** The items of campaigns as they stand on a shelf: read, counted by category, filtered, and cut into pages. */

export type Row = typeof item.$inferSelect;
/** An item with what is left of it. */
export interface Shelved {
  row: Row;
  /** none while it is paused */
  quantity: number;
  paused?: Pause | undefined;
}
/** An item as it is sold: one that is paused is sold out, and says why. */
export const shelved = (row: Row, quantity: number | null, paused: Pause | undefined): Shelved => ({
  row,
  quantity: paused ? 0 : (quantity ?? 0),
  paused,
});
export interface Page {
  size: number;
  page: number;
  tags?: string[] | undefined;
  q?: string | undefined;
}

export const itemReply = ({ row, quantity, paused }: Shelved): Item => {
  const body = row.body as unknown as Omit<Item, 'price'>; // written by the importer in the contract's shape
  const type = row.type as Item['type'];
  return {
    ...body,
    ...(needsChoice({ ...body, type }) ? { needsChoice: true } : {}),
    id: row.id,
    type,
    name: row.name,
    campaignId: row.campaignId,
    tags: row.tags,
    quantity,
    price: reaisOf(row.price),
    ...(row.listPrice === null ? {} : { listPrice: reaisOf(row.listPrice) }),
    ...(row.max === null ? {} : { max: row.max }),
    packages: row.packages.map(({ id, name, units, price }) => ({
      id,
      name,
      units,
      price: reaisOf(cents(price)),
    })),
    ...(paused ? { paused } : {}),
  };
};

/** Live items of some campaigns, in shelf order, each with what is left of it. @param now epoch ms */
export async function readCatalogItems(
  tx: Tx,
  tenantId: string,
  campaignIds: string[],
  now: number,
): Promise<Shelved[]> {
  if (campaignIds.length === 0) return [];
  const pausedOf = await pausedNow(tx, tenantId, 'item', now);
  const rows = await tx
    .select({ row: item, quantity: stock.quantity })
    .from(item)
    .leftJoin(stock, and(eq(stock.tenantId, item.tenantId), eq(stock.itemId, item.id)))
    .where(and(eq(item.tenantId, tenantId), inArray(item.campaignId, campaignIds), eq(item.active, true)))
    .orderBy(asc(item.campaignId), asc(item.position), asc(item.id));
  return rows.map(({ row, quantity }) => shelved(row, quantity, pausedOf(row.id)));
}

export interface ShelfTag {
  slug: string;
  name: string;
  group?: string;
}
export const shelfTags = (properties: Record<string, unknown>) =>
  // Written by the importer
  Array.isArray(properties['tagOrder']) ? (properties['tagOrder'] as ShelfTag[]) : [];
export const propertiesOf = (row: { body: Record<string, unknown> }) =>
  (row.body['properties'] ?? {}) as Record<string, unknown>; // a Bag in the contract
/** Which group each tag belongs to; a tag without one stands for itself. */
export const groupsOf = (campaigns: readonly { body: Record<string, unknown> }[]) =>
  new Map(
    campaigns.flatMap((one) =>
      shelfTags(propertiesOf(one)).map(({ slug, group }) => [slug, group ?? slug] as const),
    ),
  );

/**
 * Categories in the campaign's own order, with how many items carry each; the group says which ones exclude
 * each other (D36).
 */
export function tagsOf(
  properties: Record<string, unknown>,
  rows: readonly { row: { tags: string[] } }[],
): Tag[] {
  return shelfTags(properties)
    .map(({ slug, name, group }) => ({
      slug,
      name,
      ...(group ? { group } : {}),
      count: rows.filter(({ row }) => row.tags.includes(slug)).length,
    }))
    .filter((tag) => tag.count > 0);
}

/** Several tags: any within a group, all across groups (D36). A tag that nobody knows stands for itself. */
export function carries(row: Row, asked: string[], groups: Map<string, string>): boolean {
  const byGroup = new Map<string, string[]>();
  for (const slug of asked) {
    const group = groups.get(slug) ?? slug;
    byGroup.set(group, [...(byGroup.get(group) ?? []), slug]);
  }
  return [...byGroup.values()].every((any) => any.some((slug) => row.tags.includes(slug)));
}

export function pageOf(rows: Shelved[], { page, size, tags, q }: Page, groups: Map<string, string>) {
  const words = searchWords(q ?? '');
  const found = rows.filter(
    ({ row }) => (!tags?.length || carries(row, tags, groups)) && hasWords(words, row.searchName),
  );
  const content = found.slice(page * size, (page + 1) * size).map(itemReply);
  const totalPages = Math.ceil(found.length / size);
  return { content, page, size, totalElements: found.length, totalPages, last: page >= totalPages - 1 };
}
