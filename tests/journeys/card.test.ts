import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import type { SavedCard } from '#contract/payment/payment.ts';
import { ordersOf, readOwn } from '#tests/support/store/api-driver.ts';
import { numbers } from '#tests/support/orders/cards.ts';
import { beginCard, chooseCard, fieldOf, lastLook } from '#tests/support/browser/ways.ts';
import {
  alive,
  at,
  choosePickup,
  codeFor,
  heading,
  moveClock,
  newPerson,
  pathOf,
  seen,
  typeCode,
  written,
} from '#tests/support/people.ts';

const MARINA = '+5511900000001';

async function typeCard(page: Page, card: keyof typeof numbers, name = 'MARINA PRADO'): Promise<void> {
  const field = fieldOf(page);
  await field.getByLabel('Número do cartão').fill(numbers[card]);
  await field.getByLabel('Nome como está no cartão').fill(name);
  await field.getByLabel('Validade (MM/AA)').fill('12/30');
  await field.getByLabel('Código de segurança').fill('123');
}
const pay = (page: Page) => page.getByRole('button', { name: /^Pagar R\$/ }).click();

/** A client's order that is to be paid by a new card, in so many parcels. @returns its code */
async function orderByCard(page: Page, parcels: number): Promise<string> {
  await chooseCard(page, /^Usar outro cartão/, parcels);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await seen(page.getByText('Produtos e preços reservados'));
  await seen(page.getByText(new RegExp(`^${parcels}x`)));
  await page.getByRole('button', { name: 'Finalizar pedido' }).click();
  await at(page, /^\/order\/[0-9A-Z]{16}\/pending$/);
  await fieldOf(page).getByLabel('Número do cartão').waitFor();
  return pathOf(page).split('/')[2] ?? '';
}

