import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { alive, at, fillCart, heading, seen } from '#tests/support/people.ts';

const way = (page: Page) => page.getByRole('button', { name: /^Entrar com a Conta Vitrine/ });
/** Opens the window of the provider from the page. */
async function openBeside(page: Page): Promise<Page> {
  await alive(way(page));
  const [beside] = await Promise.all([page.waitForEvent('popup'), way(page).click()]);
  return beside;
}
const choose = (beside: Page, name: string) => beside.getByRole('link', { name }).click();

describe('signing in with another account', () => {
  test('leads from a cart through a window of the provider on to the checkout', async ({ page, expect }) => {
    await fillCart(page);
    await page.getByRole('link', { name: /^Ver carrinho/ }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/unauthenticated/cart');
    // Left before the end, and with an answer to another try: why, and how to go on.
    const left = await openBeside(page);
    await seen(left.getByRole('link', { name: 'Marina Prado' }));
    await left.close();
    await seen(page.getByText('Authentication failed. A janela foi fechada antes do fim.'));
    const mixed = await openBeside(page);
    await Promise.all([mixed.waitForEvent('close'), choose(mixed, 'Trocar o estado')]);
    await seen(page.getByText('Authentication failed. A resposta que chegou não é desta tentativa'));
    const beside = await openBeside(page);
    await Promise.all([beside.waitForEvent('close'), choose(beside, 'Marina Prado')]);
    await at(page, /^\/cart\/[^/]+\/checkout$/);
    await seen(heading(page, 'Como você quer receber?'));
    await seen(page.getByText('Rua Harmonia'));
    // Nothing of the try stays.
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('codeVerifier');
  });
  test('goes through this very page where no window may open, and a newcomer signs up', async ({
    page,
    expect,
  }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto('/login');
    await alive(way(page));
    await way(page).click();
    await choose(page, 'Não permitir');
    await at(page, '/auth');
    await seen(heading(page, 'Não deu para entrar'));
    await seen(page.getByText('Authentication failed. A entrada não foi permitida na outra conta.'));
    await way(page).click();
    await choose(page, 'Teresa Moura');
    await at(page, '/signup');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('codeVerifier');
  });
  test('ends in the window itself when the page that opened it is gone', async ({
    page,
    context,
    faults,
  }) => {
    // Both pages bring the cart to the account; the second of them is told so and looks again.
    faults.expect(/status of 409/);
    await page.goto('/login');
    const beside = await openBeside(page);
    await seen(beside.getByRole('link', { name: 'Marina Prado' }));
    await page.goto('/about');
    await choose(beside, 'Marina Prado');
    await at(beside, '/');
    await beside.goto('/account');
    await seen(heading(beside, /Marina/));
    await context.close();
  });
});
