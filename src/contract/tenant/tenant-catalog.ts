import * as v from 'valibot';
import { CAMPAIGN_PAGE } from '#contract/constants.ts';
import { Percent, Reais } from '#contract/reais.ts';
import { Form, Palette, StoryPalette } from '#contract/place.ts';
import { Instant, Slug } from '#contract/scalars.ts';
import { Filled, MediaName, Offset, Tint } from './tenant-parts.ts';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const AtLeastOne = v.pipe(v.number(), v.integer(), v.minValue(1));
const BAD_END = 'Use a data como 2026-12-25T23:00:00Z, ou os segundos desde 1970.';
/** An instant: ISO-8601, or epoch seconds or ms (from the year 2001 to 9999). Source: D21. */
const End = v.union(
  [Instant, v.pipe(v.number(), v.minValue(1e9, BAD_END), v.maxValue(253_402_300_799_999, BAD_END))],
  BAD_END,
);

/** A way to buy more of one item at once; `price` is of the whole package. */
export const TenantPackage = v.strictObject({ id: Slug, name: Filled, units: AtLeastOne, price: Reais });

/**
 * What a kit is filled with: groups of items of the same campaign. A group with one option, `min` and `max`
 * 1, is a fixed part. Source: D35.
 */
export const TenantKit = v.pipe(
  v.array(
    v.strictObject({
      id: Slug,
      name: v.pipe(Filled, v.maxLength(40)),
      min: Count,
      max: AtLeastOne,
      options: v.pipe(
        v.array(
          v.strictObject({
            item: Slug,
            quantity: v.optional(AtLeastOne, 1),
            priceDelta: v.optional(Reais, 0),
            default: v.optional(v.boolean(), false),
          }),
        ),
        v.minLength(1),
      ),
    }),
  ),
  v.minLength(1),
);

/**
 * Flavours of an item: items of the same campaign, `min` to `max` of them, and how they make the price.
 * Source: D73.
 */
export const TenantFlavors = v.strictObject({
  min: AtLeastOne,
  max: AtLeastOne,
  price: v.optional(v.picklist(['SUM', 'HIGHEST', 'AVERAGE']), 'SUM'),
  items: v.pipe(v.array(Slug), v.minLength(1)),
});

/**
 * One product of a campaign. Prices in reais, as on the wire. Source: D35, plus what a leaflet shows.
 */
export const TenantItem = v.strictObject({
  slug: Slug,
  type: v.picklist(['PRODUCT', 'KIT', 'FLAVOR_PARENT']),
  name: v.pipe(Filled, v.maxLength(60)),
  description: v.pipe(Filled, v.maxLength(600)),
  /** Pictures, the first one is the tile's. Drawn without ground: the tint shows through. */
  images: v.pipe(v.array(MediaName), v.minLength(1)),
  price: Reais,
  listPrice: v.optional(Reais),
  /** Stock at the import. */
  quantity: Count,
  /** Most units one buyer may take. */
  max: v.optional(AtLeastOne),
  /** Slugs of the campaign's tags. */
  tags: v.pipe(v.array(Slug), v.minLength(1)),
  packages: v.optional(v.array(TenantPackage), []),
  /** Of a KIT only. */
  kit: v.optional(TenantKit),
  /** Of a FLAVOR_PARENT only; its `price` is the least that a choice costs, for the shelf. */
  flavors: v.optional(TenantFlavors),
  properties: v.strictObject({
    brand: v.optional(Filled),
    /** What one unit is: "500 g", "10 un", "1 kg · cerca de 7 unidades". */
    unit: v.pipe(Filled, v.maxLength(40)),
    /** Price by measure, as the shelf must show it: "R$ 12,90/kg". */
    unitPrice: v.optional(
      v.pipe(
        v.string(),
        v.regex(
          /^R\$\u00a0\d{1,3}(\.\d{3})*,\d{2}\/(kg|L|un|m)$/,
          'Use o preço por medida como R$ 12,90/kg.',
        ),
      ),
    ),
    tint: Tint,
    origin: v.optional(Filled),
    ingredients: v.optional(Filled),
    allergens: v.optional(Filled),
    storage: v.optional(Filled),
    organic: v.optional(v.boolean()),
    /** Lasts: a fault may be told for ninety days instead of thirty. Source: consumer code art. 26. */
    durable: v.optional(v.boolean()),
    adultsOnly: v.optional(v.boolean()),
  }),
});

/**
 * A category or other filter of a campaign's catalog. Tags of one group widen the choice, groups narrow it.
 * Source: D36.
 */
export const TenantTag = v.strictObject({
  slug: Slug,
  name: v.pipe(Filled, v.maxLength(24)),
  group: v.picklist(['category', 'diet', 'offer']),
  order: Count,
  icon: v.optional(Slug),
});

/**
 * `productId` is an item's slug; without it the rule is the whole campaign's. Source: spec.md §3, decision
 * 38.
 */
export const TenantDiscountRule = v.pipe(
  v.strictObject({
    minimumQuantity: v.pipe(Count, v.minValue(2)),
    discountType: v.picklist(['allSameProducts', 'allProducts']),
    type: v.literal('percentage'),
    discount: Percent,
    productId: v.optional(Slug),
  }),
  v.check(
    (rule) => (rule.discountType === 'allSameProducts') === (rule.productId !== undefined),
    'Informe productId em allSameProducts e só nele.',
  ),
);

