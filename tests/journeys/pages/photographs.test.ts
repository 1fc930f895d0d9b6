import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, inject } from 'vitest';
import { PHONE, newVisitor, test as base } from '#tests/support/browser/browser.ts';
import { photograph } from '#tests/support/browser/photographs.ts';
import { keepFacesAway } from '#tests/support/peers/distance.ts';
import { seen } from '#tests/support/people.ts';
import { compiled, quickly } from '#tests/support/store/processes.ts';
import { startShop } from '#tests/support/shop.ts';
import { folderOf } from '#tests/support/tenants/spoilt-tenant.ts';

const CATALOG = '/store/feira-da-semana/catalog';

/** The market's folder, with photographs instead of drawings of its first products and of its first story. */
async function folderWithPhotographs(folder: string): Promise<void> {
  cpSync(folderOf('feira'), folder, { recursive: true });
  const photo = await (await photograph(2_000, 1_500)).jpeg({ quality: 90 }).toBuffer();
  const swap = (file: string, pattern: RegExp, name: (index: number) => string) => {
    let index = 0;
    const place = path.join(folder, file);
    writeFileSync(
      place,
      readFileSync(place, 'utf8').replace(pattern, (as) => as.replace(/[\w-]+\.svg/, name(index++))),
    );
  };
  // Twelve names of two pictures, each of which is made once.
  const small = await sharp(photo).resize(1_200, 1_200).jpeg({ quality: 85 }).toBuffer();
  for (let index = 0; index < 12; index++)
    writeFileSync(path.join(folder, 'media', `foto-${index}.jpg`), index === 0 ? photo : small);
  swap('items/feira-da-semana.json', /"images": \[\s*"[\w-]+\.svg"/g, (index) => `foto-${index % 12}.jpg`);
  swap('campaigns.json', /"image(Wide)?": "[\w-]+\.svg"/g, () => 'foto-1.jpg');
}

const test = base.extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'vitrine-photographs-'));
  const folder = path.join(scratch, 'loja');
  await folderWithPhotographs(folder);
  const dataDir = path.join(scratch, 'data');
  cpSync(inject('template'), dataDir, { recursive: true });
  const command = path.resolve(import.meta.dirname, '../../../src/server/commands/tenant-import.ts');
  execFileSync(process.execPath, [...quickly, command, folder], {
    env: { ...process.env, ...compiled, NODE_ENV: 'production', DATA_DIR: dataDir, SANDBOX: '1' },
    stdio: 'pipe',
  });
  const shop = await startShop({ dataDir });
  onCleanup(async () => {
    await shop.close();
    rmSync(scratch, { recursive: true, force: true });
  });
  return shop;
});

/** File that the browser chose: its place among those made, and type. */
const chosen = (img: Locator): Promise<string> =>
  img.evaluate(async (one: HTMLImageElement) => {
    await one.decode();
    return one.currentSrc.split('/').at(-1) ?? '';
  });
const shiftsOf = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('layout-shift')
      .concat(...([Reflect.get(globalThis, 'shifts') ?? []] as PerformanceEntry[][]))
      .map((entry) => Number(Reflect.get(entry, 'value'))),
  );

describe('a photograph on a phone', () => {
  test('is the AVIF of its frame, comes when it is near, and moves nothing', async ({
    browser,
    shop,
    faults,
    expect,
  }) => {
    const context = await newVisitor(browser, shop, faults, { viewport: PHONE, deviceScaleFactor: 2 });
    // Whether a kept face is there before the first frame of the reload is no matter of pictures.
    await keepFacesAway(context);
    await context.addInitScript(() => {
      const shifts: PerformanceEntry[] = [];
      Reflect.set(globalThis, 'shifts', shifts);
      new PerformanceObserver((list) => void shifts.push(...list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      });
    });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(CATALOG);
    await page.waitForRequest(/\/events\?/);
    const tiles = page.getByRole('main').getByRole('article');
    expect(await chosen(tiles.nth(0).locator('img'))).toBe('400.avif');
    // The mark of the shop, and three rows of two.
    const pictures = () => asked.filter((one) => one.startsWith('/media/'));
    expect(pictures().length).toBeLessThanOrEqual(7);
    expect(pictures().filter((one) => one.endsWith('.jpg'))).toEqual([]);
    await tiles.nth(9).scrollIntoViewIfNeeded();
    await seen(tiles.nth(9).locator('img'));
    expect(await chosen(tiles.nth(9).locator('img'))).toBe('400.avif');

    await tiles.nth(0).scrollIntoViewIfNeeded();
    await tiles.nth(0).getByRole('link').click();
    await seen(page.getByRole('heading', { level: 1 }));
    expect(await chosen(page.getByRole('main').locator('picture img').first())).toBe('800.avif');
    await page.reload();
    expect(await chosen(page.getByRole('main').locator('picture img').first())).toBe('800.avif');
    const preview = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect(preview).toMatch(/\/media\/client\/foto-0\.jpg$/);
    expect(await shiftsOf(page)).toEqual([]);

    await page.goto('/');
    const story = page.getByRole('main').locator('picture img').filter({ visible: true }).first();
    expect(await chosen(story)).toBe('560.avif');
    expect(await shiftsOf(page)).toEqual([]);
    await context.close();
  });
});
