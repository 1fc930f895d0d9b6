import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import {
  alive,
  at,
  become,
  chooseWindow,
  goToConfirmation,
  heading,
  payPix,
  placeOrder,
  seen,
} from '#tests/support/people.ts';

const plus = (page: Page, name: string) =>
  page.getByRole('button', { name: `Adicionar ${name}`, exact: true });
const add = (page: Page) => page.getByRole('button', { name: /^Adicionar · / });

/** The cart as it would be asked for if one of the choices were not sold any more. */
async function withoutOne(route: Route): Promise<void> {
  const body = route.request().postDataJSON() as { products: { selection: { item: { id: string } }[] }[] };
  const [choice] = body.products[0]?.selection ?? [];
  if (choice) choice.item.id = randomUUID();
  await route.continue({ postData: JSON.stringify(body) });
}

describe('an item that is put together', () => {
  test('is a kit from its tile to the cart, and changed there', async ({ page, expect }) => {
    await page.goto('/store/feira-da-semana/catalog?q=monte');
    const choose = page.getByRole('link', { name: 'Escolher opções de Monte sua cesta' });
    await alive(choose);
    await choose.click();
    await at(page, '/kit/optionals');
    await seen(heading(page, 'Monte sua cesta'));
    // What is missing is said, and where.
    await page.getByRole('button', { name: 'Escolher: Frutas' }).click();
    await seen(page.getByRole('alert').filter({ hasText: 'Faltam 2 em Frutas para continuar.' }));
    // Another press leads there again.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByRole('button', { name: 'Escolher: Frutas' }).click();
    const group = page.getByRole('group', { name: 'Frutas' });
    await expect.poll(() => group.evaluate((node) => node === document.activeElement)).toBe(true);
    await plus(page, 'Banana-prata').click();
    await plus(page, 'Morango').click();
    const where = () => page.evaluate(() => scrollY);
    await page.getByRole('radio', { name: /Café descafeinado/ }).check();
    await seen(add(page));
    await seen(page.getByRole('button', { name: 'Adicionar · R$ 82,80' }));
    // Who chooses below stays there, although the address changes.
    const less = page.getByRole('button', { name: 'Remover Biscoito de polvilho' });
    await plus(page, 'Biscoito de polvilho').scrollIntoViewIfNeeded();
    const below = await where();
    expect(below).toBeGreaterThan(0);
    await plus(page, 'Biscoito de polvilho').click();
    await seen(page.getByRole('button', { name: 'Adicionar · R$ 90,70' }));
    await expect.poll(() => new URL(page.url()).searchParams.get('choices')?.split('_').length).toBe(7);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(await where()).toBe(below);
    await less.click();
    await seen(page.getByRole('button', { name: 'Adicionar · R$ 82,80' }));
    // A reload keeps what was chosen.
    await page.reload();
    await seen(add(page));
    await expect.poll(() => page.getByRole('radio', { name: /Café descafeinado/ }).isChecked()).toBe(true);
    await add(page).click();
    await at(page, '/store/feira-da-semana/catalog');
    await page.getByRole('link', { name: /^Ver carrinho, 1 item/ }).click();
    const line = page.getByRole('article').filter({ hasText: 'Monte sua cesta' });
    await seen(line.getByText('Café descafeinado'));
    const ifMissing = line.getByLabel('Se faltar Monte sua cesta');
    await ifMissing.selectOption('fale comigo antes');
    await line.getByRole('link', { name: 'Alterar as escolhas de Monte sua cesta' }).click();
    await at(page, '/kit/optionals');
    await page.getByRole('radio', { name: /Chá de capim-limão/ }).check();
    await page.getByRole('button', { name: /^Trocar · / }).click();
    await at(page, '/cart');
    await seen(line.getByText('Chá de capim-limão'));
    await expect.poll(() => line.count()).toBe(1);
    expect(await line.getByText('Café descafeinado').count()).toBe(0);
    await expect.poll(() => ifMissing.inputValue()).toBe('ASK');
  });

  test('is a board of two cheeses, bought, paid, and bought again with another', async ({
    page,
    shop,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await page.goto('/store/feira-da-semana/catalog?q=meio');
    const tile = page.getByRole('link', { name: 'Tábua de queijos meio a meio', exact: true });
    await alive(tile);
    await tile.click();
    // What there is to choose is there before it is chosen.
    const flavors = page.getByRole('region', { name: 'Sabores' });
    await seen(flavors.getByText('Escolha 2 de 3 · Média dos sabores escolhidos'));
    await seen(flavors.getByText('Queijo Canastra meia-cura'));
    await page.getByRole('link', { name: 'Escolher os sabores' }).click();
    await at(page, '/flavor');
    await plus(page, 'Queijo Canastra meia-cura').click();
    await plus(page, 'Queijo minas padrão em cunha').click();
    await page.getByRole('link', { name: 'Continuar' }).click();
    await at(page, '/flavor/confirmation');
    await seen(page.getByText('Média dos sabores escolhidos'));
    await seen(page.getByRole('button', { name: 'Adicionar · R$ 35,40' }));
    await page.goBack();
    await at(page, '/flavor');
    await seen(page.getByRole('link', { name: 'Continuar' }));
    await page.goForward();
    await add(page).click();
    await page.getByRole('link', { name: /^Ver carrinho, 1 item/ }).click();
    await seen(page.getByText('Queijo minas padrão em cunha'));
    await page.getByRole('button', { name: 'Continuar' }).click();
    await chooseWindow(page);
    await goToConfirmation(page);
    const code = await placeOrder(page);
    await payPix(shop, code);
    await at(page, `/order/${code}/success`);
    await page.goto(`/order/${code}/details`);
    await seen(page.getByText('Queijo Canastra meia-cura · Queijo minas padrão em cunha'));
    // Bought again, one of its flavours is not sold any more.
    await page.route('**/api/operation/carts/*', withoutOne, { times: 1 });
    const again = page.getByRole('button', { name: 'Comprar de novo' });
    await alive(again);
    await again.click();
    await at(page, '/kit/optionals');
    await seen(page.getByText('Alguma escolha de antes não está mais à venda.', { exact: false }));
    await seen(page.getByRole('button', { name: 'Escolher: Sabores' }));
    await plus(page, 'Queijo minas frescal').click();
    await add(page).click();
    await at(page, '/cart');
    await seen(page.getByText('Queijo minas frescal'));
    expect(await page.getByText('saiu do carrinho').count()).toBe(0);
  });

  test('is a box and a number on its page, and both outlive a reload and the way to the cart and back', async ({
    page,
    expect,
  }) => {
    await page.goto('/store/feira-da-semana/catalog?q=suco de uva');
    const tile = page.getByRole('link', { name: 'Suco de uva integral' });
    await alive(tile);
    await tile.click();
    const box = page.getByRole('radio', { name: /^Caixa com 6/ });
    await box.check();
    await page.getByRole('button', { name: 'Mais um Suco de uva integral, Caixa com 6' }).click();
    const twice = page.getByRole('button', { name: /^Adicionar · R\$\s199,80$/ });
    await seen(twice);
    await expect.poll(() => new URL(page.url()).search).toBe('?package=caixa-6&quantity=2');
    // Nothing moves when it comes alive: the server draws what the address says.
    await page.reload();
    await seen(twice);
    await expect.poll(() => box.isChecked()).toBe(true);
    await page.goto('/cart');
    await page.goBack();
    await seen(twice);
    await expect.poll(() => box.isChecked()).toBe(true);
    // What was chosen was one entry: Back leads to where one came from.
    await page.goBack();
    await at(page, '/store/feira-da-semana/catalog');
  });

  test('is nothing without the item: the address says why it leads elsewhere', async ({ page }) => {
    await page.goto('/kit/optionals');
    await at(page, '/whatnow');
    await seen(page.getByText('Escolha primeiro um produto: o endereço não dizia qual.'));
  });
});
