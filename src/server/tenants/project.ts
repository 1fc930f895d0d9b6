import type { Campaign, Dependency } from '#contract/campaign.ts';
import type { Item } from '#contract/catalog.ts';
import { cents, centsOfReais } from '#contract/money.ts';
import type { TenantCampaign, TenantDependency, TenantItem } from '#contract/tenant/tenant-catalog.ts';
import { offsetToMs } from '#contract/tenant/tenant-parts.ts';
import { instantOf } from '#domain/instant.ts';
import { idOf } from '#server/platform/ids.ts';
import { foldText, searchTexts } from '#domain/search.ts';
import { defaultSelection } from '#domain/selection.ts';
import type { TenantData } from './data.ts';
import { type Id, type Media, areaOf, hubOf, marketplaceOf } from './project-place.ts';

// Two decimals were checked by the reader
const money = (reais: number) => centsOfReais(reais) ?? cents(Math.round(reais * 100));
const bag = (value: object): Record<string, unknown> => ({ ...value });

/** A tenant's folder as rows: names become ids, pictures become addresses, told times become instants. */
export function rowsOf(data: TenantData, now: Date) {
  const tenantId = data.tenant.client;
  const id = (kind: string, ...names: string[]) => idOf(tenantId, kind, ...names);
  const media = (name: string) => `/media/${tenantId}/${name}${data.suffixes?.get(name) ?? ''}`;
  const itemsOf = (slug: string) => data.items.get(slug) ?? [];
  return {
    marketplaces: data.tenant.marketplaces.map((store, position) => ({
      tenantId,
      id: id('marketplace', store.slug),
      slug: store.slug,
      name: store.name,
      latitude: store.latitude,
      longitude: store.longitude,
      position,
      body: bag(marketplaceOf(store, data, id('marketplace', store.slug), media)),
    })),
    campaigns: data.campaigns.map((one) => ({
      tenantId,
      id: id('campaign', one.slug),
      marketplaceId: id('marketplace', one.marketplace),
      slug: one.slug,
      name: one.name,
      active: one.active,
      isDefault: one.default,
      priority: one.priority,
      endsAt: endOf(one, now),
      hubIds: one.hubs.map((slug) => id('hub', slug)),
      area: areaOf(data, one.areas),
      body: bag(campaignOf(one, itemsOf(one.slug).length, now, id, media)),
    })),
    items: data.campaigns.flatMap((one) =>
      itemsOf(one.slug).map((goods, position) => ({
        tenantId,
        id: id('item', one.slug, goods.slug),
        campaignId: id('campaign', one.slug),
        type: goods.type,
        name: goods.name,
        searchName: foldText(searchTexts(goods).join(' ')),
        price: money(goods.price),
        listPrice: goods.listPrice === undefined ? null : money(goods.listPrice),
        max: goods.max ?? null,
        tags: goods.tags,
        packages: goods.packages.map((pack) => ({
          id: pack.id,
          name: pack.name,
          units: pack.units,
          price: Number(money(pack.price)),
        })),
        position,
        body: bag(itemBody(goods, itemsOf(one.slug), (slug) => id('item', one.slug, slug), media)),
      })),
    ),
    stock: data.campaigns.flatMap((one) =>
      itemsOf(one.slug).map((goods) => ({
        tenantId,
        itemId: id('item', one.slug, goods.slug),
        quantity: goods.quantity,
        initial: goods.quantity,
      })),
    ),
    hubs: data.hubs.map((place) => ({
      tenantId,
      id: id('hub', place.slug),
      name: place.name,
      type: place.type,
      latitude: place.latitude,
      longitude: place.longitude,
      body: bag(hubOf(place, data, id)),
    })),
    shippingMethods: data.shipping.map((method, position) => ({
      tenantId,
      id: id('shipping', method.slug),
      name: method.name,
      type: method.type,
      price: money(method.price),
      position,
      body: bag(method),
    })),
    documents: Object.entries(data.documents).flatMap(([collection, entries]) =>
      Object.entries(entries).map(([name, body]) => ({
        tenantId,
        collection,
        id: name,
        body,
        updatedAt: now,
      })),
    ),
    ceps: data.ceps.map((entry) => ({
      cep: entry.cep.replace('-', ''),
      street: entry.street,
      neighborhood: entry.neighborhood,
      city: entry.city,
      state: entry.administrativeArea,
      hasNumber: entry.hasNumber,
      latitude: entry.latitude,
      longitude: entry.longitude,
      source: entry.source,
      fetchedAt: now,
    })),
  };
}

