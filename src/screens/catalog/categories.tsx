import { useLinkTo } from '#client/links.ts';
import type { Shelf } from '#client/shop/choice/shelf.ts';
import type { Category } from '#components/product/category-chips.tsx';
import { later } from '#components/layout/later.tsx';
import { type ReactNode, useMemo } from 'react';

/** Room for an icon that comes when the page stands: only the rail of wide screens shows any. */
const Room = () => <svg width="22" height="22" aria-hidden="true" />;
const CategoryIcon = later(
  'screens/catalog/late/category-icon.tsx',
  async () => (await import('./late/category-icon.tsx')).CategoryIcon,
  Room,
  { afterwards: true },
);

/**
 * "Tudo" and every category, each with its own address. A search goes along: it looks in the category then.
 */
export function useCategories(
  campaign: string,
  { preview, tags }: Shelf,
): (Category & { icon: ReactNode; count: number })[] {
  const linkTo = useLinkTo();
  return useMemo(() => {
    const order = preview?.campaign.properties['tagOrder'];
    return [
      {
        id: '',
        name: 'Tudo',
        link: linkTo('app.catalog', { campaign }),
        icon: <CategoryIcon slug="" />,
        count: preview?.totalElements ?? 0,
      },
      ...tags.map(({ slug, name, group, count }) => ({
        id: slug,
        name,
        link: linkTo('app.category', { campaign, category: slug }),
        icon: <CategoryIcon {...{ order, slug, group }} />,
        count,
      })),
    ];
  }, [campaign, preview, tags, linkTo]);
}
