import { describe, expect } from 'vitest';
import { pixMachine } from '#machines/orders/pix.machine.ts';
import { oracle } from '#tests/machines/orders/pix.model.ts';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import { Board } from '#tests/support/replay/board.ts';
import { inBook } from '#tests/support/replay/in-book.ts';
import { acts, atOnce, key, starts } from '#tests/support/replay/pix/acts.ts';
import { begin, look, screenOf } from '#tests/support/replay/pix/page.ts';
import { worldOf } from '#tests/support/replay/pix/world.ts';
import { pix as instead } from '#tests/support/replay/instead.ts';
import { Reopened } from '#tests/support/replay/reopened.ts';
import { play } from '#tests/support/replay/play.ts';
import { listen } from '#tests/support/replay/stage.ts';
import { nameOf, toursThrough } from '#tests/support/replay/tours.ts';

const { tours, all, untaken } = toursThrough(pixMachine, { starts, acts, key, atOnce, oracle });

const reopened = new Reopened('pix', instead);
const board = new Board('pix', all, {});

describe('the wait for a Pix, replayed in a browser', () => {
  test('takes every transition', () => {
    expect(untaken).toEqual([]);
  });
  test('has an address in the flow book for each tour, which ends where the tour does', async () => {
    for (const tour of tours)
      expect(await inBook(pixMachine, tour, atOnce).run(tour.steps.length)).not.toBe(null);
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
      await play(tour, 'pix', {
        world,
        shownIn: (snapshot) => screenOf(snapshot, world),
        look: (after) => look(world, after),
        book: inBook(pixMachine, tour, atOnce),
        board,
        reopened,
      });
      await context.close();
    });
});
