import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { paramNames } from '#machines/navigation/place.ts';
import { definition, screenIds } from '#machines/navigation/screens.ts';
import { type Wish, expectedLanding, wishes } from '#tests/machines/app/landing-rules.ts';
import { itemId } from '#tests/machines/samples.ts';
import type { Who, World } from '#tests/machines/real-shop.ts';
import { CAMPAIGNS } from '#tests/support/addresses.ts';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import { landingOf, listenToCharts } from '#tests/support/browser/landing.ts';
import { become } from '#tests/support/people.ts';

const people: [Who, Parameters<typeof become>[1] | null][] = [
  ['visitor', null],
  ['client', 'Marina, cliente'],
  ['clientWithoutAddress', 'Caio, sem endereço'],
  ['expired', 'Lia, sessão vencida'],
];
const stores = [
  { host: '127.0.0.1', intranet: false, campaigns: CAMPAIGNS },
  { host: 'clube.localhost', intranet: true, campaigns: ['selecao-de-socios'] },
] as const;
/** Browsers at a time. */
const ABREAST = 3;

/** Each screen once, and once for each way in which a campaign may stand; a wallet and an order of nobody. */
function asked(campaigns: number): Wish[] {
  return screenIds.flatMap((screen) => {
    const all = wishes.filter((wish) => wish.screen === screen);
    const isOf = paramNames(definition(screen).path).some((name) => name.startsWith('campaign'));
    return isOf ? all.slice(0, campaigns) : all.slice(-1);
  });
}
const numberIn = (value: string): number => Number(/(?:campanha-|0)(\d)$/.exec(value)?.[1] ?? 0);
/** The address of a wish in a real store. */
function pathOf({ screen, params }: Wish, campaigns: readonly string[], item: string): string {
  return definition(screen).path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (name.startsWith('campaign')) return campaigns[numberIn(value) - 1] ?? value;
    return value === itemId(1) ? item : value;
  });
}

async function itemIn(page: Page, campaign: string): Promise<string> {
  await page.goto(`/store/${campaign}/catalog`);
  const href = await page.locator('a[href*="/product/"]').first().getAttribute('href');
  return (href ?? '').replace(/.*\/product\//, '');
}

/** A known place is where the steps of an address begin; the rules speak of people who are nowhere yet. */
const landingIn = (wish: Wish, world: World): string =>
  world.who === 'client' && wish.screen.startsWith('address.')
    ? wish.screen
    : expectedLanding(wish, world).replace(/ .*/, '');

describe.each(stores)('every path of the table at $host', ({ host, intranet, campaigns }) => {
  test.for(people)(
    'leads %s where the specification says',
    async ([who, button], { browser, shop, faults, expect }) => {
      faults.expect(/status of (?:401|404)/);
      const world = { who, lines: 0, draft: 'empty', intranet, order: 'gone' } as const;
      const left = asked(campaigns.length);
      const wrong: string[] = [];
      // Pages of one browser hear one another: each goes through its own.
      const visitSome = async (): Promise<void> => {
        const context = await newVisitor(browser, shop, faults, {
          baseURL: shop.url.replace('127.0.0.1', host),
          // A tenth of the time went to keeping everything for visits without a network.
          serviceWorkers: 'block',
        });
        const page = await context.newPage();
        if (button) await become(page, button);
        const isIn = !intranet || who.startsWith('client');
        const item = isIn ? await itemIn(page, campaigns[0]) : itemId(1);
        await listenToCharts(context);
        for (let wish = left.pop(); wish; wish = left.pop()) {
          const expected = landingIn(wish, world);
          const path = pathOf(wish, campaigns, item);
          await page.goto(path, { waitUntil: 'commit' });
          await expect
            .poll(() => landingOf(page), { timeout: 15_000, interval: 30 })
            .toBe(expected)
            .catch(async () => wrong.push(`${path}: ${await landingOf(page)}, not ${expected}`));
        }
        await context.close();
      };
      await Promise.all(Array.from({ length: ABREAST }, visitSome));
      expect(wrong).toEqual([]);
    },
  );
});
