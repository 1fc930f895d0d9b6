import { describe } from 'vitest';
import { DESKTOP, test } from '#tests/support/browser/browser.ts';
import { ordersOf } from '#tests/support/store/api-driver.ts';
import {
  add,
  advance,
  at,
  become,
  choosePickup,
  chooseWindow,
  fillCart,
  goToConfirmation,
  heading,
  newPerson,
  payPix,
  pathOf,
  placeOrder,
  seen,
  signIn,
  signUp,
} from '#tests/support/people.ts';

describe('buying', () => {
  test('takes a visitor from the shop window to a paid order, with a sign-up on the way', async ({
    page,
    shop,
    context,
    expect,
  }) => {
    const person = newPerson();
    await page.goto('/');
    await page.getByRole('link', { name: 'Entrar na feira' }).click();
    await at(page, '/store/feira-da-semana/catalog');
    await add(page, 'Tomate italiano');
    await add(page, 'Queijo Canastra meia-cura');
    await page.getByRole('button', { name: 'Mais um Tomate italiano' }).click();
    await page.getByRole('link', { name: /^Ver carrinho, 3 itens/ }).click();
    await at(page, '/cart');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/unauthenticated/cart');
    await signIn(page, shop, person);
    await signUp(page, person);
    await chooseWindow(page);
    await goToConfirmation(page);
    const code = await placeOrder(page);

    await payPix(shop, code);
    await at(page, `/order/${code}/success`);
    await seen(heading(page, 'Obrigado, Teresa!'));
    await expect.poll(() => ordersOf(context, shop)).toMatchObject([{ code, state: 'PAID' }]);

    // What was paid is nowhere behind.
    await page.goBack();
    await at(page, '/cart');
    await seen(page.getByText('vazi', { exact: false }));

    await page.goto('/account');
    // The shop moves the order while its answer, of before, is still on the way.
    const { promise: moved, resolve: move } = Promise.withResolvers<void>();
    const ofBefore = `**/api/operation/orders/code/${code}`;
    await page.route(
      ofBefore,
      async (route) => {
        const response = await route.fetch();
        await moved;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    const answered = page.waitForRequest(ofBefore);
    await page.getByRole('link', { name: /Feira da Semana/ }).click();
    await at(page, `/order/${code}/details`);
    await answered;
    const heard = page.waitForResponse((response) => response.url().includes('/orders/filtered'));
    await advance(shop, code, 'preparation.started', 'order.shipped', 'delivery.started');
    await heard;
    move();
    await seen(page.getByRole('list', { name: 'Andamento' }));
    await seen(page.getByRole('heading', { name: 'Saiu para entrega' }));
  });

  test('goes on from the cart beside the page, on a desktop, before the shop has answered the cart', async ({
    page,
  }) => {
    await page.setViewportSize(DESKTOP);
    await become(page, 'Marina, cliente');
    const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
    await page.route('**/carts/**', async (route) => {
      await pressed;
      await route.continue();
    });
    await fillCart(page);
    await page.getByRole('link', { name: /^Carrinho/ }).click();
    const beside = page.getByRole('dialog', { name: 'Carrinho' });
    await beside.getByRole('button', { name: 'Continuar' }).click();
    press();
    await at(page, /^\/cart\/[^/]+\/checkout$/);
    await beside.waitFor({ state: 'hidden' });
  });

  test('lets a known client buy again and fetch it at a pickup point', async ({ page, shop, expect }) => {
    await become(page, 'Marina, cliente');
    await fillCart(page);
    await page.getByRole('link', { name: /^Ver carrinho/ }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await choosePickup(page);
    await goToConfirmation(page);
    const code = await placeOrder(page);
    await payPix(shop, code);
    await seen(heading(page, 'Obrigado, Marina!'));
    await seen(page.getByText('Feira Pinheiros'));
    expect(pathOf(page)).toBe(`/order/${code}/success`);
  });
});
