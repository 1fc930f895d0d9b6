import {
  IconBasket, IconBottle, IconBowl, IconBread, IconCake, IconCarrot, IconCheese, IconCoffee, IconConfetti, IconCookie, IconDiscount, IconEgg, IconGift, IconGlass, IconLayoutGrid, IconLeaf, IconMug, IconTag,
} from '@tabler/icons-react';

/** Names that a campaign's data may give to the icon of a category. */
const icons = {
  basket: IconBasket, bottle: IconBottle, bowl: IconBowl, bread: IconBread, cake: IconCake, carrot: IconCarrot, cheese: IconCheese, coffee: IconCoffee, confetti: IconConfetti, cookie: IconCookie,
  discount: IconDiscount, egg: IconEgg, gift: IconGift, glass: IconGlass, leaf: IconLeaf, mug: IconMug,
};
const isIcon = (name: unknown): name is keyof typeof icons => typeof name === 'string' && Object.hasOwn(icons, name);

/** @param name as the campaign's data has it; `` for all categories together */
export function CategoryIcon({ name, group }: { name: string | null; group?: string | undefined }) {
  const Icon = name === '' ? IconLayoutGrid : isIcon(name) ? icons[name] : group === 'diet' ? IconLeaf : IconTag;
  return <Icon size={22} />;
}
