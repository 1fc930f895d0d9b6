import type { Item, KitItem } from '#contract/catalog.ts';

/** A kit and an item with flavours, and the items that they are filled with. */

export const idOf = (n: number): string => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const plain = (n: number, price: number, quantity: number): Item => ({
  id: idOf(n),
  type: 'PRODUCT',
  name: `Item ${n}`,
  description: 'Da horta',
  images: [],
  price,
  quantity,
  campaignId: idOf(900),
  tags: [],
  properties: { unit: '500 g' },
  kitItems: [],
  childItems: [],
  selectedKitItems: [],
  packages: [],
});
const option = (
  n: number,
  group: Pick<KitItem, 'groupId' | 'groupName' | 'min' | 'max'>,
  more: Partial<KitItem> = {},
): KitItem => ({
  ...group,
  item: { id: idOf(n), name: `Item ${n}`, images: [] },
  quantity: 1,
  priceDelta: 0,
  default: false,
  ...more,
});
const bread = { groupId: 'pao', groupName: 'Pão', min: 1, max: 1 };
const fruit = { groupId: 'fruta', groupName: 'Frutas', min: 0, max: 3 };

/** One bread of two (1, 2), and up to three fruits: of 3 each takes two of five, 4 adds R$ 1,25. */
export const basket: Item = {
  ...plain(100, 20, 9),
  type: 'KIT',
  name: 'Cesta',
  kitItems: [
    option(1, bread),
    option(2, bread, { priceDelta: 2.5 }),
    option(3, fruit, { quantity: 2 }),
    option(4, fruit, { priceDelta: 1.25 }),
  ],
  needsChoice: true,
};
/** Two halves at their mean: 5 for R$ 28,90 and 6 for R$ 24,90. */
export const cake: Item = {
  ...plain(101, 24.9, 4),
  type: 'FLAVOR_PARENT',
  name: 'Bolo',
  childItems: [idOf(5), idOf(6)],
  properties: { unit: '1 bolo', flavors: { min: 2, max: 2, price: 'AVERAGE' } },
  needsChoice: true,
};
export const children: Item[] = [
  plain(1, 9, 50),
  plain(2, 12, 50),
  plain(3, 5, 5),
  plain(4, 6, 50),
  plain(5, 28.9, 30),
  plain(6, 24.9, 30),
];
