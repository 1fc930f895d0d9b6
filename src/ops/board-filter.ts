import type { OpsCard } from '#contract/ops/orders.ts';
import type { DeskPlace } from '#machines/ops/screens.ts';

type Search = DeskPlace['search'];
/** Filters of the board, by their names in the address; the table sends the same to the server. */
export const filterNames = ['hubId', 'campaignId', 'type', 'text'] as const;
export type FilterName = (typeof filterNames)[number];

const bare = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\s-]/g, '')
    .toLowerCase();
const tests: Readonly<Record<FilterName, (card: OpsCard, value: string) => boolean>> = {
  hubId: (card, value) => card.hub?.id === value,
  campaignId: (card, value) => card.campaign.id === value,
  type: (card, value) => card.type === value,
  text: (card, value) =>
    [card.code, card.orderCode, card.name].some((text) => bare(text).includes(bare(value))),
};
const passes = (card: OpsCard, search: Search, name: FilterName): boolean => {
  const value = search[name];
  return !value || tests[name](card, value);
};

/** What the filters leave. */
export const filtered = (cards: readonly OpsCard[], search: Search): OpsCard[] =>
  cards.filter((card) => filterNames.every((name) => passes(card, search, name)));
/** How many cards a filter hides by itself. */
export const hiddenBy = (cards: readonly OpsCard[], search: Search, name: FilterName): number =>
  cards.filter((card) => !passes(card, search, name)).length;
