import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { DESKTOP, newVisitor, test } from '#tests/support/browser/browser.ts';
import { readOwn } from '#tests/support/store/api-driver.ts';
import { at, become, heading, placeOrder, reachConfirmation, seen } from '#tests/support/people.ts';

/** Times a core that the shop's phones are slower than this one. */
const SLOWER = 4;

/** Opens a page on a slow phone whose scripts come when the test lets them, and waits for its first paint. */
async function painted(page: Page, path: string): Promise<() => void> {
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(path, { waitUntil: 'commit' });
  await page.evaluate(
    () =>
      new Promise((done) => {
        new PerformanceObserver(done).observe({ type: 'paint', buffered: true });
      }),
  );
  return () => scripts.resolve();
}

describe('what is done before the charts are alive', () => {
  test('is counted once for each tap on a plus, and a link after it leads on with them', async ({
    page,
    expect,
  }) => {
    const scriptsCome = await painted(page, '/store/feira-da-semana/catalog');
    const plus = (name: string) => page.getByRole('button', { name: `Adicionar ${name}`, exact: true });
    await plus('Tomate italiano').click();
    await plus('Banana-prata').click();
    await plus('Tomate italiano').click();
    await page.getByRole('link', { name: 'Tomate italiano', exact: true }).click();
    expect(page.url()).toContain('/catalog');
    scriptsCome();
    await seen(page.getByRole('heading', { level: 1, name: 'Tomate italiano' }));
    await page.goBack();
    await seen(page.getByRole('link', { name: /^Ver carrinho, 3 itens/ }));
  });

  test('is in the cart, and leads the focus on, when the code for that comes after the taps', async ({
    page,
    expect,
  }) => {
    const code = Promise.withResolvers<void>();
    await page.route(/\/assets\/afterwards-.*\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    // Asked for once the page is alive.
    const isAlive = page.waitForRequest(/\/afterwards-.*\.js$/);
    await page.goto('/store/feira-da-semana/catalog');
    await isAlive;
    const plus = (name: string) => page.getByRole('button', { name: `Adicionar ${name}`, exact: true });
    await plus('Tomate italiano').click();
    await plus('Tomate italiano').click();
    await plus('Banana-prata').click();
    expect(await page.getByRole('link', { name: /^Ver carrinho/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Banana-prata', exact: true }).click();
    await seen(page.getByRole('heading', { level: 1, name: 'Banana-prata' }));
    code.resolve();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await page.goBack();
    await seen(page.getByRole('link', { name: /^Ver carrinho, 3 itens/ }));
  });

  test('is followed as it is when it is a link, without waiting for a script', async ({ page }) => {
    await painted(page, '/store/feira-da-semana/catalog');
    await page.getByRole('link', { name: 'Tomate italiano', exact: true }).click();
    await seen(page.getByRole('heading', { level: 1, name: 'Tomate italiano' }));
  });

  test('is looked for when it was typed, and sent when it was sent', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, { viewport: DESKTOP });
    const page = await context.newPage();
    const scriptsCome = await painted(page, '/');
    const field = page.getByRole('searchbox', { name: 'Buscar produtos' });
    await field.fill('queijo');
    await field.press('Enter');
    scriptsCome();
    await at(page, '/products');
    expect(new URL(page.url()).searchParams.get('q')).toBe('queijo');
    await seen(page.getByRole('main').getByText('Queijo Canastra meia-cura'));
    await context.close();
  });

  test('is scrolled to, and found there again on the way back', async ({ page, expect }) => {
    const scriptsCome = await painted(page, '/store/feira-da-semana/catalog');
    const place = () => page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 600);
    await expect.poll(place).toBe(600);
    const isAlive = page.waitForResponse(/\/afterwards-.*\.js$/);
    scriptsCome();
    await isAlive;
    expect(await place()).toBe(600);
    await page.evaluate(() => document.querySelector<HTMLElement>('main a[href*="/product/"]')?.click());
    await at(page, /\/product\//);
    await expect.poll(place).toBe(0);
    await page.goBack();
    await at(page, /\/catalog$/);
    await expect.poll(place).toBe(600);
  });

  test('is what was typed of a CEP, with the step that was asked for', async ({ page }) => {
    const scriptsCome = await painted(page, '/location');
    await page.getByRole('textbox', { name: 'CEP' }).pressSequentially('05435000');
    await page.getByRole('button', { name: 'Continuar' }).click();
    scriptsCome();
    await at(page, '/addressnumber');
  });

  test('is played to what is drawn anew, where the browser knows more than the server could', async ({
    page,
    context,
  }) => {
    await page.goto('/store/feira-da-semana/catalog');
    await page.getByRole('button', { name: 'Adicionar Tomate italiano', exact: true }).click();
    await seen(page.getByRole('link', { name: /^Ver carrinho, 1 item/ }));
    // As when the page before writes down what it holds only after the next one was asked for.
    await page.goto('/about');
    await context.clearCookies();
    const scriptsCome = await painted(page, '/location');
    await page.getByRole('textbox', { name: 'CEP' }).pressSequentially('05435000');
    await page.getByRole('button', { name: 'Continuar' }).click();
    scriptsCome();
    await at(page, '/addressnumber');
  });

  test('finds an empty cart drawn for who has nothing in hand, and takes it over', async ({
    page,
    expect,
  }) => {
    const scriptsCome = await painted(page, '/cart');
    const heading = page.getByRole('heading', { name: 'Seu carrinho está vazio' });
    await seen(heading);
    const drawn = await heading.elementHandle();
    // The first thing that comes after the drawing.
    const isAlive = page.waitForResponse(/\/afterwards-.*\.js$/);
    scriptsCome();
    await isAlive;
    expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
    await page.getByRole('link', { name: 'Ver produtos' }).click();
    await at(page, '/store/feira-da-semana/catalog');
    await page.getByRole('button', { name: 'Adicionar Tomate italiano', exact: true }).click();
    await seen(page.getByRole('link', { name: /^Ver carrinho, 1 item/ }));
    // With something in hand it is drawn with it.
    const answer = await page.goto('/cart', { waitUntil: 'commit' });
    expect(await answer?.text()).not.toContain('Seu carrinho está vazio');
    await seen(page.getByText('Tomate italiano'));
  });

  test('is asked for as the person that the page was made for, once that is known', async ({
    page,
    shop,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await reachConfirmation(page);
    const code = await placeOrder(page);
    const [session, asked] = [Promise.withResolvers<void>(), [] as string[]];
    await page.route('**/auth/renew', async (route) => {
      await session.promise;
      await route.continue();
    });
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.goto(`/order/${code}/details`);
    await page.getByRole('button', { name: 'Cancelar pedido' }).click();
    await page.getByRole('radio', { name: 'Comprei errado' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click();
    await seen(page.getByRole('button', { name: 'Cancelando' }));
    expect(asked.filter((path) => path.includes('/orders/cancel/'))).toEqual([]);
    session.resolve();
    await seen(heading(page, 'Pedido cancelado'));
    expect(asked.filter((path) => path.includes('/orders/cancel/'))).toHaveLength(1);
    expect(
      (await readOwn<{ state: string }[]>(page.context(), shop, '/api/operation/orders'))[0]?.state,
    ).toBe('CANCELED');
  });
});
