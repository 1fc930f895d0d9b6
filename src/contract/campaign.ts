import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Percent, Reais } from './reais.ts';
import { Hub, Palette, StoryPalette, point } from './place.ts';
import { Bag, CampaignRef, Instant, Pause, QueryNumber, Uuid } from './scalars.ts';

export const DiscountRule = v.object({
  minimumQuantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
  discountType: v.picklist(['allSameProducts', 'allProducts']),
  type: v.literal('percentage'),
  discount: Percent,
  productId: v.optional(v.string()),
  campaignId: v.optional(v.string()),
});
export type DiscountRule = v.InferOutput<typeof DiscountRule>;

/** What must happen first. A time is the absolute instant of opening in epoch seconds (D20). */
export const Dependency = v.variant('type', [
  v.object({
    type: v.literal('campaign'),
    campaignId: Uuid,
    reason: v.string(),
    buttonText: v.optional(v.string()),
    image: v.optional(v.string()),
    noBanner: v.optional(v.boolean()),
  }),
  v.object({ type: v.literal('time'), seconds: v.pipe(v.number(), v.integer(), v.minValue(1_000_000_000)) }),
  v.object({ type: v.literal('invites') }),
  /** an access key that names the campaign (D24) */ v.object({ type: v.literal('key') }),
]);
export type Dependency = v.InferOutput<typeof Dependency>;

export const CampaignStatus = v.picklist(['OK', 'COMPLETED', 'BLOCKED', 'SCHEDULED', 'EXPIRED']);
export type CampaignStatus = v.InferOutput<typeof CampaignStatus>;

/**
 * What the status is computed from; both sides apply the same rule (`#domain/campaign-status.ts`). Orders of
 * this campaign and of those it depends on.
 */
export const CampaignFacts = v.object({
  orders: v.array(
    v.object({
      id: v.string(),
      state: v.string(),
      campaignId: v.optional(v.string()),
      code: v.optional(v.string()),
    }),
  ),
  invites: v.object({ used: v.number(), required: v.number() }),
  accessed: v.boolean(),
  /** the shop sells nothing of it for now, to anybody */ paused: v.optional(Pause),
});
export type CampaignFacts = v.InferOutput<typeof CampaignFacts>;

export const Story = v.object({
  slides: v.array(
    v.object({
      image: v.string(),
      imageWide: v.optional(v.string()),
      title: v.string(),
      text: v.string(),
      buttonText: v.optional(v.string()),
      target: v.optional(v.string()),
    }),
  ),
});

export const Campaign = v.object({
  id: Uuid,
  slug: v.string(),
  name: v.string(),
  description: v.string(),
  active: v.boolean(),
  default: v.boolean(),
  priority: v.number(),
  marketplaceId: Uuid,
  profile: v.object({
    palette: v.optional(Palette),
    story: v.optional(StoryPalette),
    motif: v.optional(v.string()),
    image: v.optional(v.string()),
  }),
  story: v.optional(Story),
  depends: v.array(Dependency),
  invite: v.optional(v.object({ invites: v.number() })),
  expired: v.optional(
    v.object({
      end: v.optional(Instant),
      description: v.optional(v.string()),
      image: v.optional(v.string()),
    }),
  ),
  internalHubRoutingIds: v.array(v.string()),
  ignoreShippingAddress: v.boolean(),
  properties: Bag,
  tags: v.array(v.string()),
  maxSize: v.optional(v.number()),
  cartControls: v.object({
    discountRules: v.array(DiscountRule),
    minItems: v.optional(v.number()),
    maxItems: v.optional(v.number()),
    minTotal: v.optional(Reais),
    maxPerAccount: v.optional(v.number()),
  }),
  itemCount: v.optional(v.number()),
  facts: CampaignFacts,
});
export type Campaign = v.InferOutput<typeof Campaign>;

