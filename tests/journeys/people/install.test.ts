import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { DESKTOP, PHONE, newVisitor, test } from '#tests/support/browser/browser.ts';
import { alive, at, become, chooseAnew, choosePickup, reachCart, seen } from '#tests/support/people.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const DAY = 86_400_000;

/** As if what the device keeps of the offer were so much older. */
const age = (page: Page, ms: number) =>
  page.evaluate((by) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('vitrine-install:')) ?? '';
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, number>;
    const older = Object.entries(kept).map(([name, at]) => [name, name.endsWith('At') ? at - by : at]);
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(older)));
  }, ms);
/** Waits until this visit is counted. */
const counted = (page: Page) =>
  page.waitForFunction(() => Object.keys(localStorage).some((name) => name.startsWith('vitrine-install:')));
/** The browser's own question, which answers as it is told. */
const offer = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate((answer) => {
    const question = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve(document.documentElement.setAttribute('data-asked', '')),
      userChoice: Promise.resolve({ outcome: answer }),
    });
    dispatchEvent(question);
  }, outcome);
/** Counts how often the store's words for it were asked for, which is whenever it is to be shown. */
function asked(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/documents/defaults/dialogs')) count += 1;
  });
  return () => count;
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

describe('the store on the home screen', () => {
  test('is offered on the second visit where the browser can, in the store’s words, and asked for once', async ({
    page,
    expect,
  }) => {
    const times = asked(page);
    await page.goto('/home');
    await counted(page);
    await offer(page, 'accepted');
    await age(page, DAY);
    await page.goto('/products');
    await alive(page.locator('h1'));
    expect(times()).toBe(0);
    await page.reload();
    await alive(page.locator('h1'));
    await offer(page, 'accepted');
    const shown = dialog(page, 'Deixe a Feira na tela inicial');
    await seen(shown);
    await shown.getByRole('button', { name: 'Instalar' }).click();
    await shown.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('html[data-asked]').count()).toBe(1);
  });

  test('is told how on an iPhone, and not again for ninety days once it is sent away', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, { userAgent: IPHONE, viewport: PHONE });
    const page = await context.newPage();
    const times = asked(page);
    await page.goto('/home');
    await counted(page);
    await age(page, DAY);
    await page.reload();
    const shown = dialog(page, 'Deixe a Feira na tela inicial');
    await seen(shown.getByText('Toque em Compartilhar e depois em Adicionar à Tela de Início.'));
    await shown.getByRole('button', { name: 'Entendi' }).click();
    await shown.waitFor({ state: 'detached' });
    await age(page, 89 * DAY);
    await page.reload();
    await alive(page.locator('h1'));
    await age(page, 2 * DAY);
    await page.reload();
    await seen(shown);
    // Where it was silent it was not even asked for.
    expect(times()).toBe(2);
    // Nothing of it over what is filled in.
    await page.goto('/login');
    await at(page, '/login');
    expect(await shown.count()).toBe(0);
    await context.close();
  });

  test('is offered after an order on the first visit, and still where one goes on to', async ({
    page,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await reachCart(page, 'Pão de queijo');
    await chooseAnew(page);
    await choosePickup(page);
    await page.getByRole('button', { name: 'Ir para pagamento' }).click();
    await page.getByLabel('Crédito da loja').check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Finalizar pedido' }).click();
    await at(page, /^\/order\/[0-9A-Z]{16}\/success$/);
    const shown = dialog(page, 'Deixe a Feira na tela inicial');
    await offer(page, 'dismissed');
    await seen(shown);
    await page.getByRole('link', { name: 'Continuar comprando' }).click();
    await at(page, /^(?!\/order)/);
    await seen(page.getByRole('navigation', { name: 'Principal' }));
    await seen(shown);
    // Asked by the browser, the person said no: that is remembered as well.
    await shown.getByRole('button', { name: 'Instalar' }).click();
    await shown.waitFor({ state: 'detached' });
    const silencedAt = () =>
      page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.startsWith('vitrine-install:')) ?? '';
        return (JSON.parse(localStorage.getItem(key) ?? '{}') as { silencedAt?: number }).silencedAt ?? 0;
      });
    await expect.poll(silencedAt).toBeGreaterThan(0);
  });

  test('is not offered on a desktop', async ({ browser, shop, faults, expect }) => {
    const context = await newVisitor(browser, shop, faults, { viewport: DESKTOP });
    const page = await context.newPage();
    const times = asked(page);
    await page.goto('/home');
    await counted(page);
    await age(page, DAY);
    await page.reload();
    await alive(page.locator('h1'));
    await offer(page, 'accepted');
    await page.goto('/products');
    await alive(page.locator('h1'));
    expect(times()).toBe(0);
    await context.close();
  });

  test('has a manifest that Chromium reads without a complaint, and icons that let it be installed', async ({
    page,
    shop,
    expect,
  }) => {
    await page.goto('/');
    const browser = await page.context().newCDPSession(page);
    // What Chromium understood, and not what was sent. Its `Page.getInstallabilityErrors` is of no use here: the shell
    // without a window that these journeys run in finds none, also of a manifest without icons.
    const { url, errors, manifest } = await browser.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${shop.url}/manifest.webmanifest`, []]);
    const { icons = [], ...about } = manifest;
    expect(about).toMatchObject({
      id: `${shop.url}/`,
      scope: `${shop.url}/`,
      startUrl: `${shop.url}/`,
      display: 'kStandalone',
      themeColor: 'rgba(23,105,74,1)',
      backgroundColor: 'rgba(250,248,245,1)',
      launchHandler: { clientMode: 'kNavigateExisting' },
      protocolHandlers: [{ protocol: 'web+vitrine', url: `${shop.url}/?link=%s` }],
      shareTarget: { action: `${shop.url}/qrcode`, method: 'kGet' },
      shortcuts: [{ name: 'Meus pedidos' }, { name: 'Carrinho' }, { name: 'Ler código' }],
    });
    expect(icons.map(({ type }) => type)).toEqual(Array.from({ length: 4 }, () => 'image/png'));
    const drawn = await page.evaluate(
      (addresses) =>
        Promise.all(
          addresses.map(async (src) => {
            const icon = new Image();
            icon.src = src;
            await icon.decode();
            return `${icon.naturalWidth}x${icon.naturalHeight}`;
          }),
        ),
      icons.map((icon) => icon.url),
    );
    expect(drawn).toEqual(['192x192', '512x512', '192x192', '512x512']);
    expect(icons.map(({ sizes }) => sizes)).toEqual(drawn);
  });

  test('asks for none of its icons where a page is only looked at', async ({ page, expect }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/');
    await alive(page.locator('h1'));
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => /icone|touch-icon|manifest/.test(path))).toEqual([]);
  });
});
