import type { Page } from 'playwright-core';

/** What stands on a page, for a failure that does not say what came instead. */
export async function standing(page: Page): Promise<string> {
  const text = await page
    .locator('main')
    .innerText({ timeout: 1_000 })
    .catch(() => '(no main)');
  return `At ${page.url()} stands:\n${text.slice(0, 1_500)}`;
}
