import { beforeAll, describe, expect, it } from 'vitest';
import '#client/shop/cart/coupon-box.tsx';
import { couponRefusalText } from '#client/shop/cart/coupon-words.ts';
import { bringParts } from '#components/layout/later.tsx';
import { cents } from '#contract/money.ts';
import { cartOf, pricedLine } from '#tests/support/samples.ts';
import { screenAt } from '../screen-at.tsx';

beforeAll(() => bringParts(['client/shop/cart/coupon-form.tsx']));
const asked = ['coupon', { type: 'coupon.asked', code: 'feira10' }] as const;
/** The cart is written at once. */
const written = ['cart', { type: 'restored' }] as const;
const refusing = (refusal: object) => ({ applyCoupon: () => ({ value: null, refusal }) });
const cartWith = (
  taps: NonNullable<Parameters<typeof screenAt>[2]>['taps'],
  ports = {},
  who: NonNullable<Parameters<typeof screenAt>[2]>['who'] = { lines: 2 },
) => screenAt('app.cart', {}, { who, ports, ...(taps ? { taps } : {}) });

describe('a coupon in the cart', () => {
  it('is folded until somebody has one', async () => {
    const { text, html } = await cartWith([]);
    expect(text).toContain('Tenho um cupom');
    expect(html).not.toContain('name="coupon"');
  });
  it('says no amount before the server has said one', async () => {
    const { text } = await cartWith([asked]);
    expect(text).toContain('FEIRA10 Conferindo o cupom');
    expect(text).toContain('Cupom FEIRA10 Conferindo');
    expect(text).toContain('Total sem entrega R$ 20,00');
  });
  it('shows its code and what it saves, takes it off every sum, and can be removed', async () => {
    const { text, html } = await cartWith([asked, written]);
    expect(text).toMatch(/FEIRA10 R\$ 2,00 a menos neste pedido Trocar Remover/);
    expect(text).toMatch(/Cupom FEIRA10 [−-] R\$ 2,00 .*Total sem entrega R\$ 18,00/);
    expect(text).toContain('Você economiza R$ 2,00');
    expect(html).toContain('aria-label="Remover o cupom FEIRA10"');
    const { text: removed } = await cartWith([asked, written, ['coupon', { type: 'coupon.removed' }]]);
    expect(removed).toContain('Tenho um cupom');
    expect(removed).toContain('Total sem entrega R$ 20,00');
  });
  it('that stops to count says why at once, holds the way on, and leads to what mends it', async () => {
    const { text, html } = await cartWith([asked, written], {
      putCart: ({ uuid, version, draft }: { uuid: string; version: number; draft: { coupon?: string } }) => ({
        ...cartOf(version + 1, [pricedLine(1, 2)], { uuid, ...draft }),
        ...(draft.coupon ? { couponTerms: { type: 'PERCENT', value: 10, minTotal: 30 } } : {}),
        ...(draft.coupon ? { couponRefusal: 'MIN_TOTAL' } : {}),
      }),
    });
    const why = 'Faltam R$ 10,00 em produtos para usar o cupom FEIRA10.';
    expect(text.split(why)).toHaveLength(4);
    expect(text).toContain('Ver produtos Remover');
    expect(text).toContain('Remover o cupom');
    expect(html).toMatch(/<button[^>]* disabled[^>]*>(?:<[^>]+>)*Comprar em 1 passo/);
  });
  it('that is refused stands in its field with the reason, and changes no sum', async () => {
    const { text, html } = await cartWith([asked], refusing({ reason: 'ENDED' }));
    expect(html).toMatch(/<input[^>]*name="coupon"[^>]*value="FEIRA10"/);
    expect(html).toMatch(/<input[^>]*aria-invalid="true"/);
    expect(text).toContain('O prazo do cupom FEIRA10 já terminou.');
    expect(text).toContain('Total sem entrega R$ 20,00');
    expect(html).not.toMatch(/<button[^>]* disabled[^>]*>(?:<[^>]+>)*Comprar em 1 passo/);
  });
  it('whose least total is not reached says what is missing, and that it comes by itself', async () => {
    const terms = { type: 'FIXED', value: 5, minTotal: 30 };
    const { text } = await cartWith([asked], refusing({ reason: 'MIN_TOTAL', terms }));
    expect(text).toContain('Faltam R$ 10,00 em produtos para usar o cupom FEIRA10.');
    expect(text).toContain('Ele entra sozinho quando o carrinho chegar lá.');
  });
  it('that came before the first product waits in the empty cart', async () => {
    const offered = ['coupon', { type: 'coupon.offered', code: 'FEIRA10' }] as const;
    const { text } = await cartWith([offered], {}, { lines: 0 });
    expect(text).toContain('FEIRA10 Guardado: entra no carrinho com o primeiro produto. Remover');
  });
});

describe('why a code gives nothing', () => {
  it.each([
    [{ reason: 'UNKNOWN' }, 'Não encontramos o cupom X. Confira as letras e os números.'],
    [{ reason: 'NOT_STARTED' }, 'O cupom X ainda não começou a valer.'],
    [{ reason: 'ENDED' }, 'O prazo do cupom X já terminou.'],
    [{ reason: 'USED_UP' }, 'O cupom X já foi usado todas as vezes que podia.'],
    [{ reason: 'PER_BUYER' }, 'Você já usou o cupom X em outra compra.'],
    [{ reason: 'CAMPAIGN' }, 'O cupom X não vale para os produtos deste carrinho.'],
    [{ reason: 'MIN_TOTAL' }, 'O cupom X pede uma compra maior.'],
    [
      { reason: 'TOO_MANY', retryAfter: 3_600 },
      'Foram muitas tentativas seguidas. Tente de novo em 60 minutos.',
    ],
    [{ reason: 'TOO_MANY' }, 'Foram muitas tentativas seguidas. Tente de novo em 1 minuto.'],
  ] as const)('is said of %o', (trouble, said) => {
    expect(couponRefusalText(trouble, 'X')).toBe(said);
  });
  it('says what is missing where that is known', () => {
    expect(couponRefusalText({ reason: 'MIN_TOTAL' }, 'X', cents(1_200)).replaceAll('\u00a0', ' ')).toBe(
      'Faltam R$ 12,00 em produtos para usar o cupom X.',
    );
  });
});
