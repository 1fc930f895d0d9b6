import { describe, expect } from 'vitest';
import { campaignsMachine } from '#machines/catalog/campaigns.machine.ts';
import { oracle } from '#tests/machines/catalog/campaigns.model.ts';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import { Board } from '#tests/support/replay/board.ts';
import { acts, atOnce, key, starts } from '#tests/support/replay/campaigns/acts.ts';
import { begin, look, screenOf, worldOf } from '#tests/support/replay/campaigns/world.ts';
import { inBook } from '#tests/support/replay/in-book.ts';
import { play } from '#tests/support/replay/play.ts';
import { listen } from '#tests/support/replay/stage.ts';
import { nameOf, toursThrough } from '#tests/support/replay/tours.ts';

const { tours, all, untaken } = toursThrough(campaignsMachine, { starts, acts, key, atOnce, oracle });

/** What nobody brings about on this page, and what no replay brings about yet; the flow book says which. */
const never: Record<string, string> = {
  'campaigns.list.starting · always → campaigns.list.loading':
    'ainda não reproduzida: toda página traz as campanhas, menos a guardada para quando não há rede',
  'campaigns.list.loading · xstate.error.actor.loadCampaigns [isLeadGone] → campaigns.list.failed':
    'ainda não reproduzida: de um visitante que a loja já não conhece',
  'campaigns.list.loading · always [isShut] → campaigns.list.shut':
    'ainda não reproduzida: da loja de uma empresa',
  'campaigns.list.ready · load.retried → campaigns.list.ready.refreshing':
    'ainda não reproduzida: da página de uma campanha fora de alcance',
  'campaigns.list.ready · always [isShut] → campaigns.list.shut':
    'ainda não reproduzida: da loja de uma empresa',
  'campaigns.list.ready.warming · xstate.error.actor.preloadTop → campaigns.list.ready.resting':
    'a página não espera pelo que é adiantado',
  'campaigns.list.ready.refreshing · xstate.error.actor.refreshCampaigns [isLeadGone] → campaigns.list.ready.resting':
    'ainda não reproduzida: de um visitante que a loja já não conhece',
};
const board = new Board('campaigns', all, never);

describe('the gates of campaigns, replayed in a browser', () => {
  test('takes every transition but those that are listed with their reason', () => {
    expect(untaken).toEqual(Object.keys(never));
  });
  test('has an address in the flow book for each tour, which ends where the tour does', async () => {
    for (const tour of tours)
      expect(await inBook(campaignsMachine, tour, atOnce).run(tour.steps.length)).not.toBe(null);
  });

  for (const tour of tours)
    test(`is where its chart is: ${nameOf(tour)}`, async ({ browser, shop, faults }) => {
      // The browser itself writes a line for whatever is refused or does not come.
      faults.expect(/status of (?:4\d\d|500)|ERR_FAILED/);
      // What a worker asks for passes no gate.
      const context = await newVisitor(browser, shop, faults, { serviceWorkers: 'block' });
      await context.clock.install();
      const told = await listen(context);
      const page = await context.newPage();
      const world = await worldOf(page, told, shop);
      await begin(world, tour);
      await play(tour, 'campaigns', {
        world,
        shownIn: screenOf,
        look: (after) => look(world, after),
        book: inBook(campaignsMachine, tour, atOnce),
        board,
      });
      await context.close();
    });
});
