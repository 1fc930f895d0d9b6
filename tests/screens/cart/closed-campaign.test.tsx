import { CartGroups } from '#screens/cart/cart-groups.tsx';
import { useCheckoutBlocker } from '#screens/cart/checkout-blocker.ts';
import { useCartMoney } from '#client/shop/cart/cart-money.ts';
import { lineOf } from '#client/shop/choice/item-line.ts';
import type { Campaign } from '#contract/campaign.ts';
import { describe, expect, it } from 'vitest';
import { drawn } from '../drawn.tsx';
import { HOUR, NOW, campaignOf, idOf, itemOf } from '../window.ts';

const rules = [
  { minimumQuantity: 5, discountType: 'allProducts', type: 'percentage', discount: 10 },
] as const;
const ending = (at: number, more: Partial<Campaign> = {}) =>
  campaignOf(1, 'Feira', {
    cartControls: { discountRules: [...rules] },
    expired: { end: new Date(at).toISOString() },
    ...more,
  });
const cart = { lines: [lineOf(itemOf(101, 'Ovos'), null, 'Feira', 2)] };
const ownOrder = {
  facts: {
    orders: [{ id: idOf(300), code: 'X', state: 'PAID' }],
    invites: { used: 0, required: 0 },
    accessed: true,
  },
} as Partial<Campaign>;

function Cart() {
  const money = useCartMoney();
  const { reason, remedy } = useCheckoutBlocker();
  return (
    <>
      <CartGroups money={money} />
      <p>{reason ?? 'Pode continuar'}</p>
      <p>{remedy?.label}</p>
    </>
  );
}
const seen = (campaign: Campaign, accessed: string[] = []) =>
  drawn(<Cart />, { campaigns: [campaign], accessed, cart }).text;

describe('a line', () => {
  it('asks what is done when the thing is missing, and shows what was said', () => {
    const campaign = ending(NOW + HOUR);
    const { html, text } = drawn(<Cart />, { campaigns: [campaign], cart });
    expect(text).toContain('Se faltar Ovos');
    expect(/<select.*?<\/select>/s.exec(html)?.[0]).toMatch(
      /selected="">a loja decide.*troque por parecido/s,
    );
    const said = { lines: cart.lines.map((line) => ({ ...line, ifMissing: 'REMOVE' as const })) };
    const chosen = /<select.*?<\/select>/s.exec(
      drawn(<Cart />, { campaigns: [campaign], cart: said }).html,
    )?.[0];
    expect(chosen).toMatch(/selected="">tire do pedido/);
    expect(chosen).not.toContain('a loja decide');
  });
});

describe('a campaign that is paused while it is in the cart', () => {
  it('keeps its lines, says why in the shop’s words and does not go on until the pause is over', () => {
    const pausedUntil = (at: number) =>
      ending(NOW + 9 * HOUR, {
        facts: {
          orders: [],
          invites: { used: 0, required: 0 },
          accessed: true,
          paused: { reason: 'O forno parou.', until: new Date(at).toISOString() },
        },
      });
    const text = seen(pausedUntil(NOW + HOUR));
    expect(text).toContain('Feira está pausada: O forno parou. Volta ');
    expect(text).toContain('Ovos');
    expect(text).not.toContain('Pode continuar');
    expect(seen(pausedUntil(NOW))).toContain('Pode continuar');
  });
});

describe('a campaign that ends while it is in the cart', () => {
  it.each([
    ['for a visitor', ending(NOW - HOUR), []],
    ['for somebody who has looked inside of it', ending(NOW - HOUR), [idOf(1)]],
    ['for a client with an order of it', ending(NOW - HOUR, ownOrder), []],
  ])('is named, with the way out and without an invitation to more, %s', (_, campaign, accessed) => {
    const { text, html } = drawn(<Cart />, { campaigns: [campaign], accessed, cart });
    expect(html).toContain('A campanha não está aberta');
    for (const said of ['Encerrada', 'Feira já encerrou.', 'Tirar do carrinho']) expect(text).toContain(said);
    expect(text).not.toContain('Faltam');
  });
  it('goes on and invites while it is open', () => {
    const text = seen(ending(NOW + HOUR));
    for (const said of ['Fecha em', 'Faltam 3 para 10% off', 'Pode continuar']) expect(text).toContain(said);
  });
  it('says that the shop did not answer where the cart takes no request to go on', () => {
    const { text } = drawn(<Cart />, { campaigns: [ending(NOW + HOUR)], cart, taking: [] });
    for (const said of ['A loja não respondeu', 'Tentar agora']) expect(text).toContain(said);
  });
  it('says when one that is not open yet opens', () => {
    expect(
      seen(campaignOf(1, 'Feira', { depends: [{ type: 'time', seconds: (NOW + HOUR) / 1_000 }] }), [idOf(1)]),
    ).toContain('Feira: Abre');
  });
});