describe('paying by card', () => {
  test('buys in three parcels with a new card, whose bank asks who pays, and no page of the shop sees its number', async ({
    page,
    context,
    shop,
    expect,
  }) => {
    const sent: string[] = [];
    const framing: [path: string, frames: string | undefined][] = [];
    page.on('response', (answer) => {
      const policy = answer.headers()['content-security-policy'];
      if (answer.request().isNavigationRequest() && answer.frame() === page.mainFrame())
        framing.push([new URL(answer.url()).pathname, /frame-src ([^;]+)/.exec(policy ?? '')?.[1]]);
    });
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    const code = await orderByCard(page, 3);
    const [frame] = page.frames().filter((one) => one !== page.mainFrame());
    const field = new URL(frame?.url() ?? '').origin;
    expect(field).not.toBe(new URL(page.url()).origin);
    // Whatever is missing is said in the field, and nothing is paid.
    await pay(page);
    await seen(fieldOf(page).getByText('Confira o número do cartão.'));
    await typeCard(page, 'challenge');
    await pay(page);
    // A reload in the middle of the bank's question leads back to it.
    await seen(fieldOf(page).getByText(/^É você quem está pagando R\$/));
    await page.reload();
    await fieldOf(page).getByRole('button', { name: 'Sou eu, autorizar' }).click();
    await at(page, `/order/${code}/success`);
    await seen(heading(page, 'Obrigado, Marina!'));
    const [first] = await ordersOf(context, shop);
    expect(first).toMatchObject({
      code,
      state: 'PAID',
      paymentMethod: { type: 'CREDIT_CARD', installments: 3 },
    });
    const seenByShop = sent.filter((text) => text.startsWith(new URL(page.url()).origin));
    // Its field may stand where an order is paid, and on no other page.
    expect(framing.length).toBeGreaterThan(3);
    for (const [path, frames] of framing)
      expect([path, frames]).toEqual([path, path.endsWith('/pending') ? field : undefined]);
    expect(seenByShop.length).toBeGreaterThan(10);
    expect(seenByShop.filter((text) => text.includes(numbers.challenge))).toEqual([]);
  });

  test('lets another card pay the same order after one was refused, and keeps that one where it is wanted', async ({
    page,
    context,
    shop,
    expect,
  }) => {
    const code = await orderByCard(page, 1);
    await typeCard(page, 'funds');
    await pay(page);
    await seen(page.getByText('O limite do cartão não chega a este valor.', { exact: false }));
    await page.getByRole('button', { name: 'Tentar outro cartão' }).click();
    await typeCard(page, 'elo');
    await page.getByRole('checkbox', { name: /^Guardar este cartão/ }).check();
    await pay(page);
    await at(page, `/order/${code}/success`);
    const made = (await ordersOf(context, shop)).filter((one) => one.code === code);
    expect(made).toMatchObject([{ state: 'PAID' }]);
    const cards = await readOwn<SavedCard[]>(context, shop, '/api/payments/cards');
    // The first was not agreed to.
    expect(cards.map(({ last4 }) => last4).toSorted()).toEqual(['4242', '4444', '7013']);
  });

  test('uses a saved card again with its code, after the person has proved who they are', async ({
    page,
    context,
    shop,
    faults,
    expect,
  }) => {
    // Half an hour later the sign-in is renewed, and a saved card asks for a code.
    faults.expect(/40[14]|422/);
    await chooseCard(page, /^Crédito final 4444/, 2);
    await moveClock(shop, 1_860);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(page.getByText('Crédito final 4444'));
    await seen(page.getByText('Produtos e preços reservados'));
    await page.getByRole('button', { name: 'Finalizar pedido' }).click();
    await seen(heading(page, 'Confirme que é você'));
    await typeCode(page, await codeFor(shop, MARINA));
    await seen(page.getByText('Produtos e preços reservados'));
    await page.getByRole('button', { name: 'Finalizar pedido' }).click();
    await at(page, /^\/order\/[0-9A-Z]{16}\/pending$/);
    const code = pathOf(page).split('/')[2] ?? '';
    await seen(fieldOf(page).getByText('Cartão final 4444', { exact: false }));
    expect(await fieldOf(page).getByLabel('Número do cartão').isVisible()).toBe(false);
    await fieldOf(page).getByLabel('Código de segurança').fill('123');
    await pay(page);
    await at(page, `/order/${code}/success`);
    const made = (await ordersOf(context, shop)).filter((one) => one.code === code);
    expect(made).toMatchObject([{ state: 'PAID', paymentMethod: { installments: 2 } }]);
    await moveClock(shop, 0);
  });

  test('pays what no Pix paid in time by a saved card, in parcels, after the person has proved who they are', async ({
    page,
    context,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/40[14]|422/);
    await beginCard(page, /^Pix/);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await lastLook(page);
    await page.getByRole('button', { name: 'Finalizar pedido' }).click();
    await seen(page.getByRole('button', { name: 'Copiar código' }));
    const code = pathOf(page).split('/')[2] ?? '';
    // Long enough after the code of the test before.
    await moveClock(shop, 4_000);
    await seen(heading(page, 'Este código venceu'));
    await page.getByRole('button', { name: /^Escolher outra forma/ }).click();
    await seen(heading(page, 'O tempo para pagar acabou'));
    await page.getByRole('button', { name: 'Crédito final 4444' }).click();
    await page.getByRole('button', { name: /^2x de/ }).click();
    await seen(heading(page, 'Confirme que é você'));
    await typeCode(page, await codeFor(shop, MARINA));
    await seen(fieldOf(page).getByText('Cartão final 4444', { exact: false }));
    await fieldOf(page).getByLabel('Código de segurança').fill('123');
    await pay(page);
    await at(page, `/order/${code}/success`);
    const made = (await ordersOf(context, shop)).filter((one) => one.code === code);
    expect(made).toMatchObject([{ state: 'PAID', paymentMethod: { type: 'CREDIT_CARD', installments: 2 } }]);
    await moveClock(shop, 0);
  });

  test('lets a guest buy a kit in three parcels, and its bank ask who pays', async ({ page }) => {
    const person = newPerson('Ana Lima');
    await page.goto('/store/feira-da-semana/catalog?q=monte');
    const choose = page.getByRole('link', { name: 'Escolher opções de Monte sua cesta' });
    await alive(choose);
    await choose.click();
    for (const fruit of ['Banana-prata', 'Morango'])
      await page.getByRole('button', { name: `Adicionar ${fruit}`, exact: true }).click();
    await page.getByRole('radio', { name: /Café descafeinado/ }).check();
    await written(page, () => page.getByRole('button', { name: /^Adicionar · / }).click());
    await page.getByRole('link', { name: /^Ver carrinho, 1 item/ }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('link', { name: 'Continuar sem conta' }).click();
    await page.getByLabel('Nome completo').fill(person.name);
    await page.getByLabel('Celular com DDD').fill(person.national);
    await page.getByRole('checkbox', { name: /Li e aceito/ }).check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await choosePickup(page);
    await page.getByRole('button', { name: 'Ir para pagamento' }).click();
    await page.getByRole('radio', { name: /^Cartão de crédito/ }).check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('radio', { name: /^3x/ }).check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(page.getByText('Produtos e preços reservados'));
    await seen(page.getByText(/^3x/));
    await page.getByRole('button', { name: 'Finalizar pedido' }).click();
    await typeCard(page, 'challenge', 'ANA LIMA');
    await pay(page);
    await fieldOf(page).getByRole('button', { name: 'Sou eu, autorizar' }).click();
    await at(page, /^\/order\/[0-9A-Z]{16}\/success$/);
    await seen(heading(page, 'Obrigado, Ana!'));
    await page.getByRole('link', { name: 'Acompanhar pedido' }).click();
    await seen(page.getByText('Café descafeinado', { exact: false }));
  });
});
