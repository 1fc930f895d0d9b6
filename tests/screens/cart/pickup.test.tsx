import { CartSummary } from '#screens/cart/cart-summary.tsx';
import { goodsTotals } from '#domain/money/cart-totals.ts';
import { heldLine } from '#machines/cart/lines.ts';
import { describe, expect, it } from 'vitest';
import type { ShippingChoice } from '#contract/cart.ts';
import { useCartShipping } from '#client/shop/cart/cart-total.ts';
import { drawn } from '../drawn.tsx';
import { campaignOf, idOf } from '../window.ts';

const lines = [
  heldLine({
    id: idOf(101),
    campaignId: idOf(1),
    campaignName: 'Sócios',
    name: 'Azeite',
    quantity: 1,
    unitPrice: 30,
    discount: 0,
    total: 30,
    available: 9,
  }),
];
const summaryOf = (ignoreShippingAddress: boolean) =>
  drawn(<CartSummary money={{ shipping: null, totals: goodsTotals(lines, []), lineTotals: new Map() }} />, {
    campaigns: [campaignOf(1, 'Sócios', { ignoreShippingAddress })],
    cart: { lines },
    others: { location: { location: { neighborhood: 'Pinheiros' }, isDefault: false } },
  }).text;

describe('the sum of a cart that is only fetched', () => {
  it('speaks of pickup, and of no delivery to the place that is known', () => {
    const text = summaryOf(true);
    expect(text).toContain('Retirada Escolha no pedido Total R$ 30,00');
    expect(text).toContain('O ponto e o dia da retirada você escolhe no pedido.');
    expect(text).not.toMatch(/Entrega|A calcular|sem entrega/);
  });
  it('speaks of delivery where there is one', () => {
    expect(summaryOf(false)).toContain('Entrega em Pinheiros A calcular Total sem entrega R$ 30,00');
  });
});

/** What is known of the delivery of a cart that the server priced so, reais. */
function Known() {
  return <>{String(useCartShipping())}</>;
}
const knownOf = (way: ShippingChoice) =>
  drawn(<Known />, {
    cart: { draft: { shippingMethod: way }, priced: { shippingMethod: way, totals: { shipping: 0 } } },
  }).text;

describe('what a delivery costs', () => {
  it('is not said before its hour is chosen, on which it depends', () => {
    expect(knownOf({ id: 'van', type: 'SCHEDULED' })).toBe('null');
    expect(knownOf({ id: 'van', type: 'SCHEDULED', windowId: 'morning' })).toBe('0');
    expect(knownOf({ id: 'bike', type: 'EXPRESS' })).toBe('0');
  });
});
