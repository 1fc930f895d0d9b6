import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { contentOf, newVisitor, test } from '#tests/support/browser/browser.ts';
import { signOut } from '#tests/support/browser/sign-out.ts';
import {
  at,
  become,
  chooseWindow,
  fillCart,
  goToConfirmation,
  newPerson,
  pathOf,
  payPix,
  placeOrder,
  reachCart,
  reachConfirmation,
  seen,
  signIn,
  signUp,
  written,
} from '#tests/support/people.ts';

const GOODS = ['Tomate italiano', 'Banana-prata', 'Queijo Canastra meia-cura'] as const;
/** What stands on the screen, without the seconds that pass and the hour by which to order. */
const said = async (page: Page, part = '#root'): Promise<string> =>
  (await page.locator(part).innerText()).replaceAll(/\s*\nPeça em .*|\d+:\d+(?::\d+)?/g, '');

/** Fills the cart and waits until the server has all of it. */
async function filled(page: Page): Promise<void> {
  const isWritten = page.waitForResponse(
    (answer) =>
      answer.ok() &&
      answer.request().method() === 'PUT' &&
      (answer.request().postDataJSON() as { products?: unknown[] }).products?.length === GOODS.length,
  );
  await fillCart(page, ...GOODS);
  await isWritten;
}

/** Opens a page whose scripts come when the test lets them. @returns the calls that were made, and the way on */
async function held(page: Page, path: string) {
  const scripts = Promise.withResolvers<void>();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/fetch|xhr/.test(request.resourceType())) asked.push(new URL(request.url()).pathname);
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  // What the page before was still asking for is not this one's.
  asked.length = 0;
  return { asked, scriptsCome: () => scripts.resolve() };
}

/** The same person in a browser without a worker, which would bring scripts that a test holds back. */
async function withoutWorker(
  page: Page,
  ...[browser, shop, faults]: Parameters<typeof newVisitor>
): Promise<Page> {
  const storageState = await page.context().storageState();
  await page.goto('about:blank');
  const context = await newVisitor(browser, shop, faults, { storageState, serviceWorkers: 'block' });
  return context.newPage();
}

