import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { DESKTOP, PHONE, newVisitor, test } from '#tests/support/browser/browser.ts';
import { alive, at, seen } from '#tests/support/people.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Buscar em todos os produtos' });
const order = (page: Page) => page.getByRole('combobox', { name: 'Ordenar por' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
/** Names of the first products, as they are seen. */
const first = (page: Page, count: number) =>
  page
    .getByRole('main')
    .getByRole('article')
    .getByRole('heading')
    .evaluateAll((all, most) => all.slice(0, most).map((one) => one.textContent), count);
const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

describe('all products', () => {
  test('are reached from the front, found without accents by the keyboard, and bought from', async ({
    page,
    expect,
  }) => {
    await page.goto('/');
    const way = page.getByRole('link', { name: 'Ver todos os produtos' });
    await alive(way);
    await way.click();
    await at(page, '/products');
    await seen(page.getByText('146 produtos'));

    // Arrows choose among what fits, Escape closes it, Enter searches for what is typed.
    await field(page).pressSequentially('pao de');
    await seen(option(page, 'Pão de queijo Feira da Semana'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const chosen = page.getByRole('listbox', { name: 'Sugestões' }).getByRole('option', { selected: true });
    await expect
      .poll(() => chosen.getAttribute('id'))
      .toBe(await field(page).getAttribute('aria-activedescendant'));
    await page.keyboard.press('Escape');
    expect(await option(page, /Pão/).count()).toBe(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => asked(page)).toEqual({ q: 'pao de' });
    await seen(page.getByText(/^\d+ produtos para “pao de”$/));
    await seen(page.getByRole('link', { name: 'Pão de queijo', exact: true }));

    // A category and an order stand in the address: reloading and coming back keep them.
    await page.getByRole('link', { name: /^Padaria \d+$/ }).click();
    await order(page).selectOption('Menor preço');
    const wanted = { q: 'pao de', tags: 'padaria', sort: 'price' };
    await expect.poll(() => asked(page)).toEqual(wanted);
    await page.reload();
    await alive(order(page));
    expect([asked(page), await order(page).inputValue()]).toEqual([wanted, 'price']);
    const cheapest = await first(page, 3);
    await page.getByRole('article').getByRole('link').first().click();
    await at(page, /\/product\//);
    await page.goBack();
    await at(page, '/products');
    await expect.poll(() => first(page, 3)).toEqual(cheapest);
    expect(asked(page)).toEqual(wanted);

    // It goes into the cart under the campaign that sells it.
    await page.getByRole('button', { name: 'Adicionar Pão de queijo', exact: true }).click();
    await page.getByRole('link', { name: /^Ver carrinho, 1 item/ }).click();
    await seen(page.getByRole('heading', { name: 'Feira da Semana' }));
    await seen(page.getByRole('article').filter({ hasText: 'Pão de queijo' }));
  });

  test('come sixty at a time, keep their place, and say why one is not sold yet', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, { viewport: DESKTOP });
    const page = await context.newPage();
    await page.goto('/products');
    await alive(page.locator('h1'));
    const more = page.getByRole('button', { name: 'Mostrar mais produtos' });
    await seen(page.getByText('146 produtos'));
    await more.focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        return page.locator('article[aria-posinset="146"]').count();
      })
      .toBe(1);
    expect(await more.count()).toBe(0);
    const reason = page.getByRole('link', { name: /^Cestas de Natal/ }).first();
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, 0.75 * document.body.scrollHeight));
        return reason.count();
      })
      .toBe(1);
    const card = page.locator('article[aria-posinset]').filter({ hasText: 'Panetone de frutas' });
    await card.scrollIntoViewIfNeeded();
    expect(await card.getByRole('button').count()).toBe(0);
    // Where it stands when it is pressed: rows that are measured only now may still move it before.
    await card.evaluate((node) =>
      node.addEventListener('click', () =>
        sessionStorage.setItem('pressed', String(Math.round(node.getBoundingClientRect().top))),
      ),
    );
    await card.getByRole('link').click();
    await at(page, '/store/cestas-de-natal');
    const place = Number(await page.evaluate(() => sessionStorage.getItem('pressed')));
    await page.goBack();
    await at(page, '/products');
    await expect
      .poll(() => card.evaluate((node) => Math.round(node.getBoundingClientRect().top)))
      .toBe(place);
    await seen(reason.getByText(/^Abre /));
    await reason.click();
    await at(page, '/store/cestas-de-natal');
    await context.close();
  });

  test('are searched for with a late network and with none, and a search is remembered until it is taken away', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, { viewport: PHONE, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto('/products');
    await alive(field(page));
    const late = Promise.withResolvers<void>();
    await page.route(/marketplace\/items/, async (route) => {
      await late.promise;
      await route.continue();
    });
    await field(page).fill('tapióca');
    await page.keyboard.press('Enter');
    await expect.poll(() => asked(page)).toEqual({ q: 'tapióca' });
    await seen(page.getByText('Buscando…'));
    late.resolve();
    await seen(page.getByText(/para “tapióca”|Não encontramos “tapióca”/));
    await field(page).fill('');
    await page.getByRole('button', { name: 'tapióca', exact: true }).click();
    await expect.poll(() => asked(page)).toEqual({ q: 'tapióca' });
    await field(page).fill('');
    await page.getByRole('button', { name: 'Tirar “tapióca” das buscas recentes' }).click();
    await expect.poll(() => page.getByRole('list', { name: 'Buscas recentes' }).count()).toBe(0);

    await context.setOffline(true);
    await field(page).fill('queijo');
    await page.keyboard.press('Enter');
    await expect.poll(() => asked(page)).toEqual({ q: 'queijo' });
    await seen(page.getByText(/^(Não conseguimos mostrar os produtos\.|Sem internet por aqui)$/));
    await context.setOffline(false);
    await seen(page.getByText(/^\d+ produtos para “queijo”$/));
    await context.close();
  });
});
