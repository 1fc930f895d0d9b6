import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import {
  type Person,
  alive,
  at,
  heading,
  moveClock,
  newPerson,
  seen,
  signIn,
  signUp,
} from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const LAPTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** To their account, by a code. */
async function enter(page: Page, shop: Shop, person: Person): Promise<void> {
  await page.goto('/account');
  await at(page, '/login');
  await alive(page.getByRole('link', { name: 'Receber código por SMS' }));
  await signIn(page, shop, person);
}
const leaving = (page: Page, device: string) =>
  page.getByRole('button', { name: `Sair de ${device}, que entrou` });

describe('the devices on which one is signed in', () => {
  test('are seen and ended from another: what ends comes to the sign-in by its next call', async ({
    browser,
    page,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/status of 4\d\d|ERR_FAILED/);
    const person = newPerson('Bia Ramos');
    await enter(page, shop, person);
    await signUp(page, person);
    await at(page, '/account');
    const others: Page[] = [];
    for (const [turn, userAgent] of [IPHONE, LAPTOP].entries()) {
      // The last code is too young for another.
      await moveClock(shop, 90 * (turn + 1));
      const other = await (await newVisitor(browser, shop, faults, { userAgent })).newPage();
      await enter(other, shop, person);
      await seen(heading(other, 'Olá, Bia'));
      others.push(other);
    }
    const [phone, laptop] = others as [Page, Page];

    await page.goto('/profile');
    const here = page.getByRole('listitem').filter({ hasText: 'Este aparelho' });
    await seen(here.getByText('Chrome no Linux'));
    await seen(page.getByText(/^Último acesso além deste: .*, Firefox no Windows\.$/));
    expect(await seriousFaults(page)).toEqual([]);
    // The network goes while it is ended: it is ended when it is back.
    const wayOut = leaving(page, 'Safari no iPhone');
    await alive(wayOut);
    await page.context().setOffline(true);
    await wayOut.click();
    await seen(page.getByText('Não sabemos se o aparelho saiu da conta'));
    await page.context().setOffline(false);
    const said = page.getByText('Safari no iPhone saiu da sua conta.');
    await seen(said);
    await wayOut.waitFor({ state: 'detached' });
    expect(
      await said.evaluate(
        (text) => document.activeElement?.contains(text) && document.activeElement !== document.body,
      ),
    ).toBe(true);
    // Nothing was loaded anew over there: its next call is refused.
    await phone.getByRole('link', { name: 'Dados pessoais' }).click();
    await at(phone, '/login');

    await laptop.getByRole('link', { name: 'Dados pessoais' }).click();
    await at(laptop, '/profile');
    await seen(laptop.getByText('Este aparelho'));
    await page.getByRole('button', { name: 'Sair de todos os outros' }).click();
    await seen(page.getByText('Os outros aparelhos saíram da sua conta.'));
    expect(await page.getByRole('button', { name: /^Sair de / }).count()).toBe(0);
    await laptop.goto('/profile');
    await at(laptop, '/login');

    await page.getByRole('button', { name: 'Sair deste aparelho' }).click();
    await at(page, '/');
    await page.goto('/profile');
    await at(page, '/login');
    await moveClock(shop, 0);
  });
});
