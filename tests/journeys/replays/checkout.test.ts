import type { Browser } from 'playwright-core';
import { describe, expect } from 'vitest';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { oracle } from '#tests/machines/checkout/checkout.model.ts';
import { type PageFaults, newVisitor, test } from '#tests/support/browser/browser.ts';
import { Board } from '#tests/support/replay/board.ts';
import { acts, atOnce, key, starts } from '#tests/support/replay/checkout/acts.ts';
import { never } from '#tests/support/replay/checkout/never.ts';
import { begin, look, screenOf } from '#tests/support/replay/checkout/page.ts';
import { type World, worldOf } from '#tests/support/replay/checkout/world.ts';
import { at } from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';
import { inBook } from '#tests/support/replay/in-book.ts';
import { checkout as instead } from '#tests/support/replay/instead.ts';
import { Reopened, shortestTo } from '#tests/support/replay/reopened.ts';
import { play } from '#tests/support/replay/play.ts';
import { listen } from '#tests/support/replay/stage.ts';
import { nameOf, toursThrough } from '#tests/support/replay/tours.ts';

const { tours, all, untaken } = toursThrough(checkoutMachine, { starts, acts, key, atOnce, oracle });
const goesOn = ['placing.intending', 'placing.posting', 'placing.waiting', 'placing.failed'];
const reopened = new Reopened('checkout', instead, /^placing\./);
type Stage = { browser: Browser; shop: Shop; faults: PageFaults };
const board = new Board('checkout', all, never);

describe('the checkout, replayed in a browser', () => {
  test('takes every transition but those that are listed with their reason', () => {
    expect(untaken.toSorted()).toEqual(Object.keys(never).toSorted());
  });
  test('has an address in the flow book for each tour, which ends where the tour does', async () => {
    for (const tour of tours)
      expect(await inBook(checkoutMachine, tour, atOnce).run(tour.steps.length)).not.toBe(null);
  });

  const replay = async (
    tour: (typeof tours)[number],
    { browser, shop, faults }: Stage,
    told: { board: Board; reopened: Pick<Reopened, 'beside'> },
    then: (world: World) => Promise<void> = () => Promise.resolve(),
  ) => {
    // The browser itself writes a line for whatever is refused or does not come.
    faults.expect(/status of 4\d\d|ERR_FAILED/);
    const context = await newVisitor(browser, shop, faults);
    await context.clock.install();
    const page = await context.newPage();
    const world = await worldOf(page, await listen(context), shop, tour.start);
    await begin(world, tour);
    await play(tour, 'checkout', {
      world,
      shownIn: (snapshot) => screenOf(snapshot, world),
      look: (after) => look(world, after),
      book: inBook(checkoutMachine, tour, atOnce),
      ...told,
    });
    await then(world);
    await context.close();
  };

  for (const tour of tours)
    test(`is where its chart is: ${nameOf(tour)}`, ({ browser, shop, faults }) =>
      replay(tour, { browser, shop, faults }, { board, reopened }));

  // Two tabs that send the order would make it for each other.
  for (const states of goesOn)
    test(`makes the order once when its tab is ended at ${states}`, async ({
      browser,
      shop,
      faults,
      expect,
    }) => {
      const tour = shortestTo(tours, states);
      const apart = {
        board: new Board('checkout', all, never, ''),
        reopened: { beside: async () => undefined },
      };
      await replay(tour, { browser, shop, faults }, apart, async (world) => {
        await reopened.itself(world, tour);
        await at(world.page, /^\/order\/[0-9A-Z]{16}\/pending$/);
        expect(world.keys.size).toBe(1);
      });
    });
});
