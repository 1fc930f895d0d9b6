import type { Page } from 'playwright-core';
import { describe, inject } from 'vitest';
import { ordersOf } from '#tests/support/store/api-driver.ts';
import { test as base } from '#tests/support/browser/browser.ts';
import { type Owner, startOwnedShop } from '#tests/support/store/owned-shop.ts';
import {
  at,
  become,
  chooseAnew,
  choosePickup,
  choosePix,
  goToConfirmation,
  heading,
  placeOrder,
  reachCart,
  seen,
  written,
} from '#tests/support/people.ts';
import {
  type Way,
  CHEESE,
  balance,
  callOff,
  lastLook,
  lastLookAgainBy,
  lastLookBy,
  madeBy,
  stateBy,
} from '#tests/support/browser/ways.ts';

const TOMATO = 'Tomate italiano';
const COUPON = 'ATEHOJE';
const ALL = 'PRESENTE';
const test = base.extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
  const shop = await startOwnedShop(inject('template'));
  onCleanup(() => shop.close());
  await shop.owner.promise(COUPON, 10);
  await shop.owner.promise(ALL, 100);
  return shop;
});

const finish = (page: Page) => page.getByRole('button', { name: 'Finalizar pedido' }).click();
/** What the order costs by the sums in sight, in centavos. */
async function totalOn(page: Page): Promise<number> {
  const total = page
    .locator('dl > div')
    .filter({ hasText: /^Total/, visible: true })
    .locator('dd');
  return centavosIn(await total.first().innerText());
}
const centavosIn = (text: string) => Number(text.replace(/\D/g, ''));
/** A coupon is typed at the last look, and counts. @returns what it takes off, in centavos */
async function typeCoupon(page: Page, code: string): Promise<number> {
  await page.getByRole('button', { name: 'Tenho um cupom' }).click();
  await page.getByRole('textbox', { name: 'Cupom de desconto' }).fill(code);
  await page.getByRole('button', { name: 'Aplicar' }).click();
  const saved = page.getByText(/^R\$.* a menos neste pedido/);
  await seen(saved);
  await lastLook(page);
  return centavosIn(await saved.first().innerText());
}

/** What the demo shop asks for, in centavos. */
const PRICES = { [CHEESE]: 4_290, [TOMATO]: 645 } as const;
/** What Pix takes off the goods there: 5%, after what a coupon does, rounded to the centavo. */
const offBy = (way: Way, goods: number): number => (way === 'walletAndPix' ? Math.round(goods * 0.05) : 0);

interface Refusal {
  name: string;
  /** Done at the last look before it happens. @returns what the order costs more without it, in centavos */
  before?(page: Page): Promise<number>;
  happens(owner: Owner): Promise<void>;
  /** what the cart says of it, and what leads on */
  said: string[];
  mend: string;
  /** what the order then costs more, in centavos */
  more: number;
  /** what the second wallet is to pay of it then, in reais, where that is more than before */
  raise?: string;
}

const refusals: Refusal[] = [
  {
    name: 'a price that rose',
    happens: (owner) => owner.price(TOMATO, 745),
    said: [
      'Algo mudou no seu carrinho. Confira antes de continuar.',
      'O preço mudou: de R$ 6,45 para R$ 7,45.',
    ],
    mend: `Aceitar o novo preço de ${TOMATO}`,
    more: 100,
    raise: '4,35',
  },
  {
    name: 'goods that are sold out',
    happens: (owner) => owner.sellOut(TOMATO),
    said: ['Algo mudou no seu carrinho.', 'Esgotou. Tire do carrinho para continuar.', 'Um produto esgotou.'],
    mend: 'Tirar do carrinho',
    more: -645,
  },
  {
    name: 'a coupon that ended',
    before: (page) => typeCoupon(page, COUPON),
    happens: (owner) => owner.end(COUPON),
    said: ['O cupom do seu carrinho não vale mais para ele.', `O prazo do cupom ${COUPON} já terminou.`],
    mend: 'Remover o cupom',
    more: 0,
  },
];
const ways = Object.keys(lastLookBy) as Way[];

