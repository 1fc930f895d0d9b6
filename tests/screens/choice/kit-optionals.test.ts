import type { HeldLine } from '#machines/cart/lines.ts';
import { lineOf } from '#client/shop/choice/item-line.ts';
import { choicesText } from '#domain/choosing.ts';
import { Kit } from '#screens/choice/kit-optionals-screen.tsx';
import type { ChoiceOption } from '#domain/choosing.ts';
import { basket, idOf } from '#tests/support/choices.ts';
import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import { drawn } from '../drawn.tsx';
import { HOUR, NOW, campaignOf } from '../window.ts';
import { choosing } from './choosing.ts';

const withStock = (stockOf: (option: ChoiceOption) => number) =>
  choosing(basket, []).groups.map((group) => ({
    ...group,
    options: group.options.map((option) => ({ ...option, stock: stockOf(option) })),
  }));

describe('the kit screen', () => {
  it('says of each group what is asked and how far it is, and leads to what is missing', () => {
    const { text, html } = drawn(createElement(Kit, choosing(basket, [[4, 2]])));
    expect(text).toMatch(/Pão Escolha 1 Falta 1/);
    expect(text).toMatch(/Frutas Opcional, até 3 2 de 3/);
    expect(text).toContain('500 g · + R$ 1,25');
    expect(text).toContain('Até agora R$ 22,50 Escolher: Pão');
    expect(html).not.toContain('role="alert"');
    expect(text).not.toContain('Adicionar ·');
  });
  it('says of each group what its choices add so far', () => {
    const at = (...chosen: [number, number][]) => drawn(createElement(Kit, choosing(basket, chosen))).text;
    expect(at([2, 1], [3, 1], [4, 2])).toMatch(/Pão Escolha 1 1 de 1 \+ R\$ 2,50 Item/);
    expect(at([2, 1], [3, 1], [4, 2])).toMatch(/Frutas Opcional, até 3 3 de 3 \+ R\$ 2,50 Item/);
    expect(at([1, 1], [4, 3])).toMatch(/Pão Escolha 1 1 de 1 sem acréscimo Item/);
    expect(at([1, 1], [4, 3])).toMatch(/Frutas Opcional, até 3 3 de 3 \+ R\$ 3,75 Item/);
    expect(at([1, 1])).toMatch(/Frutas Opcional, até 3 0 de 3 Item/);
  });
  it('points at the group that was forgotten once somebody wants to go on', () => {
    const { text, html } = drawn(createElement(Kit, choosing(basket, [], { isRefused: true })));
    expect(html.match(/role="alert"/g)).toHaveLength(1);
    expect(text).toContain('Falta 1 em Pão para continuar.');
  });
  it('counts the price of what is chosen, for as many as are wanted and there are', () => {
    const whole = drawn(
      createElement(
        Kit,
        choosing(basket, [
          [2, 1],
          [4, 1],
        ]),
      ),
      {
        others: { product: { quantity: 3, packageId: null } },
      },
    );
    expect(whole.text).toContain('Adicionar · R$ 71,25');
    const scarce = drawn(
      createElement(
        Kit,
        choosing(basket, [
          [1, 1],
          [3, 2],
        ]),
      ),
      {
        others: { product: { quantity: 3, packageId: null } },
      },
    );
    expect(scarce.text).toContain('Adicionar · R$ 20,00');
    expect(scarce.text).toContain('Só resta 1');
  });
  describe('beside other lines of the cart', () => {
    const heldWith = (n: number, quantity: number, more: Partial<HeldLine> = {}): HeldLine => ({
      ...lineOf(basket, null, 'Feira', quantity),
      selection: [...choosing(basket, [[n, 1]]).selection],
      ...more,
    });
    const at = (chosen: [number, number][], lines: HeldLine[]) =>
      drawn(createElement(Kit, choosing(basket, chosen)), {
        cart: { lines },
        others: { product: { quantity: 3, packageId: null } },
      }).text;
    const twoBreads: [number, number][] = [
      [1, 1],
      [3, 1],
    ];
    it('counts the same kit filled otherwise as an item', () => {
      expect(at(twoBreads, [heldWith(4, 2)])).toContain('Adicionar · R$ 40,00');
    });
    it('stops where the parts are in another line of it, and says which', () => {
      const text = at(twoBreads, [heldWith(3, 1)]);
      expect(text).toContain('Adicionar · R$ 20,00');
      expect(text).toContain('Só dá para mais 1 assim: Item 3 também está em outro item do carrinho.');
      expect(at(twoBreads, [heldWith(3, 2)])).toContain('Não há mais para levar assim.');
    });
    it('counts the part that is bought by itself, of the same campaign', () => {
      const alone = { id: idOf(3), selection: [] };
      expect(at(twoBreads, [heldWith(3, 3, alone)])).toContain('Adicionar · R$ 20,00');
      expect(at(twoBreads, [heldWith(3, 3, { ...alone, campaignId: idOf(901) })])).toContain(
        'Adicionar · R$ 40,00',
      );
    });
    it('offers no more of an option than they leave', () => {
      expect(at([[1, 1]], [heldWith(3, 2)])).toContain('Item 3 500 g · o resto está no carrinho');
      expect(at([[1, 1]], [])).not.toContain('o resto está no carrinho');
    });
  });
  it('says in words why an option cannot be had, and keeps it in reach', () => {
    const groups = withStock(({ id }) => (id === idOf(1) ? 0 : 50));
    const { text } = drawn(createElement(Kit, choosing(basket, [[4, 3]], { groups })));
    expect(text).toContain('500 g · esgotado');
    expect(text).toContain('500 g · grupo completo');
  });
  it('leads elsewhere when a group cannot be filled any more', () => {
    const { text } = drawn(createElement(Kit, choosing(basket, [], { groups: withStock(() => 0) })));
    expect(text).toContain('Acabaram as opções de Pão: por enquanto não dá para montar.');
    expect(text).toContain('Ver outros produtos');
  });
  it('sells nothing of a campaign that has ended meanwhile', () => {
    const over = campaignOf(900, 'Feira', { expired: { end: new Date(NOW - HOUR).toISOString() } });
    const { text } = drawn(createElement(Kit, choosing(basket, [[1, 1]])), { campaigns: [over] });
    expect(text).toContain('Esta campanha terminou.');
    expect(text).not.toContain('Adicionar ·');
  });
  it('can be taken by the box, each filled alike, where the parts are enough for one', () => {
    const boxed = { ...basket, packages: [{ id: 'trio', name: 'Trio', units: 3, price: 54 }] };
    const filled = choosing(boxed, [
      [2, 1],
      [4, 1],
    ]);
    const at = (packageId: string | null, more = {}) =>
      drawn(createElement(Kit, { ...filled, ...more }), {
        others: { product: { quantity: 1, packageId } },
      });
    expect(at(null).text).toContain('Adicionar · R$ 23,75');
    expect(at('trio').text).toMatch(/Trio 3 unidades · R\$ 21,75 cada R\$ 65,25/);
    expect(at('trio').text).toContain('Adicionar · R$ 65,25');
    expect(at(null, { groups: withStock(() => 2) }).text).toContain('Sem estoque');
  });
  it('changes a line of the cart in its own number', () => {
    const [bread] = choosing(basket, [[1, 1]]).selection;
    if (!bread) throw new Error('a bread');
    const line = { ...lineOf(basket, null, 'Feira', 2), selection: [bread] };
    const { text } = drawn(
      createElement(
        Kit,
        choosing(basket, [[2, 1]], {
          subject: { campaign: basket.campaignId, item: basket.id, line: choicesText([bread]) },
        }),
      ),
      { cart: { lines: [line] } },
    );
    expect(text).toContain('Trocar · R$ 45,00');
    expect(text).not.toContain('Adicionar ·');
  });
});
