import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { DESKTOP, PHONE, newVisitor, test } from '#tests/support/browser/browser.ts';
import {
  alive,
  ask,
  at,
  chooseWindow,
  goToConfirmation,
  heading,
  moveClock,
  newPerson,
  seen,
  written,
} from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';
import { WHOLE_HOME } from '#tests/support/store/api-driver.ts';
import { saveAddress } from '#tests/support/browser/ways.ts';

const CAMPAIGN = 'feira-da-semana';
const NAME = 'Queijo Canastra meia-cura';
const MINUTE = 60_000;

async function itemIn(shop: Shop): Promise<string> {
  const { content } = await ask<{ content: { id: string; name: string }[] }>(
    shop,
    'GET',
    `/api/operation/catalog/campaign/${CAMPAIGN}/items/preview/public?size=200`,
  );
  return content.find(({ name }) => name === NAME)?.id ?? '';
}
/** Moves the clock to so many ms before the last order for the first window. */
async function before(shop: Shop, item: string, ms: number): Promise<void> {
  const query = new URLSearchParams({
    campaign: CAMPAIGN,
    latitude: String(WHOLE_HOME.latitude),
    longitude: String(WHOLE_HOME.longitude),
  });
  const { options } = await ask<{ options: { type: string; orderBy?: string }[] }>(
    shop,
    'GET',
    `/api/operation/orders/quote/${item}?${query}`,
  );
  const by = options.find(({ type }) => type === 'SCHEDULED')?.orderBy ?? '';
  await moveClock(shop, Math.floor((Date.parse(by) - ms - Date.now()) / 1_000));
}
const calculate = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Seu CEP').fill(code);
  await page.getByRole('button', { name: 'Calcular frete e prazo' }).click();
};

describe('what a product costs to be brought', () => {
  test('is said for a postal code, counted down, and charged so at the checkout', async ({
    page,
    shop,
    expect,
  }) => {
    const item = await itemIn(shop);
    await before(shop, item, 23.5 * MINUTE);
    await page.goto(`/store/${CAMPAIGN}/product/${item}`);
    await calculate(page, '99999999');
    await seen(page.getByText('Não encontramos esse CEP. Confira os números.'));
    await calculate(page, WHOLE_HOME.postalCode);
    const way = page.getByRole('listitem').filter({ hasText: 'Entrega agendada' });
    await seen(way);
    await expect.poll(() => way.innerText()).toMatch(/R\$\s7,90$/);
    await expect
      .poll(() => page.getByRole('button', { name: /^Adicionar · / }).innerText())
      .toMatch(/R\$\s42,90$/);
    await seen(page.getByText(/^Peça em 2[23] min para receber \S+$/));
    // The place is theirs: a reload asks for no code.
    await page.reload();
    await seen(way);
    expect(await page.getByLabel('Seu CEP').count()).toBe(0);
    const button = page.getByRole('button', { name: /^Adicionar · / });
    await alive(button);
    await written(page, () => button.click());
    await page.getByRole('link', { name: /^Ver carrinho · / }).click();
    await at(page, '/cart');
    await seen(page.getByText(/^Peça em 2[0-3] min para receber \S+$/));
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('link', { name: 'Continuar sem conta' }).click();
    const person = newPerson('Ana Lima');
    await page.getByLabel('Nome completo').fill(person.name);
    await page.getByLabel('Celular com DDD').fill(person.national);
    await page.getByRole('checkbox', { name: /Li e aceito/ }).check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(heading(page, 'Como você quer receber?'));
    await page.getByRole('link', { name: 'Informar número' }).click();
    await page.getByLabel('Número', { exact: true }).fill(WHOLE_HOME.streetNumber);
    await saveAddress(page);
    await chooseWindow(page);
    await seen(page.getByText(/R\$\s50,80/));
    await goToConfirmation(page);
    // Of the goods Pix takes 5% off, 2,15 of 42,90.
    await seen(page.getByText(/R\$\s48,65/));
    await moveClock(shop, 0);
  });

  for (const viewport of [PHONE, DESKTOP])
    test(`is refused in a sentence where nothing is brought, and moves nothing, ${viewport.width} px wide`, async ({
      browser,
      shop,
      faults,
      expect,
    }) => {
      const context = await newVisitor(browser, shop, faults, { viewport });
      const page = await context.newPage();
      const item = await itemIn(shop);
      await page.goto(`/store/${CAMPAIGN}/product/${item}`);
      const below = page.getByRole('list', { name: 'Retirada' });
      await below.waitFor();
      await page.getByLabel('Seu CEP').waitFor();
      const top = () => below.evaluate((node) => Math.round(node.getBoundingClientRect().top + scrollY));
      const was = await top();
      await calculate(page, '99999999');
      await seen(page.getByText('Não encontramos esse CEP. Confira os números.'));
      expect(await top()).toBe(was);
      await calculate(page, '20040002');
      await seen(page.getByText(/^Ainda não entregamos neste lugar\. Você pode retirar/));
      expect(await top()).toBe(was);
      await page.getByRole('button', { name: /^Para Centro/ }).click();
      await calculate(page, WHOLE_HOME.postalCode);
      await seen(page.getByText('Entrega agendada'));
      expect(await top()).toBe(was);
      // A place that nothing reaches is theirs only when they say so.
      await context.clearCookies();
      await page.evaluate(() => localStorage.clear());
      await page.goto(`/store/${CAMPAIGN}/product/${item}`);
      await calculate(page, '20040002');
      await page.getByRole('button', { name: 'Ver o que chega aí' }).click();
      await at(page, '/home');
      await context.close();
      expect(faults.unexpected).toEqual([]);
    });
});
