import { lineOf } from '#client/shop/choice/item-line.ts';
import { BuyBar } from '#screens/product/buy-bar.tsx';
import { cents } from '#contract/money.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { describe, expect, it } from 'vitest';
import { drawn } from '../drawn.tsx';
import { campaignOf, idOf, itemOf } from '../window.ts';

const feira = campaignOf(1, 'Feira', {
  cartControls: {
    discountRules: [{ minimumQuantity: 5, discountType: 'allProducts', type: 'percentage', discount: 10 }],
  },
});
const eggs = itemOf(101, 'Ovos', { price: 10 });
const cheese = itemOf(102, 'Canastra', { price: 20 });
const bar = (lines: HeldLine[], more: Record<string, unknown> = {}) =>
  drawn(<BuyBar item={eggs} pack={null} campaignName="Feira" halt={null} />, {
    campaigns: [feira],
    cart: { lines, ...more },
  }).text;

describe('the product bar', () => {
  it('sells nothing of a campaign that is paused, and says why and until when', () => {
    const until = Date.parse('2026-11-21T21:00:00.000Z');
    const paused = drawn(
      <BuyBar
        item={eggs}
        pack={null}
        campaignName="Feira"
        halt={{ type: 'paused', text: 'O forno parou.', until }}
      />,
      { campaigns: [feira], cart: { lines: [] } },
    ).text;
    expect(paused).toContain('Campanha pausada: O forno parou. Volta sáb., 21 de nov., 18h.');
    expect(paused).not.toContain('Adicionar');
  });
  it('says of a paused product why there is none', () => {
    const paused = { ...eggs, quantity: 0, paused: { reason: 'Chegou verde' } };
    const { text } = drawn(<BuyBar item={paused} pack={null} campaignName="Feira" halt={null} />, {
      campaigns: [feira],
      cart: { lines: [] },
    });
    expect(text).toContain('Pausado: Chegou verde.');
    expect(text).not.toContain('Esgotado');
  });
  it('stops at what the campaign sells one person, counting all that the cart has of it', () => {
    const few = campaignOf(1, 'Feira', { cartControls: { discountRules: [], maxPerAccount: 3 } });
    const at = (lines: HeldLine[], quantity = 1) =>
      drawn(<BuyBar item={eggs} pack={null} campaignName="Feira" halt={null} />, {
        campaigns: [few],
        cart: { lines },
        others: { product: { quantity, packageId: null } },
      });
    const two = lineOf(cheese, null, 'Feira', 2);
    expect(at([]).text).not.toContain('por pessoa');
    expect(at([two], 3).text).toMatch(/Limite de 3 por pessoa nesta campanha.*Adicionar · R\$ 10,00/);
    expect(at([two], 3).html).toMatch(/aria-disabled="true"[^>]*aria-label="Mais um Ovos"/);
    const full = at([{ ...two, quantity: 3 }]).text;
    expect(full).toContain('Limite de 3 por pessoa nesta campanha: já está no seu carrinho.');
    expect(full).not.toContain('Adicionar');
    // What is held of another campaign is no part of it.
    expect(at([{ ...two, quantity: 3, campaignId: idOf(2) }], 3).text).toContain('Adicionar · R$ 30,00');
  });
  it('leads to the cart at what the cart costs: every line, less the discounts', () => {
    expect(bar([lineOf(eggs, null, 'Feira', 2), lineOf(cheese, null, 'Feira', 3)])).toContain(
      'Ver carrinho · R$ 72,00',
    );
  });
  it('counts nothing for what is sold out, and the delivery once it is priced', () => {
    const priced = {
      products: [],
      discountRules: [],
      totals: { shipping: 7.9 },
      shippingMethod: { id: 'x', type: 'DELIVERY' },
    };
    const out: HeldLine = { ...lineOf(cheese, null, 'Feira', 1), stock: 0 };
    expect(
      bar([lineOf(eggs, null, 'Feira', 1), out], {
        priced,
        draft: { shippingMethod: { id: 'x', type: 'DELIVERY' } },
      }),
    ).toContain('Ver carrinho · R$ 17,90');
  });
  it('counts what kits of the cart are made of, and what lines of another campaign hold is theirs', () => {
    const basket = itemOf(103, 'Cesta', { type: 'KIT' });
    const held: HeldLine = {
      ...lineOf(basket, null, 'Feira', 2),
      selection: [{ item: { id: eggs.id }, quantity: 2 }],
    };
    const scarce = { ...eggs, quantity: 5 };
    const wishing = (lines: HeldLine[]) =>
      drawn(<BuyBar item={scarce} pack={null} campaignName="Feira" halt={null} />, {
        cart: { lines },
        others: { product: { quantity: 3, packageId: null } },
      }).text;
    expect(wishing([held])).toContain('Adicionar · R$ 10,00');
    expect(wishing([held])).toContain('Só resta 1');
    expect(wishing([{ ...held, campaignId: idOf(2) }])).toContain('Adicionar · R$ 30,00');
  });
  it('adds at the price that the line will have in the cart, with a discount that the cart has reached by then', () => {
    expect(bar([lineOf(cheese, null, 'Feira', 3)])).toContain('Adicionar · R$ 10,00');
    expect(bar([lineOf(cheese, null, 'Feira', 4)])).toContain('Adicionar · R$ 9,00');
  });
  it('reckons with the rules that the server has told of a campaign, and with its own where the server has said nothing', () => {
    const rule = {
      minimumQuantity: 1,
      discountType: 'allProducts',
      type: 'percentage',
      discount: 50,
      campaignId: idOf(1),
    };
    const held = { ...lineOf(cheese, null, 'Feira', 4), price: cents(2_000) };
    expect(bar([held], { priced: { products: [{ campaignId: idOf(1) }], discountRules: [rule] } })).toContain(
      'Adicionar · R$ 5,00',
    );
    expect(bar([held], { priced: { products: [{ campaignId: idOf(2) }], discountRules: [] } })).toContain(
      'Adicionar · R$ 9,00',
    );
  });
});
