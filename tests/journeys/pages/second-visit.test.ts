import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { signOut } from '#tests/support/browser/sign-out.ts';
import { become, heading, seen } from '#tests/support/people.ts';

const CATALOG = '/store/feira-da-semana/catalog';
/** What the worker has of an address, and, where it is to be another, with a part of its text replaced. */
const inWorker = (
  page: Page,
  path: string,
  change?: { from: string; to: string; until?: number },
): Promise<string | null> =>
  page.evaluate(
    async ({ path, change }) => {
      const name = (await caches.keys()).find((one) => one.startsWith('pages-'));
      const cache = name === undefined ? null : await caches.open(name);
      const kept = await cache?.match(path, { ignoreVary: true });
      const text = (await kept?.text()) ?? null;
      if (cache && kept && text !== null && change) {
        const headers = new Headers(kept.headers);
        if (change.until !== undefined) headers.set('x-kept-until', String(change.until));
        await cache.put(path, new Response(text.replaceAll(change.from, change.to), { headers }));
      }
      return text;
    },
    { path, change },
  );
/** Opens a page for the first time, until the worker has it. @returns another tab */
async function visited(context: BrowserContext, page: Page, path: string): Promise<Page> {
  await page.goto(path);
  await expect.poll(() => inWorker(page, path)).not.toBe(null);
  return context.newPage();
}
const isKept = (page: Page) => page.evaluate(() => 'kept' in document.documentElement.dataset);

describe('a second visit', () => {
  for (const [path, text] of [
    ['/', 'Outras campanhas'],
    [CATALOG, 'Tomate italiano'],
  ] as const)
    test(`to ${path} asks for nothing before the page is there`, async ({ context, page, faults }) => {
      faults.expect(/ERR_FAILED|fetching the script/);
      const other = await visited(context, page, path);
      const title = await page.title();
      await context.setOffline(true);
      const answer = await other.goto(path);
      expect(answer?.fromServiceWorker()).toBe(true);
      expect(await isKept(other)).toBe(true);
      await seen(heading(other, text));
      expect(await other.title()).toBe(title);
      await context.setOffline(false);
    });

  test('shows a price that was, until the product is asked for, and then the one that is', async ({
    context,
    page,
    expect,
  }) => {
    await page.goto(CATALOG);
    const path = await page.getByRole('link', { name: 'Tomate italiano' }).first().getAttribute('href');
    if (path === null) throw new Error('a product has an address');
    const other = await visited(context, page, path);
    // It was kept when the price was another, and what Pix takes off it.
    expect(await inWorker(page, path, { from: '6,45', to: '3,21' })).toContain('6,45');
    expect(await inWorker(page, path, { from: '6,13', to: '3,05' })).toContain('6,13');
    expect(await inWorker(page, path, { from: '"price":6.45', to: '"price":3.21' })).toContain(
      '"price":6.45',
    );
    const answer = await other.goto(path, { waitUntil: 'commit' });
    const text = await answer?.text();
    expect([text?.includes('3,21'), text?.includes('6,45')]).toEqual([true, false]);
    await seen(other.getByText('6,45'));
    // What the worker has is the newer one by now.
    await expect.poll(() => inWorker(other, path)).toContain('6,45');
  });

  test('asks for the campaigns anew, which a page from the shop does not', async ({
    context,
    page,
    expect,
  }) => {
    const calls: string[] = [];
    context.on('request', (request) => void calls.push(new URL(request.url()).pathname));
    const other = await visited(context, page, '/');
    expect(calls.filter((path) => path.includes('/campaigns'))).toEqual([]);
    await inWorker(page, '/', { from: 'Feira da Semana', to: 'Feira de Ontem' });
    const answer = await other.goto('/');
    expect(await answer?.text()).toContain('Feira de Ontem');
    await seen(heading(other, 'Feira da Semana'));
    expect(await heading(other, 'Feira de Ontem').count()).toBe(0);
  });

  test('is answered by the shop once time has ended something on the page, and when it is loaded again', async ({
    context,
    page,
    expect,
  }) => {
    const other = await visited(context, page, CATALOG);
    await other.goto(CATALOG);
    expect(await isKept(other)).toBe(true);
    await other.reload();
    expect(await isKept(other)).toBe(false);
    await inWorker(other, CATALOG, { from: '', to: '', until: await other.evaluate(() => Date.now() - 1) });
    await other.goto(CATALOG);
    expect(await isKept(other)).toBe(false);
  });

  test('tells the time of the shop without a network, whatever it was when the page was kept', async ({
    context,
    page,
    faults,
  }) => {
    faults.expect(/net::ERR_|Failed to load resource|fetching the script/);
    const soon = '/store/cestas-de-natal';
    const other = await visited(context, page, soon);
    await seen(page.getByText('Abre em', { exact: true }));
    await page.close();
    await other.clock.install({ time: Date.now() + 40 * 86_400_000 });
    await context.setOffline(true);
    await other.goto(soon);
    await seen(other.getByText('Esta campanha terminou'));
    await context.setOffline(false);
  });

  test('finds no page of a person, REL-21 and after they left none that says where they were', async ({
    page,
    context,
    faults,
    expect,
  }) => {
    // They leave while the shop is still being asked who is here.
    faults.expect(/status of 401/);
    await become(page, 'Caio, sem endereço');
    const other = await visited(context, page, CATALOG);
    for (const path of ['/cart', '/account', CATALOG]) await other.goto(path);
    const kept = () =>
      other.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith('pages-'));
        const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return all.flat().map(({ url }) => new URL(url).pathname);
      });
    expect(await kept()).toEqual([CATALOG]);
    await other.goto('/account');
    await signOut(other);
    await other.waitForURL((url) => url.pathname === '/');
    await expect.poll(kept).not.toContain(CATALOG);
  });

  test('to the account of nobody is the sign-in, before a script', async ({ page, context }) => {
    await page.goto('/account');
    await seen(heading(page, 'Entrar na Feira'));
    await page.close();
    const other = await context.newPage();
    const answer = await other.goto('/account', { waitUntil: 'commit' });
    expect(await answer?.text()).toMatch(/<h1[^>]*>Entrar na Feira/);
  });
});
