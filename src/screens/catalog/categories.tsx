import { useLinkTo } from '#app/links.ts';
import type { Shelf } from '#app/shop/shelf.ts';
import type { Category } from '#components/category-chips.tsx';
import {
  IconBasket, IconBottle, IconBowl, IconBread, IconCake, IconCarrot, IconCheese, IconCoffee, IconConfetti, IconCookie, IconDiscount, IconEgg, IconGift, IconGlass, IconLayoutGrid, IconLeaf, IconMug, IconTag,
} from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';

/** Names that a campaign's data may give to the icon of a category. */
const icons = {
  basket: IconBasket, bottle: IconBottle, bowl: IconBowl, bread: IconBread, cake: IconCake, carrot: IconCarrot, cheese: IconCheese, coffee: IconCoffee, confetti: IconConfetti, cookie: IconCookie,
  discount: IconDiscount, egg: IconEgg, gift: IconGift, glass: IconGlass, leaf: IconLeaf, mug: IconMug,
};
const isIcon = (name: unknown): name is keyof typeof icons => typeof name === 'string' && Object.hasOwn(icons, name);

/** The icon that the campaign's own list of tags names for a category. */
function iconOf(order: unknown, slug: string, group: string | undefined): ReactNode {
  const tag: unknown = Array.isArray(order) ? order.find((one: unknown) => typeof one === 'object' && one !== null && Reflect.get(one, 'slug') === slug) : undefined;
  const name: unknown = typeof tag === 'object' && tag !== null ? Reflect.get(tag, 'icon') : undefined;
  const Icon = isIcon(name) ? icons[name] : group === 'diet' ? IconLeaf : IconTag;
  return <Icon size={22} />;
}

/** "Tudo" and every category, each with its own address. A search goes along: it looks in the category then. */
export function useCategories(campaign: string, { preview, tags }: Shelf): (Category & { icon: ReactNode; count: number })[] {
  const linkTo = useLinkTo();
  return useMemo(() => {
    const order = preview?.campaign.properties['tagOrder'];
    return [
      { id: '', name: 'Tudo', link: linkTo('app.catalog', { campaign }), icon: <IconLayoutGrid size={22} />, count: preview?.totalElements ?? 0 },
      ...tags.map(({ slug, name, group, count }) => ({ id: slug, name, link: linkTo('app.category', { campaign, category: slug }), icon: iconOf(order, slug, group), count })),
    ];
  }, [campaign, preview, tags, linkTo]);
}
