import { TOP_CAMPAIGNS } from './constants.ts';

type Ranked = { id: string; priority: number };

/** Priority ascending, ties by id. Source: docs, wire formats. */
export const byPriority = (a: Ranked, b: Ranked): number => a.priority - b.priority || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The selected campaign if it is still present, otherwise the first by priority; null when there is none. Source: spec §4. */
export const selectCampaign = <C extends Ranked>(campaigns: readonly C[], selectedId: string | null | undefined): C | null =>
  campaigns.find((campaign) => campaign.id === selectedId) ?? topByPriority(campaigns, 1)[0] ?? null;

/** The first campaigns by priority: those whose details are preloaded. Source: spec §4, §9. */
export const topByPriority = <C extends Ranked>(campaigns: readonly C[], count: number = TOP_CAMPAIGNS): C[] =>
  campaigns.toSorted(byPriority).slice(0, count);
