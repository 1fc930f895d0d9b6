import type { ItemSort, Tag } from '#contract/catalog.ts';
import { isOfTaste } from '#domain/person/likings.ts';
import { foldText, hasWords, searchWords } from '#domain/search.ts';
import {
  type Page,
  type ShelfTag,
  type Shelved,
  carries,
  groupsOf,
  itemReply,
  propertiesOf,
  shelfTags,
} from './shelf.ts';

/** What is asked of the whole store: some of its campaigns, in the order in which their items are wanted. */
export interface StorePage extends Page {
  campaigns?: string[] | undefined;
  prefer?: string[] | undefined;
  sort?: ItemSort | undefined;
}
interface LiveCampaign {
  id: string;
  body: Record<string, unknown>;
}

/** The place of each campaign that is wanted: of those that are named as they are, else by priority. */
export function rankOf(live: readonly LiveCampaign[], wanted?: readonly string[]): Map<string, number> {
  const known = new Set(live.map(({ id }) => id));
  const ids = wanted ? [...new Set(wanted)].filter((id) => known.has(id)) : [...known];
  return new Map(ids.map((id, index) => [id, index]));
}

const ascending = (a: number, b: number): number => (a < b ? -1 : Number(a > b));
const byName = new Intl.Collator('pt-BR', { numeric: true }).compare;
const sorts: Record<ItemSort, (a: Shelved, b: Shelved) => number> = {
  price: (a, b) => ascending(a.row.price, b.row.price),
  '-price': (a, b) => ascending(b.row.price, a.row.price),
  name: (a, b) => byName(a.row.name, b.row.name),
};

/**
 * One page of the items of several campaigns, with the categories that are left to choose from.
 * Without a sort they stand campaign by campaign, in shelf order; of a search those first whose name has the
 * words. Those of a preferred category come before the others.
 */
export function storePage(
  rows: readonly Shelved[],
  live: readonly LiveCampaign[],
  rank: ReadonlyMap<string, number>,
  { page, size, tags = [], q, prefer = [], sort }: StorePage,
) {
  const words = searchWords(q ?? '');
  const isNamed = ({ row }: Shelved) => Number(!hasWords(words, foldText(row.name)));
  const isOther = ({ row }: Shelved) => Number(!isOfTaste(row, prefer));
  const placeOf = ({ row }: Shelved) => rank.get(row.campaignId) ?? 0;
  const inOrder = rows.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || a.row.position - b.row.position || (a.row.id < b.row.id ? -1 : 1),
  );
  const said = inOrder.filter(({ row }) => hasWords(words, row.searchName));
  const groups = groupsOf(live);
  const found = said
    .filter(({ row }) => carries(row, tags, groups))
    .toSorted(sort ? sorts[sort] : (a, b) => isNamed(a) - isNamed(b))
    .toSorted((a, b) => isOther(a) - isOther(b));
  const known = shelfTagsOf(live, rank);
  const groupOf = (slug: string) => groups.get(slug) ?? slug;
  // A category counts what it would show beside those of the other groups; where nothing is found, what there is.
  const left = known.map((tag) => {
    const others = tags.filter((slug) => groupOf(slug) !== groupOf(tag.slug));
    const among = found.length > 0 ? said.filter(({ row }) => carries(row, others, groups)) : rows;
    return { ...tag, count: among.filter(({ row }) => row.tags.includes(tag.slug)).length };
  });
  const totalPages = Math.ceil(found.length / size);
  return {
    content: found.slice(page * size, (page + 1) * size).map(itemReply),
    page,
    size,
    totalElements: found.length,
    totalPages,
    last: page >= totalPages - 1,
    tags: left.filter(({ slug, count }) => count > 0 || tags.includes(slug)),
  };
}

/** The categories of the campaigns in their order, each once, as the first that has it calls it. */
function shelfTagsOf(live: readonly LiveCampaign[], rank: ReadonlyMap<string, number>): Omit<Tag, 'count'>[] {
  const known = new Map<string, ShelfTag>();
  for (const id of rank.keys())
    for (const tag of shelfTags(propertiesOf(live.find((one) => one.id === id) ?? { body: {} })))
      if (!known.has(tag.slug)) known.set(tag.slug, tag);
  return [...known.values()].map(({ slug, name, group }) => ({ slug, name, ...(group ? { group } : {}) }));
}
