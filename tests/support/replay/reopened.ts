import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { pathsOf } from '#client/help/chart-steps.ts';
import { VISITOR } from '../browser/browser.ts';
import { heading } from '../people.ts';
import type { Staged } from './play.ts';
import { byServer, listen } from './stage.ts';
import type { Tour } from './tours.ts';

/** The innermost states of a chart as one text; '' where it is over. */
export const statesOf = ({ status, value }: AnyMachineSnapshot): string =>
  status === 'active' ? pathsOf(value).toSorted().join(' ') : '';

/**
 * Where a chart is when its tab was ended without a word and is opened again: states that one cannot come back to,
 * where one comes instead ('' for another chart), and why. Every other state is come back to.
 */
export type Instead = readonly (readonly [states: RegExp, to: string | RegExp, why: string])[];

const looksFor = (instead: Instead, states: string): string | RegExp =>
  instead.find(([pattern]) => pattern.test(states))?.[1] ?? states;

/** Opens again what a chart's tours come to, each state once. */
export class Reopened {
  readonly #chart: string;
  readonly #instead: Instead;
  readonly #goesOn: RegExp;
  readonly #met = new Set<string>();

  /** @param goesOn states that go on by themselves, and would do what they do twice */
  constructor(chart: string, instead: Instead, goesOn = /^$/) {
    this.#chart = chart;
    this.#instead = instead;
    this.#goesOn = goesOn;
  }

  /**
   * Opens the tab again beside the one that a tour goes on with: another browser of the same person has what that one
   * keeps, and nothing that it would have kept on its way out.
   */
  async beside({ page }: Staged, after: AnyMachineSnapshot): Promise<void> {
    const states = statesOf(after);
    if (states === '' || this.#goesOn.test(states) || this.#met.has(states)) return;
    this.#met.add(states);
    const own = page.context();
    const context = await own.browser()?.newContext({
      ...VISITOR,
      baseURL: new URL(page.url()).origin,
      storageState: await own.storageState(),
    });
    if (!context) throw new Error('a tour without a browser');
    await context.clock.install({ time: await page.evaluate(() => Date.now()) });
    const told = await listen(context);
    const tab = await context.newPage();
    await tab.addInitScript(
      ([kept, state]) => {
        if (history.state !== null) return;
        Object.assign(sessionStorage, JSON.parse(kept));
        history.replaceState(JSON.parse(state), '');
      },
      await page.evaluate(
        () => [JSON.stringify({ ...sessionStorage }), JSON.stringify(history.state)] as const,
      ),
    );
    await tab.goto(page.url());
    await this.#comes({ page: tab, told }, states);
    // A sign-in is renewed for one of them, and the other would be a thief's.
    await own.addCookies(await context.cookies());
    await context.close();
  }

  /** Opens the tab itself again, at the end of a tour. */
  async itself({ page, told, gates }: Staged, tour: Tour<unknown>): Promise<void> {
    const states = statesOf(tour.steps.at(-1)?.after ?? tour.at);
    for (const gate of Object.values(gates)) gate.drop();
    // Nothing is kept on the way out.
    await page.evaluate(() => {
      Storage.prototype.setItem = () => undefined;
      Storage.prototype.removeItem = () => undefined;
    });
    for (const gate of Object.values(gates)) await gate.open(byServer);
    await page.reload();
    await page.clock.resume();
    await this.#comes({ page, told }, states);
  }

  async #comes({ page, told }: Pick<Staged, 'page' | 'told'>, states: string): Promise<void> {
    const wanted = looksFor(this.#instead, states);
    await expect
      .poll(() => told.answers() > 0 && (told.active(this.#chart) ?? []).join(' '), {
        message: `${this.#chart} opened again from ${states}`,
        timeout: 30_000,
        interval: 30,
      })
      .toEqual(typeof wanted === 'string' ? wanted : expect.stringMatching(wanted));
    await expect.poll(() => heading(page, /./).count(), { timeout: 30_000 }).toBeGreaterThan(0);
  }
}

/** The shortest of the tours' beginnings that end in a state of this name. @throws Error where none does */
export function shortestTo<World>(tours: readonly Tour<World>[], states: string): Tour<World> {
  const ends = tours.flatMap((tour) => {
    const at = tour.steps.findIndex(({ after }) => statesOf(after) === states);
    return at < 0 ? [] : [{ ...tour, steps: tour.steps.slice(0, at + 1) }];
  });
  const [found] = ends.toSorted((a, b) => a.steps.length - b.steps.length);
  if (!found) throw new Error(`no tour comes to ${states}`);
  return found;
}
