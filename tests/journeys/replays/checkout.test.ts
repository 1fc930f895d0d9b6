import { describe, expect } from 'vitest';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { oracle } from '#tests/machines/checkout/checkout.model.ts';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import { Board } from '#tests/support/replay/board.ts';
import { acts, atOnce, key, starts } from '#tests/support/replay/checkout/acts.ts';
import { never } from '#tests/support/replay/checkout/never.ts';
import { begin, look, screenOf } from '#tests/support/replay/checkout/page.ts';
import { worldOf } from '#tests/support/replay/checkout/world.ts';
import { inBook } from '#tests/support/replay/in-book.ts';
import { play } from '#tests/support/replay/play.ts';
import { listen } from '#tests/support/replay/stage.ts';
import { nameOf, toursThrough } from '#tests/support/replay/tours.ts';

const { tours, all, untaken } = toursThrough(checkoutMachine, { starts, acts, key, atOnce, oracle });
const board = new Board('checkout', all, never);

describe('the checkout, replayed in a browser', () => {
  test('takes every transition but those that are listed with their reason', () => {
    expect(untaken.toSorted()).toEqual(Object.keys(never).toSorted());
  });
  test('has an address in the flow book for each tour, which ends where the tour does', async () => {
    for (const tour of tours)
      expect(await inBook(checkoutMachine, tour, atOnce).run(tour.steps.length)).not.toBe(null);
  });

  for (const tour of tours)
    test(`is where its chart is: ${nameOf(tour)}`, async ({ browser, shop, faults }) => {
      // The browser itself writes a line for whatever is refused or does not come.
      faults.expect(/status of 4\d\d|ERR_FAILED/);
      const context = await newVisitor(browser, shop, faults);
      await context.clock.install();
      const told = await listen(context);
      const page = await context.newPage();
      const world = await worldOf(page, told, shop, tour.start);
      await begin(world, tour);
      await play(tour, 'checkout', {
        world,
        shownIn: (snapshot) => screenOf(snapshot, world),
        look: (after) => look(world, after),
        book: inBook(checkoutMachine, tour, atOnce),
        board,
      });
      await context.close();
    });
});
