import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { type ScreenId, definition } from '#machines/navigation/screens.ts';
import { at } from '../people.ts';
import { type Gate, type Told, follows } from './stage.ts';
import type { Tour } from './tours.ts';

/** What every tour is played with. */
export interface Staged {
  page: Page;
  told: Told;
  gates: Record<string, Gate>;
}
/** A screen, and the address that it has. */
export interface Shown {
  screen: ScreenId;
  path: string | RegExp;
}

/**
 * Plays a tour from its first page on: after each act the page's chart has heard what the chart alone heard and is
 * where that is, and the screen of that state is there, with its address, its title and a place for the focus.
 * @param shownIn null for a state that ends the chart
 * @param look at what else there is to see
 */
export async function play<World extends Staged>(
  { at: begun, steps }: Tour<World>,
  chart: string,
  {
    world,
    shownIn,
    look,
  }: {
    world: World;
    shownIn: (snapshot: AnyMachineSnapshot) => Shown | null;
    look: () => Promise<void>;
  },
): Promise<void> {
  const { page, told, gates } = world;
  await follows(told, chart, { after: begun, events: [] });
  for (const [index, { act, events, after }] of steps.entries()) {
    await act.perform(
      world,
      steps.slice(index + 1).map((step) => step.act),
    );
    await follows(told, chart, { after, events });
    for (const gate of Object.values(gates)) gate.hold();
    const shown = shownIn(after);
    if (shown) {
      await at(page, shown.path);
      expect(await page.title()).toContain(definition(shown.screen).title);
    }
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.tagName), {
        message: `focus after: ${act.name}`,
      })
      .not.toBe('BODY');
    await look();
  }
}
