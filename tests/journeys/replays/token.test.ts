import type { Browser } from 'playwright-core';
import { describe, expect } from 'vitest';
import { tokenMachine } from '#machines/session/token.machine.ts';
import { oracle } from '#tests/machines/session/token.model.ts';
import { type PageFaults, newVisitor, test } from '#tests/support/browser/browser.ts';
import { signOut } from '#tests/support/browser/sign-out.ts';
import { at } from '#tests/support/people.ts';
import { Board } from '#tests/support/replay/board.ts';
import { inBook } from '#tests/support/replay/in-book.ts';
import { play } from '#tests/support/replay/play.ts';
import { listen, looking } from '#tests/support/replay/stage.ts';
import { acts, atOnce, key, starts } from '#tests/support/replay/token/acts.ts';
import { look, screenOf } from '#tests/support/replay/token/page.ts';
import { becomeLater, begin, signInHere, worldOf } from '#tests/support/replay/token/world.ts';
import type { Shop } from '#tests/support/shop.ts';
import { nameOf, toursThrough } from '#tests/support/replay/tours.ts';

const { tours, all, untaken } = toursThrough(tokenMachine, {
  starts,
  acts,
  key,
  atOnce,
  oracle,
  wantsEachAct: true,
});

/** What neither a person nor the network nor time brings about on this page; the reasons stand in the flow book. */
const never: Record<string, string> = {
  'token.renewing · xstate.error.actor.renewToken [isRevoked] → token.lost':
    'quem pede a troca já diz "não há mais entrada" quando o servidor a recusa',
};
const board = new Board('token', all, never);

async function opened(browser: Browser, shop: Shop, faults: PageFaults) {
  // The browser itself writes a line for whatever is refused or does not come.
  faults.expect(/status of (?:4\d\d|500)|ERR_FAILED/);
  const context = await newVisitor(browser, shop, faults);
  await context.clock.install();
  const told = await listen(context);
  const page = await context.newPage();
  const world = await worldOf(context, page, told, shop);
  await begin(world);
  return { context, world };
}

describe('the life of a token, replayed in a browser', () => {
  test('takes every transition but those that nobody can bring about, and does all that can happen', () => {
    expect(untaken).toEqual(Object.keys(never));
    const played = new Set(tours.flatMap(({ steps }) => steps.map(({ act }) => act.name)));
    expect([...played].sort()).toEqual(acts.map(({ name }) => name).sort());
  });
  test('has an address in the flow book for each tour, which ends where the tour does', async () => {
    for (const tour of tours)
      expect(await inBook(tokenMachine, tour, atOnce).run(tour.steps.length)).not.toBe(null);
  });

  for (const tour of tours)
    test(`is where its chart is: ${nameOf(tour)}`, async ({ browser, shop, faults }) => {
      const { context, world } = await opened(browser, shop, faults);
      await play(tour, 'token', {
        world,
        shownIn: screenOf,
        look: (after) => look(world, after),
        book: inBook(tokenMachine, tour, atOnce),
        board,
      });
      await context.close();
    });

  test('is nobody’s any more where somebody leaves while the next one is on its way', async ({
    browser,
    shop,
    faults,
  }) => {
    const { context, world } = await opened(browser, shop, faults);
    const { page, told, gates, tick } = world;
    await becomeLater(world, world.givenAt + 560_000);
    await expect.poll(looking(tick, () => gates.renewToken.isHolding)).toBe(true);
    const hasLeft = Promise.withResolvers<void>();
    const comes = gates.renewToken.open(async (route) => {
      const response = await route.fetch();
      await hasLeft.promise;
      await route.fulfill({ response });
    });
    await signOut(page);
    await expect.poll(looking(tick, () => told.active('session'))).toEqual(['visitor']);
    hasLeft.resolve();
    await comes;
    await expect.poll(looking(tick, () => told.active('token'))).toBe(null);
    await at(page, '/');
    expect(await signInHere(world)).toBe(undefined);
    // The cookie that came last opens nothing.
    await page.clock.resume();
    await page.goto('/account');
    await at(page, '/login');
    await context.close();
  });
});
