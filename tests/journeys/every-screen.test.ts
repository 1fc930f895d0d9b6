import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { DESKTOP, PHONE, launchBrowser, newVisitor, test } from '#tests/support/browser.ts';
import { visitAll } from '#tests/support/every-screen.ts';
import { misfits } from '#tests/support/misfits.ts';
import { pathOf } from '#tests/support/people.ts';
import { shiftsIn, watchShifts } from '#tests/support/shifts.ts';

/** What is wrong with a page as it stands, a line each. */
type Judge = (page: Page) => Promise<string[]>;

/** What moved by itself. What was tapped on the page before is answered when it is answered. */
const moved: Judge = async (page) =>
  (await shiftsIn(page)).filter(({ path }) => path === pathOf(page)).map((shift) => JSON.stringify(shift));

/** What axe finds serious, two landmarks of one name, and a page that is wider than its window. */
const hindering: Judge = async (page) => {
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

const smaller: Judge = async (page) => {
  const size = await page.evaluate(() => getComputedStyle(document.body).fontSize);
  return size === '32px' ? [] : [`letters of ${size}`];
};

/** One walk for each window, in which everything is judged that is judged there. */
const walks: { named: string; width: number; height: number; letters?: number; judges: Judge[] }[] = [
  {
    named: 'hinders nobody on a small phone and fits it',
    width: 320,
    height: 568,
    judges: [hindering, misfits],
  },
  { named: 'moves nothing by itself on a phone and hinders nobody', ...PHONE, judges: [moved, hindering] },
  {
    named: 'moves nothing by itself on a desktop and hinders nobody',
    ...DESKTOP,
    judges: [moved, hindering],
  },
  { named: 'fits a phone with letters twice as large', ...PHONE, letters: 32, judges: [smaller, misfits] },
  {
    named: 'fits a desktop with letters twice as large',
    ...DESKTOP,
    letters: 32,
    judges: [smaller, misfits],
  },
];

describe('every screen of the table', () => {
  for (const { named, width, height, letters, judges } of walks)
    test(named, async ({ shop, faults, expect }) => {
      // A page is left while its cart is being written, which the next one hears (409).
      faults.expect(/status of (?:404|409)/);
      const browser = await launchBrowser(letters);
      const context = await newVisitor(browser, shop, faults, { viewport: { width, height } });
      await watchShifts(context);
      const found: string[] = [];
      await visitAll(context, shop, async (page, screen) => {
        for (const judge of judges) found.push(...(await judge(page)).map((fault) => `${screen}: ${fault}`));
      });
      await browser.close();
      expect(found).toEqual([]);
      expect(faults.unexpected).toEqual([]);
    });
});
