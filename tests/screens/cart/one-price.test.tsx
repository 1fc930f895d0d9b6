import { CartGroups } from '#screens/cart/cart-groups.tsx';
import { CartSummary } from '#screens/cart/cart-summary.tsx';
import { OrderSummary } from '#screens/checkout/order-summary.tsx';
import { Receipt } from '#screens/orders/receipt.tsx';
import type { PricedLine } from '#contract/cart.ts';
import type { Order } from '#contract/order/order.ts';
import { goodsTotals } from '#domain/money/cart-totals.ts';
import { heldLine } from '#machines/cart/lines.ts';
import { describe, expect, it } from 'vitest';
import { drawn } from '../drawn.tsx';
import { campaignOf, idOf } from '../window.ts';

const rule = {
  minimumQuantity: 1,
  discountType: 'allSameProducts',
  type: 'percentage',
  discount: 10,
  productId: idOf(102),
  campaignId: idOf(1),
} as const;
const feira = campaignOf(1, 'Feira', { cartControls: { discountRules: [rule] } });
const about = { campaignId: idOf(1), campaignName: 'Feira', available: 9 };
/** An offer, and a discount of a rule. */
const lines: PricedLine[] = [
  {
    ...about,
    id: idOf(101),
    name: 'Canastra',
    quantity: 1,
    unitPrice: 42.9,
    listPrice: 48.75,
    discount: 0,
    total: 42.9,
  },
  { ...about, id: idOf(102), name: 'Ovos', quantity: 3, unitPrice: 10, discount: 3, percent: 10, total: 27 },
];
const totals = { subTotal: 72.9, discount: 3, coupon: 0, paymentDiscount: 0, shipping: 0, total: 69.9 };
const held = lines.map(heldLine);
const money = {
  shipping: null,
  totals: goodsTotals(held, [rule]),
  lineTotals: new Map(goodsTotals(held, [rule]).lines.map((line) => [line.key, line])),
};
const order = {
  items: lines.map(({ id, name, campaignId, quantity, unitPrice, listPrice, discount, percent, total }) => ({
    item: { id, name },
    campaignId,
    quantity,
    unitPrice,
    listPrice,
    discount,
    percent,
    total,
  })),
  properties: { totals },
  paymentMethod: { type: 'PIX' },
  type: 'SHIPPING',
  timestamp: 0,
} as unknown as Order; // the parts that a receipt reads

const flow = { lock: { lines, totals }, quote: null, recalled: null, draft: {}, methods: [] };
const views = {
  cart: drawn(
    <>
      <CartGroups money={money} />
      <CartSummary money={money} />
    </>,
    { campaigns: [feira], cart: { lines: held } },
  ).text,
  'checkout before the hold': drawn(<OrderSummary />, {
    campaigns: [feira],
    cart: { lines: held },
    others: { checkout: { ...flow, lock: null } },
  }).text,
  checkout: drawn(<OrderSummary />, { campaigns: [feira], cart: { lines: held }, others: { checkout: flow } })
    .text,
  order: drawn(<Receipt order={order} />).text,
};

describe('one line, wherever it stands', () => {
  it.each(Object.entries(views))(
    'costs the same in the %s, with what it would have cost struck through',
    (_, text) => {
      expect(text).toContain('antes R$ 48,75 R$ 42,90');
      expect(text).toContain('antes R$ 30,00 R$ 27,00');
    },
  );
  it.each(Object.entries(views))(
    'is explained alike in the %s: full price, each reduction, what is saved, the total',
    (_, text) => {
      for (const said of [
        'Produtos (4 itens) R$ 78,75',
        'Canastra 12% off',
        'Desconto em Ovos: 10% off',
        'Você economiz',
        'R$ 8,85',
      ])
        expect(text).toContain(said);
      expect(text).toMatch(/Total(?: sem entrega)? R\$ 69,90/);
    },
  );
});
