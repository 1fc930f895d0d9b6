import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { DESKTOP, PHONE, launchBrowser, newVisitor, test } from '#tests/support/browser/browser.ts';
import { visitAll } from '#tests/support/browser/every-screen.ts';
import { type Judge, hindering } from '#tests/support/browser/hindering.ts';
import { keepPicture } from '#tests/support/browser/screen-pictures.ts';
import { misfits } from '#tests/support/tenants/misfits.ts';
import { pathOf } from '#tests/support/people.ts';
import { keepFacesAway } from '#tests/support/peers/distance.ts';
import { shiftsIn, watchShifts } from '#tests/support/browser/shifts.ts';

/** What moved by itself. What was tapped on the page before is answered when it is answered. */
const moved: Judge = async (page) =>
  (await shiftsIn(page)).filter(({ path }) => path === pathOf(page)).map((shift) => JSON.stringify(shift));

const smaller: Judge = async (page) => {
  const size = await page.evaluate(() => getComputedStyle(document.body).fontSize);
  return size === '32px' ? [] : [`letters of ${size}`];
};

/** A window, and what is judged in it. */
type Look = [window: { width: number; height: number }, judges: Judge[]];
/**
 * One walk for each way of laying a page out. It is walked in its first window; in the others each screen is
 * looked at on the way.
 */
const walks: { named: string; letters?: number; looks: [Look, ...Look[]] }[] = [
  {
    named: 'moves nothing by itself on a phone, hinders nobody there and on a small one, and fits it',
    looks: [
      [PHONE, [moved, hindering]],
      [{ width: 320, height: 568 }, [hindering, misfits]],
    ],
  },
  {
    named: 'moves nothing by itself on a desktop and hinders nobody',
    looks: [[DESKTOP, [moved, hindering]]],
  },
  {
    named: 'fits a phone and a desktop with letters twice as large',
    letters: 32,
    looks: [
      [PHONE, [smaller, misfits]],
      [DESKTOP, [smaller, misfits]],
    ],
  },
];

describe('every screen of the table', () => {
  for (const { named, letters, looks } of walks)
    test(named, async ({ shop, faults, expect }) => {
      // A page is left while its cart is being written, which the next one hears (409).
      faults.expect(/status of (?:404|409)/);
      const [[walked]] = looks;
      const browser = await launchBrowser(letters);
      const context = await newVisitor(browser, shop, faults, { viewport: walked, serviceWorkers: 'block' });
      await watchShifts(context);
      await keepFacesAway(context);
      const found: string[] = [];
      const lookAt = async (page: Page, screen: string, [window, judges]: Look) => {
        if (window !== walked) await page.setViewportSize(window);
        for (const judge of judges)
          for (const fault of await judge(page)) found.push(`${screen} at ${window.width}: ${fault}`);
      };
      await visitAll(context, shop, async (page, screen) => {
        if (walked === PHONE) await keepPicture(page, screen);
        for (const look of looks) await lookAt(page, screen, look);
        if (looks.length === 1) return;
        await page.setViewportSize(walked);
        // What the windows moved is not the page's.
        await shiftsIn(page);
      });
      await browser.close();
      expect(found).toEqual([]);
      expect(faults.unexpected).toEqual([]);
    });
});
