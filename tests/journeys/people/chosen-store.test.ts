import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import { signOut } from '#tests/support/browser/sign-out.ts';
import { alive, at, become, heading, seen } from '#tests/support/people.ts';

const EMPORIO = 'Empório Pinheiros';
const undo = (page: Page) => page.getByRole('button', { name: 'Todas as lojas' });
const tile = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const line = (page: Page, store: string) => page.getByText(`Loja: ${store}`, { exact: true });
const rows = (page: Page) => page.getByRole('list', { name: 'Lojas', exact: true });
const isSaved = (page: Page) =>
  page.waitForResponse(
    (answer) =>
      answer.ok() &&
      answer.request().method() === 'PUT' &&
      answer.url().endsWith('/api/accounts/client') &&
      (answer.request().postData() ?? '').includes('marketplaceId'),
  );

/** Chooses a store on the map, which leads to its campaigns. */
async function choose(page: Page, store: string): Promise<void> {
  await page.goto('/map');
  const row = rows(page).getByRole('link', { name: store });
  await alive(row);
  await row.click();
  await at(page, '/home');
  await seen(line(page, store));
}

describe('the chosen store', () => {
  test('is chosen on the map, is all that the windows show, outlives a reload, and is taken back by one press', async ({
    page,
    expect,
  }) => {
    const gone = (name: string) => expect.poll(() => page.getByText(name).count()).toBe(0);
    await choose(page, EMPORIO);
    await seen(tile(page, 'Café novo 2026'));
    await gone('Feira da Semana');
    expect(await seriousFaults(page)).toEqual([]);
    for (const path of ['/', '/home', '/products']) {
      await page.goto(path);
      await seen(line(page, EMPORIO));
      await gone('Feira da Semana');
      await seen(page.getByText('Café novo 2026'));
      if (path === '/products') await page.locator('[role="feed"] [data-index]').first().waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    }
    await page.goto('/map');
    await seen(rows(page).locator('[aria-current="true"]').filter({ hasText: 'Loja escolhida' }));
    expect(await seriousFaults(page)).toEqual([]);
    await undo(page).click();
    await gone(`Loja: ${EMPORIO}`);
    // The button is gone: whoever pressed it by a key stands at the heading.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.goto('/home');
    await seen(tile(page, 'Feira da Semana'));
    await alive(page.locator('h1'));
    expect(await undo(page).count()).toBe(0);
  });

  test('stands in the account: another browser knows it after the sign-in, and learns that it was taken back', async ({
    page,
    browser,
    shop,
    faults,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    const saved = isSaved(page);
    await choose(page, EMPORIO);
    await saved;
    const other = await (await newVisitor(browser, shop, faults)).newPage();
    await become(other, 'Marina, cliente');
    await seen(line(other, EMPORIO));
    await other.goto('/home');
    await seen(tile(other, 'Café novo 2026'));
    const undone = isSaved(other);
    await undo(other).click();
    await undone;
    await page.goto('/home');
    await seen(tile(page, 'Feira da Semana'));
    await expect.poll(() => line(page, EMPORIO).count()).toBe(0);
    await other.context().close();
  });

  test('goes with who signs out', async ({ page, faults, expect }) => {
    // What is asked when the sign-in ends is not answered any more.
    faults.expect(/status of 401.*\/(?:api\/(?:accounts\/client|users)|auth\/renew)/);
    await become(page, 'Marina, cliente');
    const saved = isSaved(page);
    await choose(page, EMPORIO);
    await saved;
    await page.goto('/account');
    await signOut(page);
    await at(page, '/');
    await seen(page.getByText('Feira da Semana'));
    await expect.poll(() => line(page, EMPORIO).count()).toBe(0);
  });

  test('that is there no more is let go with one sentence', async ({ page, expect }) => {
    await choose(page, EMPORIO);
    await page.evaluate(() => {
      const key = 'vitrine:client:chosen';
      const kept = localStorage.getItem(key) ?? '';
      localStorage.setItem(key, kept.replace(/"id":"[^"]*"/, '"id":"3f2b8c1e-7d4a-4f6b-9a2c-1b5e8d7f0a93"'));
    });
    await page.goto('/home');
    await seen(page.getByText('A loja que você tinha escolhido não existe mais. Agora você vê todas.'));
    await seen(tile(page, 'Feira da Semana'));
    expect(await undo(page).count()).toBe(0);
  });

  test('without a campaign says so, with every store as the way on', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const baseURL = shop.url.replace('127.0.0.1', 'clube.localhost');
    const page = await (await newVisitor(browser, shop, faults, { baseURL })).newPage();
    await become(page, 'Marina, cliente');
    await choose(page, 'Clube Campinas');
    await seen(heading(page, 'Nenhuma campanha aberta na loja Clube Campinas'));
    expect(await seriousFaults(page)).toEqual([]);
    await page.goto('/products');
    await seen(heading(page, 'Nenhuma campanha aberta na loja Clube Campinas'));
    await page.getByRole('button', { name: 'Ver todas as lojas' }).click();
    await seen(page.getByText('Seleção de sócios'));
    expect(await undo(page).count()).toBe(0);
    await page.context().close();
  });
});
