import type { Browser } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signupMachine } from '#machines/signup/signup.machine.ts';
import { oracle } from '#tests/machines/signup/signup.oracle.ts';
import { type PageFaults, newVisitor, test } from '#tests/support/browser/browser.ts';
import { Board } from '#tests/support/replay/board.ts';
import { inBook } from '#tests/support/replay/in-book.ts';
import { codesCounted } from '#tests/support/replay/means.ts';
import { signup as instead } from '#tests/support/replay/instead.ts';
import { Reopened } from '#tests/support/replay/reopened.ts';
import { play } from '#tests/support/replay/play.ts';
import { acts, atOnce, key, screenOf } from '#tests/support/replay/signup/acts.ts';
import { type Begun, originOf, prepare, starts } from '#tests/support/replay/signup/starts.ts';
import { type World, worldOf } from '#tests/support/replay/signup/world.ts';
import { listen } from '#tests/support/replay/stage.ts';
import { type Tour, nameOf, toursThrough } from '#tests/support/replay/tours.ts';
import type { Shop } from '#tests/support/shop.ts';

const { tours, all, untaken } = toursThrough(signupMachine, { starts, acts, key, atOnce, oracle });
const begunIn = ({ start }: Tour<World>) => start as Begun; // one of `starts`
/** Where an address alone is what happens, by who opens it. */
const openings = Map.groupBy(
  tours.filter(({ steps }) => steps.length === 0),
  (tour) => begunIn(tour).by,
);

/** What neither a person nor the network nor time brings about on these pages; the reasons stand in the flow book. */
const never: Record<string, string> = {
  'signup.postalCode.unknown.shown · fields.unlocked → (stays)': 'o que ninguém conhecia não está fechado',
  'signup.creating · asked.* → (stays)': 'nenhum link leva dali a outra pergunta',
};
const reopened = new Reopened('signup', instead);
const board = new Board('signup', all, never);

interface Around {
  browser: Browser;
  shop: Shop;
  faults: PageFaults;
}
/** Plays tours of one person, one after another in one page. */
async function replay([first, ...others]: Tour<World>[], { browser, shop, faults }: Around): Promise<void> {
  // The browser itself writes a line for whatever is refused or does not come.
  faults.expect(/status of 4\d\d|ERR_FAILED/);
  if (!first) return;
  const { store } = begunIn(first);
  const context = await newVisitor(browser, shop, faults, { baseURL: originOf(shop, begunIn(first)) });
  await context.clock.install();
  const told = await listen(context);
  const page = await context.newPage();
  const world = await worldOf(page, told, shop);
  for (const tour of [first, ...others]) {
    await prepare(world, begunIn(tour));
    // The shop's clock is told of to whoever listens.
    const isTold = tour.steps.some(({ events }) => events.some(({ type }) => type === 'restored'));
    const listens = isTold ? page.waitForRequest(/topics=/) : null;
    const before = told.answers();
    await page.goto(tour.start.path);
    await expect.poll(() => told.answers(), { timeout: 30_000, interval: 30 }).toBeGreaterThan(before);
    await listens;
    await play(tour, 'signup', {
      world,
      shownIn: (snapshot) => (snapshot.status === 'active' ? screenOf(snapshot) : null),
      look: () =>
        codesCounted(shop, store === 'clube' ? [] : [world.person.phone, world.person.email], world.sent),
      book: inBook(signupMachine, tour, atOnce),
      board,
      reopened,
    });
  }
  await context.close();
}

describe('the sign-up, replayed in a browser', () => {
  test('takes every transition but those that nobody can bring about', () => {
    expect(untaken).toEqual(Object.keys(never));
  });
  test('has an address in the flow book for each tour, which ends where the tour does', async () => {
    for (const tour of tours)
      expect(await inBook(signupMachine, tour, atOnce).run(tour.steps.length)).not.toBe(null);
  });

  for (const [by, opened] of openings)
    test(`opens where its chart does, for somebody who proved ${by ?? 'nothing'}`, ({
      browser,
      shop,
      faults,
    }) => replay(opened, { browser, shop, faults }));

  for (const tour of tours.filter(({ steps }) => steps.length > 0))
    test(`is where its chart is: ${nameOf(tour)}`, ({ browser, shop, faults }) =>
      replay([tour], { browser, shop, faults }));
});
