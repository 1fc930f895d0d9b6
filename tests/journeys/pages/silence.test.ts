import type { Browser, Locator, Page, Route } from 'playwright-core';
import { describe } from 'vitest';
import { type PageFaults, newVisitor, test } from '#tests/support/browser/browser.ts';
import { becomeNew } from '#tests/support/store/api-driver.ts';
import { at, fillCart, heading, newPerson, pathOf, reachConfirmation, seen } from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';

const more = (page: Page) => page.getByRole('button', { name: 'Mais um Tomate italiano' }).click();
/** A page without a worker: what is cut off here is cut off for it. */
async function bare(browser: Browser, shop: Shop, faults: PageFaults) {
  const context = await newVisitor(browser, shop, faults, { serviceWorkers: 'block' });
  return { context, page: await context.newPage() };
}
const WHERE = 'Informar onde você quer receber';
const CLEAR = 'rgba(0, 0, 0, 0)';
const paint = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor);
const offline = (page: Page) => page.getByText(/Você está sem internet/).filter({ visible: true });
const silent = (page: Page) => page.getByText(/A loja não respondeu/).filter({ visible: true });

describe('when no answer comes', () => {
  test('says once whose silence it is, and goes on by itself', async ({ browser, shop, faults, expect }) => {
    faults.expect(/ERR_FAILED|status of 502/);
    const { context, page } = await bare(browser, shop, faults);
    await page.clock.install();
    await fillCart(page, 'Tomate italiano');
    await page.getByRole('link', { name: /^Ver carrinho/ }).click();
    await at(page, '/cart');
    await seen(page.getByText('Produtos (1 item)'));
    await seen(page.getByText('500 g · R$\u00a012,90/kg'));
    await context.setOffline(true);
    await more(page);
    await seen(offline(page));
    // The cart has tried to write by then.
    await expect.poll(() => page.getByText('Produtos (2 itens)').count()).toBeGreaterThan(0);
    await expect.poll(() => offline(page).count()).toBe(1);
    expect(await silent(page).count()).toBe(0);
    await context.setOffline(false);
    await expect.poll(() => offline(page).count()).toBe(0);

    await page.route('**/api/operation/carts/**', (route) =>
      route.fulfill({ status: 502, body: 'bad gateway' }),
    );
    await more(page);
    await seen(silent(page));
    expect(await offline(page).count()).toBe(0);
    // With time held it does not try again by itself, and the button is there until it is pressed.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await seen(silent(page));
    await page.unroute('**/api/operation/carts/**');
    await page.getByRole('button', { name: 'Tentar agora' }).click();
    await page.clock.resume();
    await expect.poll(() => silent(page).count()).toBe(0);
    await context.close();
  });

  test('keeps the shop of a first visit, however short, with its looks and the cart', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/ERR_FAILED|code of a screen did not arrive|fetching the script/);
    const context = await newVisitor(browser, shop, faults);
    // The page never comes to rest, so nothing of what is fetched then is here.
    await context.addInitScript(() => {
      const begin = globalThis.setTimeout;
      globalThis.setTimeout = ((act: () => void, after?: number) =>
        after === 3_000 ? 0 : begin(act, after)) as typeof begin; // none of ours has more arguments
    });
    const page = await context.newPage();
    await fillCart(page, 'Tomate italiano');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    await seen(page.getByRole('link', { name: /^Ver carrinho, 1 item/ }));
    await page.goto('/cart');
    await seen(heading(page, 'Tomate italiano'));
    await page.goto('/nao/existe');
    await seen(heading(page, 'Não encontramos esta página'));
    await page.goto('/order/7ZQ4K2M9X1B3C5D7/pending');
    await seen(heading(page, 'Esta tela não chegou'));
    await seen(page.getByText('Seu carrinho', { exact: true }));
    // A tab that has never been anywhere.
    const other = await context.newPage();
    await other.goto('/about');
    await seen(heading(other, 'Esta tela não chegou'));
    expect(await paint(other.getByRole('button', { name: 'Tentar de novo' }))).not.toBe(CLEAR);
    expect(await other.title()).toBe('Sobre a loja | Feira | Vitrine');
    await context.setOffline(false);
    await seen(other.getByText(/^CNPJ /));
    await context.close();
  });

  test('starts by itself once the network is back that took the code of the start', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/Failed to fetch dynamically/);
    const { context, page } = await bare(browser, shop, faults);
    await fillCart(page, 'Tomate italiano');
    await page.route('**/assets/left-behind*', (route) => route.abort('internetdisconnected'));
    const lost = page.waitForEvent('pageerror');
    await page.goto('/cart');
    await lost;
    expect(await heading(page, 'Tomate italiano').count()).toBe(0);
    await page.unroute('**/assets/left-behind*');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await seen(heading(page, 'Tomate italiano'));
    await context.close();
  });

  test('keeps a screen’s place until its code can be had', async ({ browser, shop, faults, expect }) => {
    faults.expect(/Failed to fetch|ERR_FAILED/);
    const { context, page } = await bare(browser, shop, faults);
    // Not even the looks of a page in trouble are here yet.
    await page.route('**/assets/afterwards*', (route) => route.abort());
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    // Pointing at a link would fetch what is behind it.
    await page.route('**/assets/**', (route) => route.abort('internetdisconnected'));
    await page.route('**/livez', (route) => route.abort('internetdisconnected'));
    await page.getByRole('link', { name: WHERE }).filter({ visible: true }).click();
    await seen(heading(page, 'Esta tela não chegou'));
    await at(page, '/location');
    expect(await page.getByText('Algo falhou do nosso lado').count()).toBe(0);
    expect(await paint(page.getByRole('button', { name: 'Tentar de novo' }))).not.toBe(CLEAR);
    await page.unroute('**/assets/afterwards*');
    await page.unroute('**/assets/**');
    await page.unroute('**/livez');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await seen(heading(page, 'Onde você quer receber?'));
    // Titles come with the looks.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => page.title()).toBe('Onde entregar | Feira | Vitrine');
    await context.close();
  });

  test('takes the new version of the shop where the code of the old one is gone, with the cart', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/status of 404|Failed to fetch/);
    const { context, page } = await bare(browser, shop, faults);
    await fillCart(page, 'Tomate italiano');
    await page.waitForLoadState('networkidle');
    let loads = 0;
    page.on('request', (request) => (loads += Number(request.isNavigationRequest())));
    const gone = (route: Route) =>
      loads === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue();
    await page.route('**/assets/location-screen*.js', gone);
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    loads = 0;
    await page.getByRole('link', { name: WHERE }).filter({ visible: true }).click();
    await seen(heading(page, 'Onde você quer receber?'));
    expect([loads, pathOf(page)]).toEqual([1, '/location']);
    await page.goto('/cart');
    await seen(heading(page, 'Tomate italiano'));
    await context.close();
  });

  test('remembers at a reload of the last look what was chosen', async ({ page, shop, expect }) => {
    await becomeNew(page, shop);
    await reachConfirmation(page);
    const chosen = page.getByText(/^(?:Seg|Ter|Qua|Qui|Sex|Sáb|Dom)\., \d+ de \w+\., \d+h às \d+h$/).first();
    const words = await chosen.textContent();
    await page.reload();
    await seen(heading(page, 'Confira e finalize'));
    await expect.poll(() => chosen.textContent()).toBe(words);
    expect(
      await page
        .getByText('Entrega', { exact: true })
        .filter({ has: page.locator('xpath=self::h2|self::h3|self::p') })
        .count(),
    ).toBe(0);
  });
});

