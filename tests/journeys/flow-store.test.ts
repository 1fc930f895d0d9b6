import type { Locator } from 'playwright-core';
import { describe } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { DESKTOP, PHONE, test } from '#tests/support/browser/browser.ts';
import { hindering } from '#tests/support/browser/hindering.ts';
import { heading, seen } from '#tests/support/people.ts';

describe('the store beside a chart', () => {
  test('is used in a phone, lights up the chart and fills the log, also while it is out of sight', async ({
    page,
    expect,
  }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/flows/app');
    await seen(heading(page, 'app'));
    const beside = page.getByRole('radiogroup', { name: 'Ao lado do desenho' });
    const choose = (name: string) => beside.getByText(name, { exact: true }).click();
    // Who does not look at a store is shown none.
    expect(await beside.getByText('Loja', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Ver ao vivo' }).click();
    await choose('Loja');
    const store = page.frameLocator('iframe');
    await seen(store.getByRole('link', { name: 'Entrar na feira' }));
    await seen(page.getByRole('status').filter({ hasText: 'Ao vivo' }));
    await page.locator('[data-state="home"][data-life="active"]').waitFor();
    expect(await page.locator('iframe').evaluate((one: HTMLIFrameElement) => one.clientWidth)).toBe(390);
    await store.getByRole('link', { name: 'Entrar na feira' }).click();
    const lit = page.locator('[data-state="catalog"][data-life="active"]');
    await lit.waitFor();
    // It is brought where one looks.
    const boxOf = (part: Locator) => part.boundingBox();
    await expect
      .poll(async () => {
        const [box, frame] = await Promise.all([boxOf(lit), boxOf(page.getByRole('main'))]);
        return box && frame && box.x >= frame.x && box.x + box.width <= frame.x + frame.width;
      })
      .toBe(true);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      expect(await hindering(page)).toEqual([]);
    }
    expect(await seriousFaults(page)).toEqual([]);
    await choose('Ao vivo');
    await seen(page.getByRole('button', { name: /asked\.app\.catalog.*app/ }).first());
    expect(await page.locator('iframe').isVisible()).toBe(false);
    await choose('Loja');
    await seen(store.getByRole('button', { name: 'Adicionar Tomate italiano', exact: true }));
    await page.getByRole('button', { name: 'Parar' }).click();
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
  });
});
