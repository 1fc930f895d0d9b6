import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { type ScreenId, definition } from '#machines/navigation/screens.ts';
import { addressOfRun } from '#flows/simulation/link.ts';
import { pathsOf } from '#client/help/chart-steps.ts';
import { at } from '../people.ts';
import type { Board } from './board.ts';
import type { InBook } from './in-book.ts';
import { type Gate, type Tick, type Told, follows, looking } from './stage.ts';
import type { Act, Tour, TourStep } from './tours.ts';

/** What every tour is played with. */
export interface Staged {
  page: Page;
  told: Told;
  gates: Record<string, Gate>;
  /** lets a moment pass, where the page's time is held */
  tick?: Tick;
}
/** A screen, and the address that it has. */
export interface Shown {
  screen: ScreenId;
  path: string | RegExp;
  /** where what it shows names it, and not the table of screens */
  title?: string;
  /** nobody asked for it: it stands where the one before it was */
  replaces?: boolean;
}

/** Entries that a step from one screen to another leaves behind it, as the table of screens says. */
const entriesOf = (from: Shown, to: Shown): number =>
  to.replaces || definition(from.screen).history === 'passing' || definition(to.screen).history === 'replace'
    ? 0
    : 1;
/** Entries of the page's history, and the address of the newest. */
const historyOf = (page: Page) => page.evaluate(() => ({ entries: history.length, path: location.pathname }));

/** What a tour is judged by. */
interface Judged {
  /** null for a state that ends the chart */
  shownIn: (snapshot: AnyMachineSnapshot) => Shown | null;
  /** asks the server's database. @returns what it said, in Portuguese */
  look: (after: AnyMachineSnapshot) => Promise<string[]>;
  /** the tour as the flow book shows it, also to whoever reads that it went wrong */
  book: InBook;
  board: Board;
  /** opens each state's tab again */
  reopened?: { beside(world: Staged, after: AnyMachineSnapshot): Promise<void> };
}

/**
 * Plays a tour from its first page on: after each act the page's chart has heard what the chart alone heard and is
 * where that is, and the screen of that state is there, with its address, its title, a place for the focus, and one
 * entry more in the history where the table of screens has one.
 * @throws Error with the way there in words, and where the flow book shows it
 */
export async function play<World extends Staged>(
  { at: begun, steps }: Tour<World>,
  chart: string,
  { world, shownIn, look, book, board, reopened }: Judged & { world: World },
): Promise<void> {
  const { page, told, gates, tick } = world;
  const hold = () => Object.values(gates).forEach((gate) => gate.hold());
  await follows(told, chart, { after: begun, events: [] }, tick);
  hold();
  const sees = (what: () => Promise<string | undefined>, message: string) =>
    expect.poll(looking(tick, what), { message });
  let before = { shown: shownIn(begun), ...(await historyOf(page)) };
  const kept = board.tour();
  const keep = async (
    step: InBook['steps'][number] | undefined,
    { status, value }: AnyMachineSnapshot,
    server: string[],
  ) =>
    kept.step(page, {
      happens: step?.happens ?? '',
      hears: step?.hears ?? [],
      states: status === 'active' ? pathsOf(value) : [],
      path: new URL(page.url()).pathname,
      title: await page.title(),
      server,
    });
  await keep(undefined, begun, await look(begun));

  async function take(
    { act, events, after }: TourStep<World>,
    then: readonly Act<World>[],
  ): Promise<string[]> {
    await act.perform(world, then);
    await follows(told, chart, { after, events }, tick);
    hold();
    const shown = shownIn(after);
    if (shown) {
      await at(page, shown.path);
      await sees(() => page.title(), 'the title').toContain(shown.title ?? definition(shown.screen).title);
      const now = { shown, ...(await historyOf(page)) };
      const added = before.shown && now.path !== before.path ? entriesOf(before.shown, shown) : 0;
      expect(now.entries, 'entries of the history').toBe(before.entries + added);
      before = now;
    }
    await sees(() => page.evaluate(() => document.activeElement?.tagName), 'what has the focus').not.toBe(
      'BODY',
    );
    const server = await look(after);
    await reopened?.beside(world, after);
    return server;
  }

  const acts = steps.map(({ act }) => act);
  for (const [index, step] of steps.entries()) {
    const inWords = book.steps[index];
    try {
      await keep(inWords, step.after, await take(step, acts.slice(index + 1)));
    } catch (error) {
      const way = acts.slice(0, index + 1).map(({ name }) => name);
      const why = error instanceof Error ? error.message : String(error);
      const run = await book.run(index + 1);
      // A page that is gone has no picture.
      await keep(inWords, step.after, []).catch(() => undefined);
      kept.end({ run: run ?? '', fault: why });
      const link = run === null ? 'too long for a link' : addressOfRun(chart, run);
      throw new Error(`${why}\nafter: ${way.join(', ')}\nthe chart alone: ${link}`, { cause: error });
    }
  }
  kept.end({ run: (await book.run(steps.length)) ?? '', fault: '' });
}
