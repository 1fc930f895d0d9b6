import { OptionList } from '#screens/product/late/options.tsx';
import type { Item, KitItem } from '#contract/catalog.ts';
import { choiceGroups } from '#domain/choosing.ts';
import { basket, cake, children, idOf as partOf } from '#tests/support/choices.ts';
import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import { drawn } from '../drawn.tsx';
import { idOf, itemOf, windowAt } from '../window.ts';

const url = `/store/campanha-1/product/${idOf(101)}`;
const egg: KitItem = {
  groupId: 'ovo',
  groupName: 'Ovo',
  min: 1,
  max: 1,
  item: { id: idOf(7), name: 'Ovo caipira', images: [] },
  quantity: 6,
  priceDelta: 0,
  default: true,
};
const kit = itemOf(101, 'Cesta', {
  type: 'KIT',
  needsChoice: true,
  kitItems: [egg, ...basket.kitItems],
  selectedKitItems: [{ item: { id: partOf(1) }, quantity: 1 }],
});
const board = itemOf(101, 'Bolo', {
  type: 'FLAVOR_PARENT',
  needsChoice: true,
  childItems: [idOf(5), idOf(6), idOf(8)],
  properties: { flavors: { min: 2, max: 2, price: 'AVERAGE' } },
});
const flavors = [
  itemOf(5, 'Cenoura', { price: 28.9 }),
  itemOf(6, 'Fubá', { price: 24.9 }),
  itemOf(8, 'Laranja', { price: 24.9 }),
];
const listed = (item: Item, of: Item[]) =>
  drawn(createElement(OptionList, { item, groups: choiceGroups(item, of) })).text;

describe('what a product is put together of', () => {
  it('is there before somebody begins: what comes with it, how many of how many, and what each adds', async () => {
    const { text } = await windowAt(url, { items: [kit] });
    expect(text).toMatch(/Já vem junto 6 × Ovo caipira Pão Escolha 1 de 2 Item 1 já vem Item 2 \+ R\$ 2,50/);
    expect(text).toMatch(/Frutas Opcional, até 3 2 × Item 3 Item 4 \+ R\$ 1,25/);
  });
  it('names the flavours with what each makes dearer, and how they make the price', async () => {
    const { text } = await windowAt(url, { items: [board, ...flavors] });
    expect(text).toContain(
      'Sabores Escolha 2 de 3 · Média dos sabores escolhidos Cenoura + R$ 2,00 Fubá Laranja',
    );
  });
  it('keeps the places of flavours whose names are not there yet', async () => {
    const { text, html } = await windowAt(url, { items: [board, ...flavors.slice(1)] });
    expect(text).toContain('Sabores Escolha 2 de 3 · Média dos sabores escolhidos');
    expect(text).not.toMatch(/escolhidos Fubá/);
    expect(html.match(/<li[^>]*><span aria-hidden="true"/g)).toHaveLength(3);
  });
  it('says what is not there of it, once the shop has said so', () => {
    const gone = children.map((child) => (child.id === partOf(3) ? { ...child, quantity: 1 } : child));
    expect(listed(basket, gone)).toMatch(/2 × Item 3 esgotado/);
    expect(listed(basket, children)).not.toContain('esgotado');
    expect(listed(cake, children)).toContain('Item 5 + R$ 2,00 Item 6');
  });
});
