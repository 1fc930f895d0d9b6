import type { Area, Hub } from '#contract/place.ts';

const isBringing = ({ type }: Hub): boolean => type !== 'PICKUP';

/** Where a hub brings things; nothing where that is the whole country. */
export const outlinesOf = (hub: Hub): Area[] => (isBringing(hub) && hub.area ? [hub.area].flat() : []);

/** Where a campaign is brought to, in words: the areas of the hubs that bring it, each once. */
export function areasOf(hubs: readonly Hub[]): string[] {
  const bringing = hubs.filter(isBringing);
  if (bringing.some(({ area }) => !area)) return ['Todo o Brasil'];
  return [...new Set(bringing.flatMap(({ areaNames }) => areaNames ?? []))];
}
