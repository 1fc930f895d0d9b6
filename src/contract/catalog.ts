import * as v from 'valibot';
import { Campaign } from './campaign.ts';
import { CAMPAIGN_PAGE, CATALOG_PAGE, MARKETPLACE_PAGE } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Reais } from './reais.ts';
import { Bag, CampaignRef, Pause, QueryList, Text, Uuid, pageOf, pageQuery } from './scalars.ts';

/**
 * What a kit may be filled with: one option of one group. `min` and `max` are choices in the whole group,
 * `quantity` the units of the item that one choice takes,
 * `priceDelta` reais that one choice adds to the kit's price, `default` whether an unfilled kit comes with
 * it.
 */
export const KitItem = v.object({
  groupId: v.string(),
  groupName: v.string(),
  min: v.number(),
  max: v.number(),
  item: v.object({ id: Uuid, name: v.string(), images: v.array(v.string()) }),
  quantity: v.number(),
  priceDelta: v.number(),
  default: v.boolean(),
});
export type KitItem = v.InferOutput<typeof KitItem>;
/**
 * How an item with flavours is put together; `properties.flavors` of a FLAVOR_PARENT, whose flavours are its
 * `childItems` (D73).
 */
export const FlavorRule = v.object({
  min: v.number(),
  max: v.number(),
  price: v.picklist(['SUM', 'HIGHEST', 'AVERAGE']),
});
export type FlavorRule = v.InferOutput<typeof FlavorRule>;
/** A way of buying an item by the box: `units` of the item for `price`. */
export const Package = v.object({
  id: v.string(),
  name: v.string(),
  units: v.pipe(v.number(), v.integer(), v.minValue(1)),
  price: Reais,
});
export type Package = v.InferOutput<typeof Package>;

/**
 * An item of a catalog. `quantity` is what is left in stock; `max` a limit per order. `properties` holds
 * `unit` ("500 g"), `unitPrice` ("R$ 39,80/kg"), `brand`, `tint`.
 */
export const Item = v.object({
  id: Uuid,
  type: v.picklist(['KIT', 'PRODUCT', 'FLAVOR_PARENT']),
  name: v.string(),
  description: v.string(),
  images: v.array(v.string()),
  price: Reais,
  listPrice: v.optional(Reais),
  quantity: v.number(),
  max: v.optional(v.number()),
  campaignId: Uuid,
  tags: v.array(v.string()),
  properties: Bag,
  kitItems: v.array(KitItem),
  childItems: v.array(v.string()),
  /** what a kit comes with when nothing is chosen */ selectedKitItems: v.array(
    v.object({ item: v.object({ id: Uuid }), quantity: v.number() }),
  ),
  packages: v.array(Package),
  /** it cannot be bought as it comes: a line of it needs a `selection`, or leaves the cart as SELECTION */ needsChoice:
    v.optional(v.literal(true)),
  /** sold out for as long as it holds, in the shop's words */ paused: v.optional(Pause),
});
export type Item = v.InferOutput<typeof Item>;

/** A category of a catalog: the tag's slug, its name and how many items carry it (D36). */
export const Tag = v.object({
  slug: v.string(),
  name: v.string(),
  group: v.optional(v.string()),
  count: v.number(),
});
export type Tag = v.InferOutput<typeof Tag>;

/** A picture of a catalog: what the first screen needs before its items. */
export const CatalogPreview = v.object({
  campaign: Campaign,
  tags: v.array(Tag),
  totalElements: v.number(),
  highlights: v.array(Item),
});
export type CatalogPreview = v.InferOutput<typeof CatalogPreview>;

/** Orders of the items of a whole store; left out: campaign by campaign, as each has its shelf. */
export const ITEM_SORTS = ['price', '-price', 'name'] as const;
export type ItemSort = (typeof ITEM_SORTS)[number];
/**
 * A page of a whole store. `tags` are the categories that are left to choose from: how many items each would
 * show beside what is chosen of the other groups; where nothing is found, how many there are at all.
 */
const StorePage = v.object({ ...pageOf(Item).entries, tags: v.array(Tag) });
export type StorePage = v.InferOutput<typeof StorePage>;

const campaign = { id: CampaignRef };
const itemsQuery = (size: number, max: number) =>
  v.object({ ...pageQuery(size, max), tags: v.optional(QueryList), q: v.optional(Text(80)) });
