import { describe, expect, it } from 'vitest';
import { linesAgain } from '#client/shop/cart/buy-again.ts';
import type { Cart, CartChange } from '#contract/cart.ts';
import type { Order } from '#contract/order/order.ts';
import type { CartWrite } from '#machines/cart/facts.ts';
import { cartOf, order, pricedLine } from '../../support/samples.ts';
import { campaignId, itemId } from '../../machines/samples.ts';
import { screenAt } from '../screen-at.tsx';

const placed = (n: number, name: string, more: object = {}): Order['items'][number] => ({
  item: { id: itemId(n), name, ...more },
  quantity: 2,
  campaignId: campaignId(1),
  unitPrice: 9.9,
  discount: 0,
  total: 19.8,
});
const choice = { item: { id: itemId(9) }, quantity: 1 };
const kit = { itemKitSelection: [choice], choices: [{ id: itemId(9), name: 'Banana', quantity: 1 }] };
const ordered: Order = {
  ...order,
  items: [placed(1, 'Tomate italiano'), placed(2, 'Pão de queijo'), placed(3, 'Cesta', kit)],
};

/** The cart after an order was put into it again, and the server has spoken. */
async function cartAgain(changes: CartChange[], kept: number[]) {
  const sent: Omit<CartWrite, 'isClient'>[] = [];
  const putCart = (write: unknown): Cart => {
    const { uuid, version, lines, draft } = write as CartWrite; // what the port is asked with
    sent.push({ uuid, version, lines, draft });
    const products = lines
      .filter(({ id }) => kept.some((n) => itemId(n) === id))
      .map((line) => ({ ...pricedLine(1, line.quantity), ...line, name: 'Tomate italiano' }));
    return { ...cartOf(version + 1, products, { changes }), uuid, ...draft };
  };
  const { text, html } = await screenAt(
    'app.cart',
    {},
    {
      who: { lines: 0 },
      ports: { putCart },
      taps: [
        ...linesAgain(ordered).map((line) => ['cart', { type: 'line.added', line }] as const),
        ['cart', { type: 'restored' }],
      ],
    },
  );
  return { text, html, sent };
}

const gone = (n: number, name: string, reason: 'GONE' | 'SELECTION'): CartChange => ({
  id: itemId(n),
  campaignId: campaignId(1),
  kind: 'REMOVED',
  reason,
  name,
  ...(reason === 'SELECTION' ? { selection: [choice] } : {}),
});

describe('what was ordered, put into the cart again', () => {
  it('goes to the server as it was chosen, and names the price that changed since', async () => {
    const { text, sent } = await cartAgain([], [1]);
    expect(sent[0]?.lines.map(({ id, quantity }) => [id, quantity])).toEqual(
      [1, 2, 3].map((n) => [itemId(n), 2]),
    );
    expect(sent[0]?.lines[2]?.selection).toEqual([choice]);
    expect(text).toContain('O preço mudou: de R$ 9,90 para R$ 10,00.');
  });
  it('names what is not sold any more, and what needs other choices', async () => {
    const { text } = await cartAgain([gone(2, 'Pão de queijo', 'GONE'), gone(3, 'Cesta', 'SELECTION')], [1]);
    expect(text).toContain('Pão de queijo saiu do carrinho: não está mais à venda.');
    expect(text).toContain(
      'Cesta saiu do carrinho: precisa de escolhas que faltam ou não estão mais à venda.',
    );
  });
  it.each([
    ['beside the others', [1]],
    ['where nothing else is left', []],
  ])('leads to its choices, those that it had filled in, %s', async (_, kept) => {
    const { text, html } = await cartAgain([gone(3, 'Cesta', 'SELECTION')], kept);
    expect(text).toMatch(/Cesta saiu do carrinho: .* Alterar escolhas Entendi/);
    expect(html).toContain('aria-label="Alterar as escolhas de Cesta"');
    const [, href = ''] = /href="(\/kit\/optionals[^"]*)"/.exec(html) ?? [];
    const search = new URLSearchParams(href.replaceAll('&amp;', '&').split('?')[1]);
    expect(Object.fromEntries(search)).toEqual({
      campaign: campaignId(1),
      item: itemId(3),
      choices: `${itemId(9)}.1`,
      line: `${itemId(9)}.1`,
    });
  });
});
