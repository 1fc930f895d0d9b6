import {
  IconBasket,
  IconBottle,
  IconBowl,
  IconBread,
  IconCake,
  IconCarrot,
  IconCheese,
  IconCoffee,
  IconConfetti,
  IconCookie,
  IconDiscount,
  IconEgg,
  IconGift,
  IconGlass,
  IconLayoutGrid,
  IconLeaf,
  IconMug,
  IconTag,
} from '@tabler/icons-react';

/** Names that a campaign's data may give to the icon of a category. */
const icons = {
  basket: IconBasket,
  bottle: IconBottle,
  bowl: IconBowl,
  bread: IconBread,
  cake: IconCake,
  carrot: IconCarrot,
  cheese: IconCheese,
  coffee: IconCoffee,
  confetti: IconConfetti,
  cookie: IconCookie,
  discount: IconDiscount,
  egg: IconEgg,
  gift: IconGift,
  glass: IconGlass,
  leaf: IconLeaf,
  mug: IconMug,
};
const isIcon = (name: unknown): name is keyof typeof icons =>
  typeof name === 'string' && Object.hasOwn(icons, name);

/** The icon that the campaign's own list of tags names for a category. */
function iconOf(order: unknown, slug: string): string | null {
  const tag: unknown = Array.isArray(order)
    ? order.find(
        (one: unknown) => typeof one === 'object' && one !== null && Reflect.get(one, 'slug') === slug,
      )
    : undefined;
  const name: unknown = typeof tag === 'object' && tag !== null ? Reflect.get(tag, 'icon') : undefined;
  return typeof name === 'string' ? name : null;
}

interface Props {
  /** `` for all categories together */
  slug: string;
  /** The campaign's own list of tags, as its data has it. */
  order?: unknown;
  group?: string | undefined;
}

export function CategoryIcon({ slug, order, group }: Props) {
  const name = iconOf(order, slug);
  const Icon =
    slug === '' ? IconLayoutGrid : isIcon(name) ? icons[name] : group === 'diet' ? IconLeaf : IconTag;
  return <Icon size={22} />;
}