const closed = ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'] as const;

export const catalogPreview = endpoint({
  name: 'catalogPreview',
  method: 'GET',
  path: '/api/operation/catalog/campaign/{id}/preview/public',
  audience: 'public',
  params: v.object(campaign),
  response: CatalogPreview,
  status: 200,
  problems: closed,
  summary: 'Campaign, categories and first items of a catalog.',
  source: 'spec §7 Campaigns and catalog',
  cache: 5,
});
export const listCatalogItems = endpoint({
  name: 'listCatalogItems',
  method: 'GET',
  path: '/api/operation/catalog/campaign/{id}/items/preview/public',
  audience: 'public',
  params: v.object(campaign),
  query: itemsQuery(CAMPAIGN_PAGE, CAMPAIGN_PAGE),
  response: pageOf(Item),
  status: 200,
  problems: [...closed, 'TOO_MANY_REQUESTS'],
  summary: 'Items of a campaign by page, category and text.',
  source: 'spec §7 Campaigns and catalog; D36, D37',
  cache: 5,
});
export const catalogItem = endpoint({
  name: 'catalogItem',
  method: 'GET',
  path: '/api/operation/catalog/campaign/{id}/item/{itemId}/public',
  audience: 'public',
  params: v.object({ ...campaign, itemId: Uuid }),
  response: Item,
  status: 200,
  problems: closed,
  summary: 'One item of a campaign with its properties.',
  source: 'spec §7 Campaigns and catalog',
  cache: 5,
});
export const listMarketplaceItems = endpoint({
  name: 'listMarketplaceItems',
  method: 'GET',
  path: '/api/operation/catalog/marketplace/items/preview/public',
  audience: 'public',
  query: v.object({
    ...itemsQuery(MARKETPLACE_PAGE, MARKETPLACE_PAGE).entries,
    campaigns: v.optional(v.pipe(QueryList, v.array(Uuid))),
    /** categories whose items come before the others, in the same order among themselves */
    prefer: v.optional(QueryList),
    sort: v.optional(v.picklist(ITEM_SORTS)),
  }),
  response: StorePage,
  status: 200,
  problems: ['MALFORMED', 'UNAUTHENTICATED', 'TOO_MANY_REQUESTS'],
  summary: 'Public items of the whole store, or of some of its campaigns in the order they are named.',
  source: 'spec §7 Campaigns and catalog; D36, D37, D77',
  cache: 5,
});
/** A bare list of `size` items: the campaign's `maxSize`, else 32, and never more (D67). */
export const listItems = endpoint({
  name: 'listItems',
  method: 'GET',
  path: '/api/operation/item/list/{id}',
  audience: 'public',
  params: v.object(campaign),
  query: v.object({
    size: v.optional(pageQuery(CATALOG_PAGE, CAMPAIGN_PAGE).size),
    page: pageQuery(CATALOG_PAGE, CAMPAIGN_PAGE).page,
    tags: v.optional(QueryList),
    q: v.optional(Text(80)),
  }),
  response: v.array(Item),
  status: 200,
  problems: [...closed, 'TOO_MANY_REQUESTS'],
  summary: 'Items of a campaign as a plain list, as many at a time as the campaign says.',
  source: 'spec §7 Campaigns and catalog, §9',
  cache: 5,
});
/** The flavours of an item, or what a kit may be filled with; empty for a plain product. */
export const listChildren = endpoint({
  name: 'listChildren',
  method: 'GET',
  path: '/api/operation/catalog/campaign/{id}/items/{itemId}/children/preview',
  audience: 'public',
  params: v.object({ ...campaign, itemId: Uuid }),
  response: v.array(Item),
  status: 200,
  problems: closed,
  summary: 'Flavours of an item or options of a kit, each with its stock.',
  source: 'spec §7 Campaigns and catalog; D35',
  cache: 5,
});
/** What is left of each item, alone, so that stock can be refreshed without the catalog. */
export const catalogInventory = endpoint({
  name: 'catalogInventory',
  method: 'GET',
  path: '/api/operation/catalog/{id}/inventory',
  audience: 'public',
  params: v.object(campaign),
  response: v.array(v.object({ id: Uuid, quantity: v.number() })),
  status: 200,
  problems: closed,
  summary: 'Quantity left of each item of a campaign.',
  source: 'spec §7 Campaigns and catalog',
  cache: 5,
});
