import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { alive, codeFor, newPerson, seen } from '#tests/support/people.ts';

/** Cards that are drawn with the first frame of a list: what is seen without scrolling, whatever the width. */
const AT_ONCE = 8;
/** Elements that a tap on a plus may style anew: its own card, and the bar with the sum. The page has a thousand. */
const STYLED = 300;

/** Files of scripts that a page asked for. */
function scriptsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) asked.push(pathname);
  });
  return asked;
}
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first();
const link = (page: Page, name: string | RegExp) =>
  page.getByRole('link', { name }).filter({ visible: true }).first();

describe('what a tap finds', () => {
  test('is the code of the next screen, from the shelf to the checkout', async ({ page, shop, expect }) => {
    const asked = scriptsOf(page);
    const isHere = (screen: string) =>
      expect.poll(() => asked.some((file) => file.includes(`/${screen}-`))).toBe(true);
    const person = newPerson();
    await page.goto('/');
    await isHere('list');
    await link(page, 'Entrar na feira').click();
    await isHere('product');
    await button(page, 'Adicionar Queijo Canastra meia-cura').click();
    await isHere('cart-screen');
    await link(page, /^Ver carrinho/).click();
    await isHere('unauthenticated-cart-access-screen');
    await button(page, 'Continuar').click();
    await isHere('verification-screen');
    await link(page, 'Receber código por SMS').click();
    await isHere('activation-screen');
    await page.getByLabel('Celular com DDD').fill(person.national);
    await button(page, 'Enviar código').click();
    await seen(page.getByLabel('Código de 6 números'));
    await isHere('sign-up-account-screen');
    await isHere('checkout-screen');
    await page.getByLabel('Código de 6 números').fill(await codeFor(shop, person.phone));
    await seen(page.getByRole('checkbox', { name: /termos/ }));
    for (const step of ['name', 'id', 'postal-code']) await isHere(`sign-up-${step}-screen`);
  });
});

describe('what a tap draws', () => {
  test('passes over into the next screen, as nothing did that is taken over', async ({ page, expect }) => {
    await page.addInitScript(() => {
      const passed: (readonly string[] | null | undefined)[] = [];
      Reflect.set(globalThis, 'passed', passed);
      const begin = document.startViewTransition;
      Document.prototype.startViewTransition = function (change) {
        passed.push(typeof change === 'object' ? change.types : null);
        return begin.call(this, change);
      };
    });
    const passed = () => page.evaluate(() => Reflect.get(globalThis, 'passed') as unknown);
    await page.goto('/store/feira-da-semana/catalog');
    await expect.poll(() => page.getByRole('main').getByRole('article').count()).toBeGreaterThan(24);
    const product = link(page, 'Tomate italiano');
    await alive(product);
    expect(await passed()).toEqual([]);
    await product.click();
    await seen(page.getByRole('heading', { level: 1, name: 'Tomate italiano' }));
    expect(await passed()).toEqual([['screen']]);
  });

  test('is the first cards of a list at once, and the rest after them', async ({ page, expect }) => {
    await page.goto('/');
    const enter = link(page, 'Entrar na feira');
    await alive(enter);
    await page.evaluate(() => {
      const drawn: number[] = [];
      Reflect.set(globalThis, 'drawn', drawn);
      new MutationObserver(() => {
        const count = document.querySelectorAll('main [aria-posinset]').length;
        if (count > 0) drawn.push(count);
      }).observe(document.body, { childList: true, subtree: true });
    });
    await enter.click();
    const drawn = () => page.evaluate(() => Reflect.get(globalThis, 'drawn') as number[]);
    await expect.poll(async () => (await drawn()).at(-1)).toBeGreaterThanOrEqual(24);
    expect((await drawn())[0]).toBeLessThanOrEqual(AT_ONCE);
  });

  test('is a line over the page while the code of what it leads to is on its way', async ({
    page,
    expect,
  }) => {
    const code = Promise.withResolvers<void>();
    await page.route(/\/assets\/kit-optionals-screen-.*\.js$/, async (route) => {
      await code.promise;
      await route.continue();
    });
    const hasLine = () =>
      page.evaluate(() => getComputedStyle(document.body, '::before').position === 'fixed');
    await page.goto('/store/feira-da-semana/catalog?q=monte');
    const choose = link(page, 'Escolher opções de Monte sua cesta');
    await alive(choose);
    expect(await hasLine()).toBe(false);
    await choose.click();
    await expect.poll(hasLine).toBe(true);
    code.resolve();
    await seen(button(page, 'Adicionar Banana-prata'));
    await expect.poll(hasLine).toBe(false);
  });

  test('is one card and the bar, by a plus in a list', async ({ page, expect }) => {
    await page.goto('/store/feira-da-semana/catalog');
    const tiles = page.getByRole('main').getByRole('article');
    await expect.poll(() => tiles.count()).toBeGreaterThan(24);
    await page.evaluate(() => {
      const drawn = new Set<string>();
      Reflect.set(globalThis, 'drawn', drawn);
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const card = (target instanceof Element ? target : target.parentElement)?.closest('main article');
          if (card) drawn.add(card.getAttribute('aria-posinset') ?? '');
        }
      }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
    });
    const styled = await stylesDuring(page, async () => {
      await button(page, 'Adicionar Tomate italiano').click();
      await seen(link(page, /^Ver carrinho, 1 item/));
      // What the bar moves is moved in the frame after it.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    });
    expect(await page.evaluate(() => (Reflect.get(globalThis, 'drawn') as Set<string>).size)).toBe(1);
    expect(styled).toBeLessThanOrEqual(STYLED);
  });
});

/** Elements whose styles the browser worked out again meanwhile. */
async function stylesDuring(page: Page, act: () => Promise<void>): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  let styled = 0;
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as { args?: { elementCount?: number } }[])
      styled += event.args?.elementCount ?? 0;
  });
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  await act();
  const isWhole = new Promise((done) => cdp.once('Tracing.tracingComplete', done));
  await cdp.send('Tracing.end');
  await isWhole;
  return styled;
}
