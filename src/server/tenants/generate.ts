import { cents, reaisOf } from '#contract/money.ts';
import type { TenantCampaign, TenantItem } from '#contract/tenant/tenant-catalog.ts';
import type { TenantData } from './data.ts';

/** A campaign with its shelf, as a tenant's folder would hold it. */
export interface GeneratedCampaign {
  readonly campaign: TenantCampaign;
  readonly items: readonly TenantItem[];
}

/** The page of a campaign holds as many. Source: spec.md §9. */
const FULL_CATALOG = 900;
const MAKERS = [
  'Sítio Boa Vista',
  'Horta Ueno',
  'Forno da Vila',
  'Serra Velha',
  'Dona Cida',
  'Armazém do Zé',
  'Fazenda Santa Rita',
];

/**
 * Makes a big campaign out of a tenant's own items, for measuring: the same words, pictures and tags, each
 * item with a name, price and stock of its own. The same arguments give the same campaign; nothing is random.
 * @param data   the tenant whose first campaign lends items, hubs and areas
 * @param count  items on the shelf, 900 unless told
 * @param slug   of the campaign; "feira-grande" unless told
 */
export function generateCampaign(
  data: TenantData,
  count = FULL_CATALOG,
  slug = 'feira-grande',
): GeneratedCampaign {
  const [model] = data.campaigns;
  const shelf = model && data.items.get(model.slug);
  if (!model || !shelf?.length) throw new RangeError('a tenant without items lends none');
  const priority = Math.max(...data.campaigns.map((campaign) => campaign.priority)) + 1;
  const items = Array.from({ length: count }, (_, index) =>
    variant(pick(shelf, index), index, Math.floor(index / shelf.length)),
  );
  return {
    campaign: {
      ...model,
      slug,
      name: 'Feira grande',
      default: false,
      priority,
      depends: [],
      expired: undefined,
      maxSize: Math.min(count, FULL_CATALOG),
      cartControls: {
        discountRules: [
          { minimumQuantity: 5, discountType: 'allProducts', type: 'percentage', discount: 10 },
        ],
      },
    },
    items,
  };
}

/**
 * The `round`th copy of an item: another maker, another price within a third of the model's, another stock.
 */
function variant(model: TenantItem, index: number, round: number): TenantItem {
  const price = cents(Math.round((model.price * 100 * (90 + ((index * 7) % 34))) / 100));
  const maker = pick(MAKERS, index * 3 + round);
  const { unitPrice: _unitPrice, ...properties } = model.properties;
  return {
    ...model,
    slug: `item-${String(index + 1).padStart(4, '0')}`,
    name: round === 0 ? model.name : `${model.name} ${round + 1}`.slice(0, 60),
    price: reaisOf(price),
    listPrice: index % 11 === 0 ? reaisOf(cents(Math.round(price * 1.14))) : undefined,
    quantity: index % 29 === 0 ? 0 : 20 + ((index * 13) % 180),
    packages: [],
    properties: { ...properties, brand: maker },
  };
}

function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new RangeError('an empty list has nothing to pick');
  return found;
}