describe('a code that is asked for from a busy address', () => {
  test('is worked for, calmly, and told of', async ({ page, faults, expect }) => {
    faults.expect(/status of 429/);
    const proofs: (string | undefined)[] = [];
    let bits = 24;
    await page.route('**/api/users/authenticate/sms', (route) => {
      const proof = route.request().headers()['x-proof-of-work'];
      proofs.push(proof);
      if (proof) return route.continue();
      const body = {
        type: 'about:blank',
        title: 'Muitos pedidos',
        status: 429,
        code: 'PROOF_OF_WORK',
        retryable: true,
        requestId: 'q',
        detail: `${bits}:seed`,
      };
      return route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify(body),
      });
    });
    await page.goto('/login/phone/verification');
    await page.getByLabel('Celular com DDD').fill(newPerson().national);
    const send = page.getByRole('button', { name: 'Enviar código' });
    await send.click();
    await seen(page.getByText('Um instante…'));
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await seen(send);
    expect(proofs).toEqual([undefined]);
    bits = 12;
    await send.click();
    await seen(heading(page, 'Digite o código que enviamos'));
    // It speaks of this step, moves nothing in it, and ends with it.
    const notice = page.getByText(/^Enviamos um código por SMS para \(11\)/);
    await seen(notice);
    expect(
      await page.evaluate(
        () =>
          getComputedStyle(document.querySelector('section[aria-label="Avisos"]') ?? document.body).position,
      ),
    ).toBe('fixed');
    await page.getByRole('link', { name: 'Trocar número' }).click();
    await expect.poll(() => notice.count()).toBe(0);
    expect(proofs.slice(1)).toEqual([undefined, expect.stringMatching(/^[\w-]{1,40}$/)]);
  });
});

describe('a campaign', () => {
  test('says where its things can be fetched, and when', async ({ page }) => {
    await page.goto('/store/feira-da-semana');
    const points = page.getByRole('list', { name: 'Retirada' });
    await seen(points.getByText('Feira Pinheiros'));
    await seen(points.getByText(/seg\. a sex\., 9h às 20h; sáb\., 9h às 16h/));
    await seen(points.getByText(/^Rua dos Pinheiros, 1037/));
  });
});
