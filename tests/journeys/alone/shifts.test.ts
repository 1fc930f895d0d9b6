import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe } from 'vitest';
import { type ScreenId, definition, screenIds } from '#machines/navigation/screens.ts';
import { addressesIn } from '#tests/support/addresses.ts';
import { DESKTOP, PHONE, newVisitor, test } from '#tests/support/browser/browser.ts';
import { NEAR, placeAt } from '#tests/support/peers/distance.ts';
import { startSlowLine } from '#tests/support/peers/slow-line.ts';
import { HOME, alive, heading, newPerson, seen, signIn } from '#tests/support/people.ts';
import { isPainted, shiftsIn, watchShifts } from '#tests/support/browser/shifts.ts';

/** Wider than {@link PHONE}, and drawn with two points for each: other lines break. */
const WIDER: BrowserContextOptions = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 };
const windows: [string, BrowserContextOptions][] = [
  ['a phone', { viewport: PHONE }],
  ['a wider phone', WIDER],
  ['a desktop', { viewport: DESKTOP }],
];
/** Drawn by the server with all that is on them; the other pages are drawn by the browser. */
const drawn: readonly ScreenId[] = [
  ...screenIds.filter((id) => definition(id).public),
  'app.cart',
  'login.options',
];

const now = (page: Page): Promise<number> => page.evaluate(() => performance.now());

describe('a page for somebody who has nothing in hand', () => {
  for (const [name, options] of windows)
    test(`moves nothing on ${name} when its faces come before its sheet`, async ({
      browser,
      shop,
      faults,
      expect,
    }) => {
      const addressOf = await addressesIn(shop);
      for (const id of drawn) {
        const context = await newVisitor(browser, shop, faults, { ...options, serviceWorkers: 'block' });
        await placeAt(context, NEAR);
        const page = await context.newPage();
        await watchShifts(page);
        const [painted, faced] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        await page.route('**/*.woff2', async (route) => {
          await painted.promise;
          await route.continue();
        });
        await page.route('**/assets/*.css', async (route) => {
          await faced.promise;
          await route.continue();
        });
        const face = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'));
        await page.goto(addressOf(id), { waitUntil: 'commit' });
        await isPainted(page);
        painted.resolve();
        await face;
        faced.resolve();
        await alive(page.locator('h1'));
        await page.waitForLoadState('networkidle');
        expect([id, await shiftsIn(page)]).toEqual([id, []]);
        await context.close();
      }
      expect(faults.unexpected).toEqual([]);
    });
});

const PIECES = 6;
/** More of the page has been read than before: where it may be painted, a frame has passed by then. */
const isReadBeyond = (page: Page, elements: number): Promise<unknown> =>
  page.waitForFunction((known) => document.querySelectorAll('*').length > known, elements, { polling: 20 });
const elementsOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('*').length);
const firstPaint = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => performance.getEntriesByType('paint')[0]?.startTime);

describe('a page that comes piece by piece', () => {
  test('is painted when it is whole, so that no piece moves another', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const addressOf = await addressesIn(shop);
    const line = await startSlowLine(shop.url, PIECES);
    for (const id of drawn) {
      const context = await newVisitor(browser, shop, faults, {
        viewport: DESKTOP,
        baseURL: line.url,
        serviceWorkers: 'block',
      });
      await placeAt(context, NEAR);
      const page = await context.newPage();
      await watchShifts(page);
      await page.goto(addressOf(id), { waitUntil: 'commit' });
      let whole = 0;
      for (let read = 0, more = true; more; more = await line.next()) {
        await isReadBeyond(page, read);
        read = await elementsOf(page);
        whole = await now(page);
      }
      await alive(page.locator('h1'));
      await page.waitForLoadState('networkidle');
      expect([id, await firstPaint(page)]).toEqual([id, expect.toSatisfy((at) => Number(at) >= whole)]);
      expect([id, await shiftsIn(page)]).toEqual([id, []]);
      await context.close();
    }
    await line.close();
    expect(faults.unexpected).toEqual([]);
  });
});

describe('the question for a postal code', () => {
  test('moves nothing when the answer is slow', async ({ page, shop, expect }) => {
    const answers = Promise.withResolvers<void>();
    await watchShifts(page);
    await page.route('**/ws/*/json', async (route) => {
      await answers.promise;
      await route.continue();
    });
    const person = newPerson();
    await page.goto('/login');
    await signIn(page, shop, person);
    await seen(heading(page, 'Vamos criar o seu cadastro'));
    await page.getByRole('checkbox', { name: /termos/ }).check();
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByLabel('Nome completo').fill(person.name);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('CPF').fill(person.cpf);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Depois' }).click();
    await page.getByLabel('CEP').pressSequentially(HOME.postalCode);
    expect(await page.getByLabel('Número', { exact: true }).isDisabled()).toBe(true);
    // What a touch or a key moves within half a second is theirs.
    await page.waitForFunction((typed) => performance.now() > typed + 500, await now(page));
    await shiftsIn(page);
    answers.resolve();
    await expect.poll(() => page.getByLabel('Rua').inputValue()).toBe(HOME.street);
    expect(await shiftsIn(page)).toEqual([]);
    expect(await page.getByLabel('Número', { exact: true }).isDisabled()).toBe(false);
  });
});
