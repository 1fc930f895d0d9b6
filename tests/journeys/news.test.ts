import { describe, expect } from 'vitest';
import { DESKTOP, newVisitor, test } from '#tests/support/browser.ts';
import { become, heading, moveClock, pathOf, seen } from '#tests/support/people.ts';

const SOON = '/store/cestas-de-natal';

describe('what a page hears from its server', () => {
  test('is why it was sent elsewhere, told once and not in the address', async ({ page }) => {
    await page.goto(`${SOON}/catalog`);
    await seen(page.getByText('Esta campanha ainda não abriu.'));
    expect(page.url().endsWith(SOON)).toBe(true);
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    await seen(heading(page, 'Cestas de Natal'));
    await expect.poll(() => page.getByText('Esta campanha ainda não abriu.').count()).toBe(0);
  });

  test('is that the clock was moved: a campaign opens and ends at once for somebody who only looks', async ({ page, shop, faults }) => {
    const listening = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/operation/events');
    await page.goto(SOON);
    await listening;
    await seen(page.getByText('Abre em', { exact: true }));
    await moveClock(shop, 40 * 86_400);
    await seen(page.getByText('Esta campanha terminou'));
    await moveClock(shop, 0);
    await seen(page.getByText('Abre em', { exact: true }));
    expect(faults.unexpected).toEqual([]);
  });

  test('is nothing at the door of a company: no call is refused, and its bars offer nothing', async ({ browser, shop, faults }) => {
    const context = await newVisitor(browser, shop, faults, {
      viewport: DESKTOP,
      baseURL: shop.url.replace('127.0.0.1', 'clube.localhost'),
    });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    for (const path of ['/', '/store/x/catalog', '/intranet/login']) {
      await page.goto(path);
      await seen(page.getByText('Acesso com a sua matrícula'));
      expect(pathOf(page)).toBe('/intranet/login');
      expect(await page.getByRole('link').allInnerTexts()).toEqual(
        expect.not.arrayContaining(['Campanhas', 'Pedidos', 'Carrinho', 'Acesso da empresa']),
      );
      expect(await page.getByRole('search').count()).toBe(0);
    }
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => /^\/api\/.*(campaign|catalog|account|cart)/.test(path))).toEqual([]);
    expect(faults.unexpected).toEqual([]);
    await context.close();
  });

  test('is where a known client lives: the header, the campaigns and the checkout go there', async ({ browser, shop, faults }) => {
    const context = await newVisitor(browser, shop, faults, { viewport: DESKTOP });
    const page = await context.newPage();
    await become(page, 'Marina, cliente');
    const nearby = page.waitForRequest(
      (request) => /\/campaigns?\/.*latitude=-23\.55/.test(request.url()) || /account.*latitude=-23\.55/.test(request.url()),
    );
    await page.goto('/');
    await nearby;
    await seen(page.getByRole('link', { name: 'Entregar em Rua Harmonia, 482. Trocar' }));
    await context.close();
  });
});
