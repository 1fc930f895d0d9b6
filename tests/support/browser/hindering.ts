import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What is wrong with a page as it stands, a line each. */
export type Judge = (page: Page) => Promise<string[]>;

/** What axe finds serious, two landmarks of one name, and a page that is wider than its window. */
export const hindering: Judge = async (page) => {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    // Frames of another origin need a page of axe's own; it is spared where there is none.
    .setLegacyMode(page.frames().length === 1)
    .analyze();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...(wide > 0 ? [`${wide} px wider than the window`] : []),
    ...violations
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'landmark-unique')
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(' ')}`)),
  ];
};
