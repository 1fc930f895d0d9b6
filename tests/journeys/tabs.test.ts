import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { signOut } from '#tests/support/browser/sign-out.ts';
import { becomeNew } from '#tests/support/store/api-driver.ts';
import {
  add,
  at,
  fillCart,
  heading,
  newPerson,
  reachConfirmation,
  seen,
  signIn,
  signUp,
  written,
} from '#tests/support/people.ts';

const CATALOG = '/store/feira-da-semana/catalog';
/** What the shop keeps of a person in this browser. The tenant's looks are nobody's. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
      .filter((name) =>
        /^vitrine:client:(?:cart|lines|lead|device|hint|location|attempt|placing)$/.test(name),
      )
      .sort(),
  );

describe('two tabs', () => {
  test('REL-16 agree on the cart', async ({ context }) => {
    const [one, other] = [await context.newPage(), await context.newPage()];
    await one.goto(CATALOG);
    await other.goto(CATALOG);
    await seen(other.getByRole('button', { name: 'Adicionar Tomate italiano' }));
    await add(one, 'Tomate italiano');
    await seen(other.getByRole('link', { name: /^Ver carrinho, 1 item/ }));
    await add(other, 'Queijo Canastra meia-cura');
    await seen(one.getByRole('link', { name: /^Ver carrinho, 2 itens/ }));
    await one.goto('/cart');
    await one.getByRole('button', { name: 'Remover Tomate italiano' }).click();
    await seen(other.getByRole('link', { name: /^Ver carrinho, 1 item/ }));
  });

  test('REL-16 count a tap once that one of them read before the other had written it', async ({
    context,
    faults,
  }) => {
    // The tab that writes last is told that the cart is there already, and follows.
    faults.expect(/status of 409/);
    const [one, other] = [await context.newPage(), await context.newPage()];
    const writes = (page: Page) =>
      page.waitForResponse(
        (answer) => answer.request().method() === 'PUT' && answer.url().includes('/carts/'),
      );
    let release = () => {};
    const isLet = new Promise<void>((resolve) => (release = resolve));
    let begin = () => {};
    const isBegun = new Promise<void>((resolve) => (begin = resolve));
    await one.route('**/carts/*', async (route) => {
      begin();
      await isLet;
      await route.continue();
    });
    await one.goto(CATALOG);
    await add(one, 'Tomate italiano');
    await isBegun;
    const otherWrites = writes(other);
    await other.goto(CATALOG);
    await seen(other.getByRole('link', { name: /^Ver carrinho, 1 item/ }));
    await otherWrites;
    const oneWrites = writes(one);
    release();
    await oneWrites;
    await add(other, 'Queijo Canastra meia-cura');
    for (const tab of [one, other]) await seen(tab.getByRole('link', { name: /^Ver carrinho, 2 itens/ }));
  });

  test('REL-16 are both signed out by one, in the middle of a purchase, and nothing of the person stays', async ({
    context,
    shop,
    faults,
    expect,
  }) => {
    // The account is there before it is asked for again; who leaves meanwhile is told so by these calls too.
    faults.expect(/status of 401.*\/(?:api\/(?:accounts\/client|users)|auth\/renew)/);
    const one = await context.newPage();
    await becomeNew(one, shop);
    await reachConfirmation(one);
    await expect.poll(() => kept(one)).toContain('vitrine:client:cart');
    const other = await context.newPage();
    await other.goto('/account');
    await seen(heading(other, 'Olá, Teresa'));
    await signOut(other);
    await at(other, '/');
    await at(one, '/');
    for (const tab of [one, other]) {
      await seen(heading(tab, /^Bo(?:m|a) \w+$/));
      await expect.poll(() => kept(tab)).toEqual([]);
      await expect.poll(() => tab.getByRole('link', { name: /^Ver carrinho/ }).count()).toBe(0);
    }
    await one.goBack();
    await seen(one.getByRole('heading', { level: 1 }));
    expect(new URL(one.url()).pathname).not.toMatch(/confirmation/);
    await other.goto('/account');
    await at(other, '/login');
  });

  test('SEC-08 share a sign-in', async ({ context, shop, faults, expect }) => {
    // Both write the cart that is now the client's; the later one is told of the earlier and follows.
    faults.expect(/status of 409/);
    const [one, other] = [await context.newPage(), await context.newPage()];
    await written(other, () => fillCart(other));
    await seen(other.getByRole('link', { name: /^Ver carrinho, 1 item/ }));
    await one.goto('/login');
    const person = newPerson();
    await signIn(one, shop, person);
    const asked: string[] = [];
    context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await signUp(one, person);
    await one.getByRole('link', { name: /^Agora não/ }).click();
    await seen(heading(one, /Teresa/));
    // The visitor's record went into the account: nobody asks for its campaigns any more, here or there.
    for (const tab of [one, other]) {
      await expect.poll(() => kept(tab)).not.toContain('vitrine:client:lead');
      await tab.reload();
      await seen(tab.getByRole('heading', { level: 1 }));
    }
    expect(asked.filter((path) => path.includes('/campaigns/lead/'))).toEqual([]);
    await other.getByRole('link', { name: 'Conta', exact: true }).click();
    await seen(heading(other, 'Olá, Teresa'));
    await other.getByRole('link', { name: 'Início', exact: true }).click();
    await seen(other.getByRole('link', { name: /^Ver carrinho, 1 item/ }));
  });
});