describe('what changed since it was reserved', () => {
  for (const { name, before, happens, said, mend, more, raise } of refusals)
    for (const way of ways)
      test(`by ${way}: ${name} makes no order at what it was, is named, and one order at what it is`, async ({
        page,
        shop,
        context,
        faults,
        expect,
        onTestFinished,
      }) => {
        faults.expect(/status of 4\d\d/);
        onTestFinished(() => shop.owner.restore());
        await lastLookBy[way](page, TOMATO);
        const saved = (await before?.(page)) ?? 0;
        const [orders, had, cost] = [
          await ordersOf(context, shop),
          await balance(context, shop),
          await totalOn(page),
        ];
        await shop.owner.endHolds();
        await happens(shop.owner);

        await finish(page);
        await seen(page.getByText('A reserva dos produtos terminou.', { exact: false }));
        await page.getByRole('button', { name: 'Reservar de novo' }).click();
        await at(page, '/cart');
        for (const text of said) await seen(page.getByText(text, { exact: false }));
        await expect.poll(() => ordersOf(context, shop)).toEqual(orders);
        expect(await balance(context, shop)).toBeCloseTo(had, 2);

        await page.getByRole('button', { name: mend, exact: true }).filter({ visible: true }).click();
        await lastLookAgainBy[way](page, raise);
        const now = await totalOn(page);
        const goods = PRICES[CHEESE] + PRICES[TOMATO];
        expect(now - cost).toBe(more + saved - (offBy(way, goods + more) - offBy(way, goods - saved)));
        await finish(page);
        const code = await madeBy(page, way);
        const made = (await ordersOf(context, shop)).filter(
          (one) => !orders.some((old) => old.code === one.code),
        );
        expect(made).toMatchObject([{ code, state: stateBy(way) }]);
        expect(Math.round((made[0]?.properties.totals.total ?? 0) * 100)).toBe(now);
        const paid = { card: 0, wallet: now / 100, walletAndPix: 12 }[way];
        expect(had - (await balance(context, shop))).toBeCloseTo(paid, 2);
        // For the next one.
        await callOff(page, shop, code, had);
      });
});

describe('by Pix', () => {
  test('a price that rises while one chooses how to pay is named at the last look, and is what the order costs', async ({
    page,
    shop,
    context,
    expect,
    onTestFinished,
  }) => {
    onTestFinished(() => shop.owner.restore());
    await become(page, 'Marina, cliente');
    await reachCart(page, CHEESE, TOMATO);
    await chooseAnew(page);
    await page.getByRole('radio', { name: /Entrega expressa/ }).check();
    await page.getByRole('button', { name: 'Ir para pagamento' }).click();
    await seen(heading(page, 'Como você quer pagar?'));
    const before = await ordersOf(context, shop);
    await shop.owner.price(TOMATO, 745);
    // Written with what is chosen, whose answer tells the new price.
    await written(page, () => choosePix(page));
    await page.getByRole('button', { name: 'Continuar' }).click();
    await lastLook(page);
    await seen(page.getByText(`O preço de ${TOMATO} mudou: de R$ 6,45 para R$ 7,45.`));
    const total = await totalOn(page);
    const code = await placeOrder(page);
    const made = await ordersOf(context, shop);
    expect(made.length).toBe(before.length + 1);
    expect(made[0]).toMatchObject({ code, properties: { totals: { total: total / 100 } } });
  });

  test('an order of which a coupon takes off all is made once by two taps, and asks for no payment', async ({
    page,
    shop,
    context,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await reachCart(page, CHEESE);
    await chooseAnew(page);
    await choosePickup(page);
    await goToConfirmation(page);
    await typeCoupon(page, ALL);
    await seen(page.getByText('Não há nada a pagar'));
    const before = await ordersOf(context, shop);
    await page.getByRole('button', { name: 'Finalizar pedido' }).dblclick();
    await at(page, /^\/order\/[0-9A-Z]{16}\/success$/);
    const made = await ordersOf(context, shop);
    expect(made.length).toBe(before.length + 1);
    expect(made[0]).toMatchObject({ state: 'PAID', paymentMethod: { type: 'FREE' } });
  });
});
