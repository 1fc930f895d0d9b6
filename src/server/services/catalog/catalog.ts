import { and, asc, eq, inArray } from 'drizzle-orm';
import type { CatalogPreview, Item, Tag } from '#contract/catalog.ts';
import { CATALOG_PAGE } from '#contract/constants.ts';
import { cents, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { needsChoice } from '#domain/selection.ts';
import { hasWords, searchWords } from '#domain/search.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { campaignReply, factsOf, findCampaign } from './campaign.ts';

type Row = typeof item.$inferSelect;

/** Flavours of an item or options of a kit, each once, in their order. */
function partIdsOf({ type, body }: Row): string[] {
  // Written by the importer in the contract's shape
  const { kitItems, childItems } = body as unknown as Pick<Item, 'kitItems' | 'childItems'>;
  return [...new Set(type === 'KIT' ? kitItems.map(({ item: part }) => part.id) : childItems)];
}
/** Items that the first screen of a catalog is drawn with. */
const HIGHLIGHTS = 24;

export interface Page {
  size: number;
  page: number;
  tags?: string[] | undefined;
  q?: string | undefined;
}

export const itemReply = (row: Row, quantity: number): Item => {
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
  };
};

/** Live items of some campaigns, in shelf order, each with what is left of it. */
async function shelf(
  tx: Tx,
  tenantId: string,
  campaignIds: string[],
): Promise<{ row: Row; quantity: number }[]> {
  if (campaignIds.length === 0) return [];
  const rows = await tx
    .select({ row: item, quantity: stock.quantity })
    .from(item)
    .leftJoin(stock, and(eq(stock.tenantId, item.tenantId), eq(stock.itemId, item.id)))
    .where(and(eq(item.tenantId, tenantId), inArray(item.campaignId, campaignIds), eq(item.active, true)))
    .orderBy(asc(item.campaignId), asc(item.position), asc(item.id));
  return rows.map(({ row, quantity }) => ({ row, quantity: quantity ?? 0 }));
}

interface ShelfTag {
  slug: string;
  name: string;
  group?: string;
}
const shelfTags = (properties: Record<string, unknown>) =>
  // Written by the importer
  Array.isArray(properties['tagOrder']) ? (properties['tagOrder'] as ShelfTag[]) : [];
const propertiesOf = (row: { body: Record<string, unknown> }) =>
  (row.body['properties'] ?? {}) as Record<string, unknown>; // a Bag in the contract
/** Which group each tag belongs to; a tag without one stands for itself. */
const groupsOf = (campaigns: readonly { body: Record<string, unknown> }[]) =>
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
function carries(row: Row, asked: string[], groups: Map<string, string>): boolean {
  const byGroup = new Map<string, string[]>();
  for (const slug of asked) {
    const group = groups.get(slug) ?? slug;
    byGroup.set(group, [...(byGroup.get(group) ?? []), slug]);
  }
  return [...byGroup.values()].every((any) => any.some((slug) => row.tags.includes(slug)));
}

function pageOf(
  rows: { row: Row; quantity: number }[],
  { page, size, tags, q }: Page,
  groups: Map<string, string>,
) {
  const words = searchWords(q ?? '');
  const found = rows.filter(
    ({ row }) => (!tags?.length || carries(row, tags, groups)) && hasWords(words, row.searchName),
  );
  const content = found
    .slice(page * size, (page + 1) * size)
    .map(({ row, quantity }) => itemReply(row, quantity));
  const totalPages = Math.ceil(found.length / size);
  return { content, page, size, totalElements: found.length, totalPages, last: page >= totalPages - 1 };
}

/**
 * What is for sale. Everything here is the same for everybody, so the answers are cached until the tenant's
 * data changes. Source: specification §7.
 */