/**
 * What a campaign waits for. `campaignId` is a slug; a time is absolute (`seconds`, epoch) or, in a demo,
 * told from the import (`opensIn`). Source: spec.md §3, §4.
 */
export const TenantDependency = v.variant('type', [
  v.strictObject({
    type: v.literal('campaign'),
    campaignId: Slug,
    reason: Filled,
    buttonText: v.optional(Filled),
    image: v.optional(MediaName),
    noBanner: v.optional(v.boolean()),
  }),
  v.pipe(
    v.strictObject({
      type: v.literal('time'),
      seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1_000_000_000))),
      opensIn: v.optional(Offset),
    }),
    v.check(
      (time) => (time.seconds === undefined) !== (time.opensIn === undefined),
      'Informe seconds ou opensIn.',
    ),
  ),
  v.strictObject({ type: v.literal('invites') }),
  v.strictObject({ type: v.literal('key') }),
]);

/**
 * What a campaign asks with an order; the answers are named by field in `properties.extra` of cart and order.
 * Source: D17, D68.
 */
export const TenantExtraForm = v.pipe(
  Form,
  v.check(
    ({ fields }) => fields.every(({ name }) => /^[a-zA-Z]\w{0,39}$/.test(name)),
    'O nome de um campo tem letras e números, como corDaSacola.',
  ),
  v.check(
    ({ fields }) => new Set(fields.map(({ name }) => name)).size === fields.length,
    'Cada campo tem um nome só seu.',
  ),
  v.check(
    ({ fields }) =>
      fields.every(
        ({ name, dependsOn }) =>
          !dependsOn || (dependsOn.field !== name && fields.some((other) => other.name === dependsOn.field)),
      ),
    'dependsOn fala de um campo que não existe.',
  ),
  v.check(
    ({ fields }) => fields.every(({ type, options = [] }) => type !== 'select' || options.length > 0),
    'Um campo select precisa de options.',
  ),
);

/**
 * One campaign; its items lie in `items/<slug>.json`. Field names are those of `campaign.ts`, references are
 * slugs.
 */
export const TenantCampaign = v.strictObject({
  slug: Slug,
  marketplace: Slug,
  name: v.pipe(Filled, v.maxLength(40)),
  description: v.pipe(Filled, v.maxLength(600)),
  active: v.boolean(),
  default: v.boolean(),
  /** Ascending: 1 comes first. */
  priority: AtLeastOne,
  profile: v.strictObject({
    palette: v.optional(Palette),
    story: StoryPalette,
    /** The drawing at the top edge of the story. */
    motif: v.picklist(['awning', 'rings', 'none']),
    /** A drawing without ground, for the story and the campaign's card. */
    image: MediaName,
  }),
  story: v.strictObject({
    slides: v.pipe(
      v.array(
        v.strictObject({
          image: MediaName,
          imageWide: v.optional(MediaName),
          title: v.pipe(Filled, v.maxLength(40)),
          text: v.pipe(Filled, v.maxLength(160)),
          buttonText: v.optional(v.pipe(Filled, v.maxLength(24))),
          target: v.optional(v.pipe(v.string(), v.startsWith('/'))),
        }),
      ),
      v.minLength(1),
    ),
  }),
  depends: v.optional(v.array(TenantDependency), []),
  invite: v.optional(v.strictObject({ invites: AtLeastOne })),
  /** Missing: the campaign never ends. `endsIn` is told from the import, negative when it has ended. */
  expired: v.optional(
    v.pipe(
      v.strictObject({
        end: v.optional(End),
        endsIn: v.optional(Offset),
        description: v.optional(Filled),
        image: v.optional(MediaName),
      }),
      v.check(
        (expiry) => (expiry.end === undefined) !== (expiry.endsIn === undefined),
        'Informe end ou endsIn.',
      ),
    ),
  ),
  /** Delivery areas by feature id of areas.json; none means the whole country. */
  areas: v.array(Slug),
  hubs: v.array(Slug),
  internalHubRoutingIds: v.optional(v.array(Slug), []),
  ignoreShippingAddress: v.optional(v.boolean(), false),
  maxSize: v.optional(v.pipe(Count, v.minValue(1), v.maxValue(CAMPAIGN_PAGE))),
  cartControls: v.optional(
    v.strictObject({
      discountRules: v.optional(v.array(TenantDiscountRule), []),
      minItems: v.optional(Count),
      maxItems: v.optional(Count),
      minTotal: v.optional(Reais),
      maxPerAccount: v.optional(Count),
    }),
    { discountRules: [] },
  ),
  tags: v.array(TenantTag),
  properties: v.strictObject({
    /** One line under the name on its card. */
    tagline: v.pipe(Filled, v.maxLength(60)),
    /** Said on the cart and the order: "Chega segunda". */
    deliveryPromise: v.optional(Filled),
    /** Whole scenes with ground, for previews of shared links: 1280 × 480 and 780 × 1000. */
    banner: v.optional(v.strictObject({ landscape: MediaName, portrait: MediaName })),
    extraForm: v.optional(TenantExtraForm),
    /** A remark for whoever shows the demo. */
    note: v.optional(Filled),
  }),
});

export type TenantItem = v.InferOutput<typeof TenantItem>;
export type TenantTag = v.InferOutput<typeof TenantTag>;
export type TenantCampaign = v.InferOutput<typeof TenantCampaign>;
export type TenantDependency = v.InferOutput<typeof TenantDependency>;
export type TenantDiscountRule = v.InferOutput<typeof TenantDiscountRule>;