describe('a page that is made for one person', () => {
  test('has three lines, their sum and the way on without a script, and asks for nothing but how it looks', async ({
    browser,
    shop,
    faults,
    page,
    context,
    expect,
  }) => {
    await filled(page);
    const plain = await newVisitor(browser, shop, faults, {
      storageState: await context.storageState(),
      javaScriptEnabled: false,
    });
    const cart = await plain.newPage();
    const asked: string[] = [];
    cart.on('request', (request) => void asked.push(request.resourceType()));
    await cart.goto('/cart', { waitUntil: 'networkidle' });
    for (const name of GOODS) await seen(cart.getByRole('heading', { name }));
    const bar = cart.getByRole('region', { name: 'Próximo passo' });
    await seen(bar.getByRole('button', { name: 'Continuar' }));
    expect(await bar.innerText()).toMatch(/R\$\s\d+,\d\d/);
    expect(asked.filter((kind) => !['document', 'stylesheet', 'font', 'image'].includes(kind))).toEqual([]);
    await plain.close();
  });

  test('has the account and its orders, and one of them, without a script, and is taken over', async ({
    browser,
    page,
    shop,
    faults,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await reachConfirmation(page);
    const one = `/order/${await placeOrder(page)}/details`;
    const plain = (await withoutWorker(page, browser, shop, faults)).context();
    for (const [path, text, call] of [
      ['/account', 'Meus pedidos', /\/orders\/pageable/],
      [one, 'Pagamento', /\/orders\/code\//],
    ] as const) {
      const other = await plain.newPage();
      const { asked, scriptsCome } = await held(other, path);
      await seen(other.getByText(text));
      const before = await said(other);
      expect(asked).toEqual([]);
      const drawn = await other.locator('main').elementHandle();
      const isConfirmed = other.waitForResponse((answer) => answer.ok() && call.test(answer.url()));
      scriptsCome();
      await isConfirmed;
      await expect.poll(() => said(other)).toBe(before);
      expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
      await other.close();
    }
    expect(faults.unexpected).toEqual([]);
  });

  for (const who of ['a visitor', 'somebody who is signed in'] as const)
    test(`is taken over as it stands, for ${who}`, async ({ browser, page: first, shop, faults, expect }) => {
      if (who !== 'a visitor') await become(first, 'Marina, cliente');
      await filled(first);
      const page = await withoutWorker(first, browser, shop, faults);
      const { asked, scriptsCome } = await held(page, '/cart');
      await seen(page.getByRole('button', { name: /^(?:Continuar|Comprar em 1 passo)$/ }));
      const drawn = await page.locator('main').elementHandle();
      const before = await said(page);
      expect(GOODS.filter((name) => !before.includes(name))).toEqual([]);
      expect(asked).toEqual([]);
      // Its word about the cart, asked for behind what is shown.
      const isConfirmed = page.waitForResponse(
        (answer) => answer.ok() && answer.url().includes('/api/operation/carts/'),
      );
      scriptsCome();
      await isConfirmed;
      await page.getByRole('button', { name: 'Mais um Tomate italiano' }).click();
      await seen(page.getByText('4 itens'));
      expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
      expect((await said(page)).split('\n').length).toBe(before.split('\n').length);
    });

  test('has the code of a Pix without a script, is taken over, and asks only once it is known who is here', async ({
    browser,
    page,
    shop,
    faults,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await reachConfirmation(page);
    const code = await placeOrder(page);
    const other = await withoutWorker(page, browser, shop, faults);
    const { asked, scriptsCome } = await held(other, `/order/${code}/pending`);
    await seen(other.getByRole('button', { name: 'Copiar código' }));
    await seen(other.getByRole('img', { name: 'Código Pix em QR' }));
    const before = await said(other, 'main');
    expect(asked).toEqual([]);
    const drawn = await other.locator('main').elementHandle();
    const isAsked = other.waitForResponse(
      (answer) => answer.ok() && answer.url().includes('/api/pix/qrcode'),
    );
    scriptsCome();
    await isAsked;
    await expect.poll(() => said(other, 'main')).toBe(before);
    expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
    await payPix(shop, code);
    await at(other, `/order/${code}/success`);
    await seen(other.getByRole('heading', { name: 'Obrigado, Marina!' }));
    // A link to the code of an order that was paid since.
    const late = await withoutWorker(other, browser, shop, faults);
    const again = await held(late, `/order/${code}/pending`);
    await seen(late.getByRole('heading', { name: 'Obrigado, Marina!' }));
    const thanks = await late.locator('main').elementHandle();
    const isConfirmed = late.waitForResponse(
      (answer) => answer.ok() && /\/orders\/code\//.test(answer.url()),
    );
    again.scriptsCome();
    await isConfirmed;
    await at(late, `/order/${code}/success`);
    expect(await thanks?.evaluate((element) => element.isConnected)).toBe(true);
  });

  test('says that there are no orders, and goes on saying so', async ({
    browser,
    page,
    shop,
    faults,
    expect,
  }) => {
    await page.goto('/login');
    const person = newPerson();
    await signIn(page, shop, person);
    await signUp(page, person);
    await at(page, '/likings');
    const other = await withoutWorker(page, browser, shop, faults);
    const { scriptsCome } = await held(other, '/account');
    await seen(other.getByText('Você ainda não fez pedidos'));
    const drawn = await other.getByText('Você ainda não fez pedidos').elementHandle();
    const isConfirmed = other.waitForResponse(
      (answer) => answer.ok() && /\/orders\/pageable/.test(answer.url()),
    );
    scriptsCome();
    await isConfirmed;
    expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
  });

  test('has what a visitor buys where they say who they are, and is taken over', async ({
    browser,
    page,
    shop,
    faults,
    expect,
  }) => {
    await filled(page);
    const other = await withoutWorker(page, browser, shop, faults);
    const { asked, scriptsCome } = await held(other, '/unauthenticated/cart');
    await seen(other.getByText('Seu carrinho está guardado'));
    const before = await said(other);
    expect(before).toMatch(/R\$\s\d+,\d\d/);
    expect(asked).toEqual([]);
    const drawn = await other.locator('main').elementHandle();
    const isConfirmed = other.waitForResponse(
      (answer) => answer.ok() && answer.url().includes('/api/operation/carts/'),
    );
    scriptsCome();
    await isConfirmed;
    expect([await said(other), await drawn?.evaluate((element) => element.isConnected)]).toEqual([
      before,
      true,
    ]);
  });

  test('has a step of the purchase with its sum, and goes on once it is known who buys', async ({
    browser,
    page,
    shop,
    faults,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await written(page, () => reachCart(page, 'Tomate italiano'));
    await page.getByRole('button', { name: /^(?:Continuar|Escolher de novo)$/ }).click();
    await at(page, /^\/cart\/[^/]+\/checkout$/);
    const path = pathOf(page);
    const other = await withoutWorker(page, browser, shop, faults);
    const { asked, scriptsCome } = await held(other, path);
    await seen(other.getByRole('heading', { name: 'Como você quer receber?' }));
    const bar = other.getByRole('region', { name: 'Próximo passo' });
    expect(await bar.innerText()).toMatch(/Total sem entrega\s+R\$\s\d+,\d\d/);
    expect(await bar.getByRole('button', { name: 'Ir para pagamento' }).isDisabled()).toBe(true);
    expect(asked).toEqual([]);
    const drawn = await other.locator('main').elementHandle();
    scriptsCome();
    await chooseWindow(other);
    expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
    await goToConfirmation(other);
  });

  test('shows nothing of somebody who has signed out, REL-21 by Back, from the worker or anew', async ({
    page,
    faults,
    expect,
  }) => {
    // They leave while the shop is still being asked who is here.
    faults.expect(/status of 401/);
    await become(page, 'Caio, sem endereço');
    await filled(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto('/cart');
    await seen(page.getByText('Tomate italiano'));
    await page.goto('/account');
    await signOut(page);
    await page.waitForURL((url) => url.pathname === '/');
    // Over the account to the cart.
    for (const path of ['/account', '/cart']) {
      await page.goBack({ waitUntil: 'commit' });
      // Whoever is nobody may be moved on at once: what stands there then is read.
      const text = await contentOf(page);
      for (const name of [...GOODS, 'Olá, Caio']) expect(text, path).not.toContain(name);
    }
    const answer = await page.goto('/cart', { waitUntil: 'commit' });
    const sent = await answer?.text();
    expect(GOODS.filter((name) => sent?.includes(name))).toEqual([]);
    // Whatever the worker keeps, it is no page of a person.
    const kept = await page.evaluate(async () => {
      const texts: string[] = [];
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys())
          texts.push(new URL(request.url).pathname);
      return texts;
    });
    expect(kept.filter((path) => /^\/(?:cart|account)/.test(path))).toEqual([]);
  });
});
