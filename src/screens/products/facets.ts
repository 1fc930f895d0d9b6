import { useLinkTo } from '#client/links.ts';
import type { Category } from '#components/product/category-chips.tsx';
import type { Tag } from '#contract/catalog.ts';
import type { Wanted } from '#machines/navigation/search.ts';
import { useMemo } from 'react';

/** The categories that an address names. */
export const chosenIn = ({ tags = '' }: Wanted): string[] => tags.split('_').filter(Boolean);

/** An address with one category more, or less. */
function toggled(search: Wanted, slug: string): Wanted {
  const { tags: _, ...others } = search;
  const chosen = chosenIn(search);
  const next = chosen.includes(slug) ? chosen.filter((one) => one !== slug) : [...chosen, slug];
  return next.length > 0 ? { ...others, tags: next.join('_') } : others;
}

/**
 * The categories as links that choose or give back one each, the first of which gives all of them back. Several
 * of a kind widen the list, those of another kind narrow it (D36).
 */
export function useFacets(search: Wanted, tags: readonly Tag[]): (Category & { count?: number })[] {
  const linkTo = useLinkTo();
  return useMemo(() => {
    const chosen = chosenIn(search);
    const { tags: _, ...others } = search;
    return [
      { id: '*', name: 'Tudo', link: linkTo('app.products', {}, others), isChosen: chosen.length === 0 },
      ...tags.map(({ slug, name, count }) => ({
        id: slug,
        name,
        count,
        link: linkTo('app.products', {}, toggled(search, slug)),
        isChosen: chosen.includes(slug),
      })),
    ];
  }, [linkTo, search, tags]);
}
