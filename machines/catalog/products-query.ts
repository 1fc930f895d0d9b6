import type { ItemSort } from '#contract/catalog.ts';
import { endOf } from '#domain/campaign-status.ts';
import type { Wanted } from '#machines/navigation/search.ts';
import { type CampaignsContext, statusFor } from './campaign-statuses.ts';

/** What is asked of the server: the campaigns in the order in which their items are wanted. */
export interface ProductsQuery {
  campaigns: readonly string[];
  q?: string;
  tags?: readonly string[];
  sort?: ItemSort;
  /** categories whose items come first */
  prefer?: readonly string[];
  /** items of a page; left out: as many as one has (§9) */
  size?: number;
}
export const isSameQuery = (a: ProductsQuery | null, b: ProductsQuery): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Said again here: the contract's own list comes with the calls, later than a first screen. */
const SORTS: readonly ItemSort[] = ['price', '-price', 'name'];
export const sortOf = ({ sort }: Wanted): ItemSort | undefined => SORTS.find((one) => one === sort);
/** Most of each that the server takes. */
const MOST = 50;
export const tagsOf = ({ tags = '' }: Wanted): string[] =>
  [...new Set(tags.split('_'))].filter(Boolean).slice(0, MOST);

/** Campaigns and how they stand; with a store, of that one alone. */
type Offered = Pick<CampaignsContext, 'campaigns' | 'statuses'> & { store?: string | null };

/**
 * The campaigns whose items are shown: those one can buy from first, the one that ends soonest before the
 * others; then those that are still to open. One that is over sells nothing.
 */
function offeredIn(context: Offered): string[] {
  const known = context.campaigns.flatMap((campaign) => {
    const status = statusFor(context, campaign.id)?.status;
    if (!status || status === 'EXPIRED') return [];
    if (![null, undefined, campaign.marketplaceId].includes(context.store)) return [];
    const isOpen = status === 'OK' || status === 'COMPLETED';
    return [{ id: campaign.id, rank: isOpen ? (endOf(campaign) ?? Number.MAX_VALUE) : Infinity }];
  });
  // Equal ones stay in the order of their priority.
  return known
    .toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .slice(0, MOST)
    .map(({ id }) => id);
}

/** The order by what somebody likes, as it stands in an address; who has named nothing has the usual one. */
export const LIKED = 'liked';

/**
 * What an address of all products asks for, among the campaigns that are offered to somebody.
 * @param tastes categories that they like
 */
export function productsQuery(
  search: Wanted,
  context: Offered,
  tastes: readonly string[] = [],
): ProductsQuery {
  const tags = tagsOf(search);
  const sort = sortOf(search);
  return {
    campaigns: offeredIn(context),
    ...(search.q ? { q: search.q } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(sort ? { sort } : {}),
    ...(search.sort === LIKED && tastes.length > 0 ? { prefer: tastes } : {}),
  };
}