export function catalogService({ db }: Core) {
  return {
    preview: (tenant: TenantRecord, ref: string): Promise<CatalogPreview> =>
      db.read(tenant.id, async (tx) => {
        const found = await findCampaign(tx, tenant.id, ref);
        const facts = await factsOf(tx, tenant.id, undefined);
        const rows = await shelf(tx, tenant.id, [found.id]);
        const whole = campaignReply(found, facts(found));
        return {
          campaign: whole,
          tags: tagsOf(whole.properties, rows),
          totalElements: rows.length,
          highlights: rows.slice(0, HIGHLIGHTS).map(({ row, quantity }) => itemReply(row, quantity)),
        };
      }),
    items: (tenant: TenantRecord, ref: string, page: Page) =>
      db.read(tenant.id, async (tx) => {
        const found = await findCampaign(tx, tenant.id, ref);
        return pageOf(await shelf(tx, tenant.id, [found.id]), page, groupsOf([found]));
      }),
    /**
     * @param page.size no more than the campaign's own size, else 32, which is also what is meant when
     * nothing is said (§9; D67; SEC-16)
     */
    list: (
      tenant: TenantRecord,
      ref: string,
      page: Omit<Page, 'size'> & { size?: number | undefined },
    ): Promise<Item[]> =>
      db.read(tenant.id, async (tx) => {
        const found = await findCampaign(tx, tenant.id, ref);
        const { maxSize = CATALOG_PAGE } = found.body as { maxSize?: number }; // a Campaign in the contract
        return pageOf(
          await shelf(tx, tenant.id, [found.id]),
          { ...page, size: Math.min(page.size ?? maxSize, maxSize) },
          groupsOf([found]),
        ).content;
      }),
    /**
     * In the order that the item names them; one that is not sold any more is left out.
     * @throws ApiProblem NOT_FOUND
     */
    children: (tenant: TenantRecord, ref: string, itemId: string): Promise<Item[]> =>
      db.read(tenant.id, async (tx) => {
        const found = await findCampaign(tx, tenant.id, ref);
        const rows = await shelf(tx, tenant.id, [found.id]);
        const parent = rows.find(({ row }) => row.id === itemId);
        if (!parent) throw new ApiProblem('NOT_FOUND');
        return partIdsOf(parent.row).flatMap((id) =>
          rows.filter(({ row }) => row.id === id).map(({ row, quantity }) => itemReply(row, quantity)),
        );
      }),
    item: (tenant: TenantRecord, ref: string, itemId: string): Promise<Item> =>
      db.read(tenant.id, async (tx) => {
        const found = await findCampaign(tx, tenant.id, ref);
        const [row] = await tx
          .select({ row: item, quantity: stock.quantity })
          .from(item)
          .leftJoin(stock, and(eq(stock.tenantId, item.tenantId), eq(stock.itemId, item.id)))
          .where(
            and(
              eq(item.tenantId, tenant.id),
              eq(item.id, itemId),
              eq(item.campaignId, found.id),
              eq(item.active, true),
            ),
          );
        if (!row) throw new ApiProblem('NOT_FOUND');
        return itemReply(row.row, row.quantity ?? 0);
      }),
    marketplaceItems: (tenant: TenantRecord, page: Page) =>
      db.read(tenant.id, async (tx) => {
        const campaigns = await tx
          .select()
          .from(campaign)
          .where(and(eq(campaign.tenantId, tenant.id), eq(campaign.active, true)))
          .orderBy(asc(campaign.priority), asc(campaign.id));
        const rank = new Map(campaigns.map((one, index) => [one.id, index]));
        const rows = await shelf(tx, tenant.id, [...rank.keys()]);
        rows.sort(
          (a, b) =>
            (rank.get(a.row.campaignId) ?? 0) - (rank.get(b.row.campaignId) ?? 0) ||
            a.row.position - b.row.position,
        );
        return pageOf(rows, page, groupsOf(campaigns));
      }),
    inventory: (tenant: TenantRecord, ref: string) =>
      db.read(tenant.id, async (tx) => {
        const found = await findCampaign(tx, tenant.id, ref);
        return (await shelf(tx, tenant.id, [found.id])).map(({ row, quantity }) => ({
          id: row.id,
          quantity,
        }));
      }),
  };
}