const list = v.array(Campaign);
export const listPublicCampaigns = endpoint({
  name: 'listPublicCampaigns',
  method: 'GET',
  path: '/api/operation/campaigns/public',
  audience: 'public',
  response: list,
  status: 200,
  problems: ['UNAUTHENTICATED'],
  summary: 'Campaigns that anybody may see, by priority.',
  source: 'spec §7 Campaigns and catalog',
  cache: 5,
});
export const listAccountCampaigns = endpoint({
  name: 'listAccountCampaigns',
  method: 'GET',
  path: '/api/operation/campaigns/account/within',
  audience: 'bearer',
  query: v.object(point),
  response: list,
  status: 200,
  problems: ['MALFORMED', 'UNAUTHENTICATED'],
  summary: 'Campaigns offered to this client at a point, with the facts their status comes from.',
  source: 'spec §7 Campaigns and catalog',
});
export const listLeadCampaigns = endpoint({
  name: 'listLeadCampaigns',
  method: 'GET',
  path: '/api/operation/campaigns/lead/{leadId}/within',
  audience: 'lead',
  params: v.object({ leadId: Uuid }),
  query: v.object(point),
  response: list,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'],
  summary: 'Campaigns offered to this visitor at a point.',
  source: 'spec §7 Campaigns and catalog',
});
export const campaignByName = endpoint({
  name: 'campaignByName',
  method: 'GET',
  path: '/api/operation/campaigns/byName/{name}',
  audience: 'optional',
  params: v.object({ name: CampaignRef }),
  response: Campaign,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'],
  summary: 'One campaign by its short name or id.',
  source: 'spec §7 Campaigns and catalog',
  cache: 5,
});

export const Relation = v.object({
  code: v.string(),
  account: v.optional(v.string()),
  action: v.picklist(['CAMPAIGN_ACCESS', 'INVITE', 'COUPON', 'STAFF']),
  limits: v.object({
    max: v.optional(v.number()),
    perAccount: v.optional(v.number()),
    expiresAt: v.optional(Instant),
  }),
  used: v.number(),
  properties: v.object({
    campaignIds: v.array(v.string()),
    marketplaceId: v.optional(v.string()),
    label: v.optional(v.string()),
  }),
});
export type Relation = v.InferOutput<typeof Relation>;

export const CampaignAccess = v.object({
  access: v.boolean(),
  reasons: v.array(
    v.object({
      /**
       * `area`: not at the point that was named; `login`: this store sells to its clients only; `paused`: by the
       * shop, until `opensAt` where there is one
       */ type: v.picklist(['campaign', 'time', 'invites', 'key', 'expired', 'paused', 'area', 'login']),
      campaignId: v.optional(v.string()),
      required: v.optional(v.number()),
      current: v.optional(v.number()),
      opensAt: v.optional(Instant),
      text: v.optional(v.string()),
    }),
  ),
  relation: v.optional(Relation),
});
export type CampaignAccess = v.InferOutput<typeof CampaignAccess>;
export const campaignAccess = endpoint({
  name: 'campaignAccess',
  method: 'GET',
  path: '/api/accounts/access/campaignAccess/{campaignId}',
  audience: 'optional',
  params: v.object({ campaignId: CampaignRef }),
  query: v.object({ latitude: v.optional(QueryNumber), longitude: v.optional(QueryNumber) }),
  response: CampaignAccess,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'],
  summary:
    'Whether the caller may buy in a campaign (delivered to a point, when one is named), and every reason why not.',
  source: 'spec §7 Campaigns and catalog',
});
export const listRelations = endpoint({
  name: 'listRelations',
  method: 'GET',
  path: '/api/accounts/relations/client',
  audience: 'bearer',
  response: v.array(Relation),
  status: 200,
  also: [204],
  problems: ['UNAUTHENTICATED'],
  summary: 'Invites, keys and coupons of this client; 204 when there are none.',
  source: 'spec §7 Authentication and account',
});
export const listHubs = endpoint({
  name: 'listHubs',
  method: 'GET',
  path: '/api/operation/hubs/campaign/{campaignId}',
  audience: 'public',
  params: v.object({ campaignId: CampaignRef }),
  response: v.array(Hub),
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'],
  summary: 'Distribution and pickup points of a campaign.',
  source: 'spec §7 Campaigns and catalog',
  cache: 5,
});
