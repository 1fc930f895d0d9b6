import { useLinkTo } from '#app/links.ts';
import type { Shelf } from '#app/shop/shelf.ts';
import type { Category } from '#components/category-chips.tsx';
import { later } from '#components/later.tsx';
import { type ReactNode, useMemo } from 'react';

/** Room for an icon that comes when the page stands: only the rail of wide screens shows any. */
const Room = () => <svg width="22" height="22" aria-hidden="true" />;
const CategoryIcon = later('screens/catalog/category-icon.tsx', async () => (await import('./category-icon.tsx')).CategoryIcon, Room, { afterwards: true });

/** The icon that the campaign's own list of tags names for a category. */
function iconOf(order: unknown, slug: string): string | null {
  const tag: unknown = Array.isArray(order) ? order.find((one: unknown) => typeof one === 'object' && one !== null && Reflect.get(one, 'slug') === slug) : undefined;
  const name: unknown = typeof tag === 'object' && tag !== null ? Reflect.get(tag, 'icon') : undefined;
  return typeof name === 'string' ? name : null;
}

/** "Tudo" and every category, each with its own address. A search goes along: it looks in the category then. */
export function useCategories(campaign: string, { preview, tags }: Shelf): (Category & { icon: ReactNode; count: number })[] {
  const linkTo = useLinkTo();
  return useMemo(() => {
    const order = preview?.campaign.properties['tagOrder'];
    return [
      { id: '', name: 'Tudo', link: linkTo('app.catalog', { campaign }), icon: <CategoryIcon name="" />, count: preview?.totalElements ?? 0 },
      ...tags.map(({ slug, name, group, count }) => ({ id: slug, name, link: linkTo('app.category', { campaign, category: slug }), icon: <CategoryIcon name={iconOf(order, slug)} group={group} />, count })),
    ];
  }, [campaign, preview, tags, linkTo]);
}
