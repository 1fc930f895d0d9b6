import { TOP_CAMPAIGNS } from './constants.ts';

type Ranked = { id: string; priority: number };

/** Priority ascending, ties by id. Source: docs, wire formats. */
export const byPriority = (a: Ranked, b: Ranked): number =>
  a.priority - b.priority || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Never to be open again, as a distance. */
export const OVER = Infinity;

/**
 * The selected campaign if it is still present, otherwise the first by priority. One that is over gives way
 * to the nearest of the others, by priority among
 * equals; null when all are over, or there is none. Source: spec §4.
 * @param distance how far a campaign is from being open: 0 is open, `OVER` has ended
 */
export function selectCampaign<C extends Ranked>(
  campaigns: readonly C[],
  selectedId: string | null | undefined,
  distance: (campaign: C) => number = () => 0,
): C | null {
  const ranked = campaigns.toSorted(byPriority);
  const kept = ranked.find(({ id }) => id === selectedId) ?? ranked[0];
  const [nearest] = ranked
    .filter((one) => distance(one) < OVER)
    .sort((a, b) => (b === kept ? 1 : a === kept ? -1 : distance(a) - distance(b)));
  return nearest ?? null;
}

/** The first campaigns by priority: those whose details are preloaded. Source: spec §4, §9. */
export const topByPriority = <C extends Ranked>(
  campaigns: readonly C[],
  count: number = TOP_CAMPAIGNS,
): C[] => campaigns.toSorted(byPriority).slice(0, count);
