/**
 * `npm run look -- /path … [--as=visitor|client|company|…]`: pictures of pages at 390 and 1280 px, as a demo
 * person sees them, in a shop of its own that ends with the command. Without `--as`: as visitor, client and
 * client of the company store.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium as playwright } from 'playwright-core';
import { chromium } from '../support/browser/chromium.ts';
import { startShop } from '../support/shop.ts';
import { root } from './source.ts';

/** Sandbox button and store of each. */
const PEOPLE: Record<string, { persona: string; host: string }> = {
  visitor: { persona: 'visitor', host: '127.0.0.1' },
  client: { persona: 'client', host: '127.0.0.1' },
  clientWithoutAddress: { persona: 'clientWithoutAddress', host: '127.0.0.1' },
  expiredToken: { persona: 'expiredToken', host: '127.0.0.1' },
  company: { persona: 'client', host: 'clube.localhost' },
};
const SIZES = [
  { width: 390, height: 844 },
  { width: 1_280, height: 900 },
];

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: { as: { type: 'string', multiple: true }, out: { type: 'string', default: '.cache/look' } },
});
const names = values.as ?? ['visitor', 'client', 'company'];
const unknown = names.filter((name) => !PEOPLE[name]);
const wrong = paths.filter((one) => !one.startsWith('/'));
if (paths.length === 0 || unknown.length > 0 || wrong.length > 0) {
  for (const name of unknown) console.error(`There is no demo person "${name}".`);
  for (const one of wrong) console.error(`"${one}" is no path: it begins with a slash.`);
  console.error(`npm run look -- /path … [--as=${Object.keys(PEOPLE).join('|')}] [--out=folder]`);
  process.exit(1);
}

const folder = path.resolve(root, values.out);
mkdirSync(folder, { recursive: true });
const shop = await startShop();
const browser = await playwright.launch({ ...(await chromium()), chromiumSandbox: false });
try {
  for (const name of names) {
    const { persona = '', host = '' } = PEOPLE[name] ?? {};
    const baseURL = shop.url.replace('127.0.0.1', host);
    const options = { baseURL, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' };
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto('/sandbox');
    await page.locator(`[data-persona="${persona}"]`).click();
    await page.waitForURL((url) => url.pathname !== '/sandbox');
    for (const one of paths)
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.goto(one, { waitUntil: 'networkidle' });
        const file = `${one.replace(/[^\w-]+/g, '-').replace(/^-|-$/g, '') || 'root'}-${name}-${size.width}.png`;
        await page.screenshot({ path: path.join(folder, file), fullPage: true });
        const to = new URL(page.url());
        const led = to.pathname + to.search === one ? '' : ` (led to ${to.pathname})`;
        console.log(`${path.relative(process.cwd(), path.join(folder, file))}${led}`);
      }
    await context.close();
  }
} finally {
  await browser.close();
  await shop.close();
}
