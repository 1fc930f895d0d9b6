import { and, asc, eq } from 'drizzle-orm';
import type { CatalogPreview, Item } from '#contract/catalog.ts';
import { CATALOG_PAGE } from '#contract/constants.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { campaignReply, factsOf, findCampaign } from './campaign.ts';
import { pausedNow } from './pause.ts';
import {
  type Page,
  type Row,
  groupsOf,
  itemReply,
  pageOf,
  readCatalogItems,
  shelved,
  tagsOf,
} from './shelf.ts';
import { type StorePage, rankOf, storePage } from './store-shelf.ts';

/** Flavours of an item or options of a kit, each once, in their order. */
function partIdsOf({ type, body }: Row): string[] {
  // Written by the importer in the contract's shape
  const { kitItems, childItems } = body as unknown as Pick<Item, 'kitItems' | 'childItems'>;
  return [...new Set(type === 'KIT' ? kitItems.map(({ item: part }) => part.id) : childItems)];
}
/** Items that the first screen of a catalog is drawn with. */
const HIGHLIGHTS = 24;

/**
 * What is for sale. Everything here is the same for everybody, so the answers are cached until the tenant's
 * data changes. Source: specification §7.
 */
export function catalogService({ db, clock }: Core) {
  return {
    preview: (tenant: TenantRecord, ref: string): Promise<CatalogPreview> =>
      db.read(tenant.id, async (tx) => {
        const found = await findCampaign(tx, tenant.id, ref);
        const facts = await factsOf(tx, tenant.id, undefined);
        const rows = await readCatalogItems(tx, tenant.id, [found.id], clock.now());
        const whole = campaignReply(found, facts(found));
        return {
          campaign: whole,
          tags: tagsOf(whole.properties, rows),
          totalElements: rows.length,
          highlights: rows.slice(0, HIGHLIGHTS).map(itemReply),
        };
      }),
    items: (tenant: TenantRecord, ref: string, page: Page) =>
      db.read(tenant.id, async (tx) => {
        const found = await findCampaign(tx, tenant.id, ref);
        return pageOf(
          await readCatalogItems(tx, tenant.id, [found.id], clock.now()),
          page,
          groupsOf([found]),
        );
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
          await readCatalogItems(tx, tenant.id, [found.id], clock.now()),
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
        const rows = await readCatalogItems(tx, tenant.id, [found.id], clock.now());
        const parent = rows.find(({ row }) => row.id === itemId);
        if (!parent) throw new ApiProblem('NOT_FOUND');
        return partIdsOf(parent.row).flatMap((id) => rows.filter(({ row }) => row.id === id).map(itemReply));
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
        const pausedOf = await pausedNow(tx, tenant.id, 'item', clock.now());
        return itemReply(shelved(row.row, row.quantity, pausedOf(itemId)));
      }),
    /** Items of several campaigns, all of the store's where none are named. */
    marketplaceItems: (tenant: TenantRecord, page: StorePage) =>
      db.read(tenant.id, async (tx) => {
        const live = await tx
          .select()
          .from(campaign)
          .where(and(eq(campaign.tenantId, tenant.id), eq(campaign.active, true)))
          .orderBy(asc(campaign.priority), asc(campaign.id));
        const rank = rankOf(live, page.campaigns);
        const rows = await readCatalogItems(tx, tenant.id, [...rank.keys()], clock.now());
        return storePage(rows, live, rank, page);
      }),
    inventory: (tenant: TenantRecord, ref: string) =>
      db.read(tenant.id, async (tx) => {
        const found = await findCampaign(tx, tenant.id, ref);
        return (await readCatalogItems(tx, tenant.id, [found.id], clock.now())).map(({ row, quantity }) => ({
          id: row.id,
          quantity,
        }));
      }),
  };
}
