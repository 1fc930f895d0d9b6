import { describe, expect } from 'vitest';
import { DESKTOP, newVisitor, test } from '#tests/support/browser/browser.ts';
import { become, heading, moveClock, pathOf, seen } from '#tests/support/people.ts';
import { saveAddress } from '#tests/support/browser/ways.ts';

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

  test('is that the clock was moved: a campaign opens and ends at once for somebody who only looks', async ({
    page,
    shop,
    faults,
  }) => {
    const listening = page.waitForRequest(
      (request) => new URL(request.url()).pathname === '/api/operation/events',
    );
    await page.goto(SOON);
    await listening;
    await seen(page.getByText('Abre em', { exact: true }));
    await moveClock(shop, 40 * 86_400);
    await seen(page.getByText('Esta campanha terminou'));
    await moveClock(shop, 0);
    await seen(page.getByText('Abre em', { exact: true }));
    expect(faults.unexpected).toEqual([]);
  });

  test('is nothing at the door of a company: no call is refused, and its bars offer nothing', async ({
    browser,
    shop,
    faults,
  }) => {
    const context = await newVisitor(browser, shop, faults, {
      viewport: DESKTOP,
      baseURL: shop.url.replace('127.0.0.1', 'clube.localhost'),
    });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    for (const path of ['/', '/store/x/catalog', '/intranet/login']) {
      await page.goto(path);
      await seen(page.getByText('Produtos e preços aparecem depois que você entra.'));
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

  test('is where a known client lives: the header, the campaigns and the checkout go there', async ({
    browser,
    shop,
    faults,
  }) => {
    const context = await newVisitor(browser, shop, faults, { viewport: DESKTOP });
    const page = await context.newPage();
    await become(page, 'Marina, cliente');
    const nearby = page.waitForRequest(
      (request) =>
        /\/campaigns?\/.*latitude=-23\.55/.test(request.url()) ||
        /account.*latitude=-23\.55/.test(request.url()),
    );
    await page.goto('/');
    await nearby;
    await seen(page.getByRole('link', { name: 'Entregar em Rua Harmonia, 482. Trocar' }));
    await context.close();
  });

  test('is what is offered where a visitor says that they are, under one record', async ({ page }) => {
    const asked: string[] = [];
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/\/(?:leads|campaigns\/(?:lead|public))/.test(pathname))
        asked.push(`${request.method()} ${pathname}${search}`);
      if (request.method() === 'POST' && pathname.endsWith('/leads')) bodies.push(request.postDataJSON());
    });
    const lead = () =>
      asked.filter((call) => call.startsWith('GET /api/operation/campaigns/lead/')).at(-1) ?? '';
    await page.goto('/location');
    await page.getByLabel('CEP', { exact: true }).fill('20040-002');
    await page.keyboard.press('Enter');
    await page.getByLabel('Número', { exact: true }).fill('100');
    await saveAddress(page);
    await expect.poll(lead).toContain('/within?latitude=-22.9');
    await page.goto('/home');
    await seen(heading(page, 'Ainda não há campanhas neste lugar'));
    expect(bodies).toEqual([
      {
        properties: {
          type: 'CLIENT',
          devices: [{ uniqueId: expect.stringMatching(/^[\da-f-]{36}$/), deviceId: 'web' }],
        },
        addresses: [expect.objectContaining({ postalCode: '20040-002', streetNumber: '100' })],
      },
    ]);
    asked.length = 0;
    await page.reload();
    await expect.poll(lead).toContain('/within?latitude=-22.9');
    expect(asked.filter((call) => !call.startsWith('GET'))).toEqual([]);
  });
});