function endOf(one: TenantCampaign, now: Date): Date | null {
  const end = instantOf(one.expired?.end);
  if (end !== null) return new Date(end);
  return one.expired?.endsIn === undefined ? null : new Date(now.getTime() + offsetToMs(one.expired.endsIn));
}

function dependencyOf(one: TenantDependency, now: Date, id: Id, media: Media): Dependency {
  if (one.type === 'campaign')
    return {
      ...one,
      campaignId: id('campaign', one.campaignId),
      ...(one.image === undefined ? {} : { image: media(one.image) }),
    };
  if (one.type === 'invites' || one.type === 'key') return { type: one.type };
  return {
    type: 'time',
    seconds: one.seconds ?? Math.floor((now.getTime() + offsetToMs(one.opensIn ?? 'P0D')) / 1_000),
  };
}

function campaignOf(
  one: TenantCampaign,
  itemCount: number,
  now: Date,
  id: Id,
  media: Media,
): Omit<Campaign, 'facts'> {
  const end = endOf(one, now);
  const { discountRules, ...limits } = one.cartControls;
  return {
    id: id('campaign', one.slug),
    slug: one.slug,
    name: one.name,
    description: one.description,
    active: one.active,
    default: one.default,
    priority: one.priority,
    marketplaceId: id('marketplace', one.marketplace),
    profile: { ...one.profile, image: media(one.profile.image) },
    story: {
      slides: one.story.slides.map(({ imageWide, ...slide }) => ({
        ...slide,
        image: media(slide.image),
        ...(imageWide === undefined ? {} : { imageWide: media(imageWide) }),
      })),
    },
    depends: one.depends.map((dependency) => dependencyOf(dependency, now, id, media)),
    ...(one.invite ? { invite: one.invite } : {}),
    ...(one.expired
      ? {
          expired: {
            ...(end ? { end: end.toISOString() } : {}),
            ...(one.expired.description === undefined ? {} : { description: one.expired.description }),
            ...(one.expired.image === undefined ? {} : { image: media(one.expired.image) }),
          },
        }
      : {}),
    internalHubRoutingIds: one.internalHubRoutingIds.map((slug) => id('hub', slug)),
    ignoreShippingAddress: one.ignoreShippingAddress,
    properties: { ...one.properties, tagOrder: one.tags.toSorted((a, b) => a.order - b.order) },
    tags: one.tags.map((tag) => tag.slug),
    ...(one.maxSize === undefined ? {} : { maxSize: one.maxSize }),
    cartControls: {
      ...limits,
      discountRules: discountRules.map((rule) => ({
        ...rule,
        campaignId: id('campaign', one.slug),
        ...(rule.productId === undefined ? {} : { productId: id('item', one.slug, rule.productId) }),
      })),
    },
    itemCount,
  };
}

function itemBody(
  goods: TenantItem,
  shelf: readonly TenantItem[],
  idFor: (slug: string) => string,
  media: Media,
): Pick<Item, 'description' | 'images' | 'properties' | 'kitItems' | 'childItems' | 'selectedKitItems'> {
  const { kit = [], flavors } = goods;
  const shownAs = (slug: string) => {
    const part = shelf.find((one) => one.slug === slug);
    return { id: idFor(slug), name: part?.name ?? slug, images: (part?.images ?? []).map(media) };
  };
  const kitItems = kit.flatMap((group) =>
    group.options.map((option) => ({
      groupId: group.id,
      groupName: group.name,
      min: group.min,
      max: group.max,
      item: shownAs(option.item),
      quantity: option.quantity,
      priceDelta: option.priceDelta,
      default: option.default,
    })),
  );
  const rule = flavors ? { flavors: { min: flavors.min, max: flavors.max, price: flavors.price } } : {};
  return {
    description: goods.description,
    images: goods.images.map(media),
    kitItems,
    childItems: (flavors?.items ?? []).map(idFor),
    selectedKitItems: defaultSelection(kitItems),
    properties: { ...goods.properties, slug: goods.slug, ...rule },
  };
}
