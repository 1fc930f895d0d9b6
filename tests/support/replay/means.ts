import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Outcome } from '#tests/support/walk.ts';
import { codesSent, moveClock } from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';
import type { Staged } from './play.ts';
import { type Answer, byServer, invoked, looking } from './stage.ts';
import type { Act } from './tours.ts';

/** What acts of every replay are made of. */

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

let seconds = 0;
/** Time passes for the shop. It never goes back: a code is good until it is old. */
export const pass = ({ shop }: { shop: Shop }, more: number) => moveClock(shop, (seconds += more));
/** How much of it has passed, s. */
export const passed = (): number => seconds;

/** By itself a call is made again after a second, two, four …: only after sixteen somebody is surely quicker. */
export const PATIENT = 5;

/** Waits until the page's chart has heard what comes of something. */
export async function hears(
  { told, tick }: Staged,
  chart: string,
  events: readonly string[],
  what: () => Promise<unknown>,
): Promise<void> {
  const before = events.map((event) => told.times(chart, event));
  await what();
  await expect
    .poll(
      looking(tick, () => events.every((event, index) => told.times(chart, event) > (before[index] ?? 0))),
      { message: `${chart} hears ${events.join(', ')}`, timeout: 30_000, interval: 30 },
    )
    .toBe(true);
}

export async function findNetworkAgain(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.context().setOffline(false);
}

/** Codes that went out, as the server's database counts them. @returns so many, in Portuguese */
export async function codesCounted(
  shop: Shop,
  contacts: readonly string[],
  sent: Readonly<Record<string, number>>,
): Promise<string[]> {
  let count = 0;
  for (const contact of contacts) {
    await expect.poll(() => codesSent(shop, contact)).toBe(sent[contact] ?? 0);
    count += sent[contact] ?? 0;
  }
  return contacts.length === 0 ? [] : [`Códigos enviados: ${count}`];
}

/** What a call is answered. */
export interface Answered<World extends Staged, About> {
  name: string;
  port: keyof World['gates'] & string;
  /** ids of the calls in the chart */
  ids: readonly string[];
  outcome: Outcome;
  /** What the chart hears of what makes the server ready, before the answer. */
  before?(snapshot: AnyMachineSnapshot): { type: string }[];
  /** Makes the server ready to say so by itself; else how the call is answered. */
  answer(world: World, about: About): Promise<Answer>;
}
export const served =
  <World, About>(ready: (world: World, about: About) => Promise<unknown> = () => Promise.resolve()) =>
  async (world: World, about: About): Promise<Answer> => {
    await ready(world, about);
    return byServer;
  };
export const always = (answer: Answer) => () => Promise.resolve(answer);

/** A call is held until it is answered, so that what happens meanwhile is seen too. @param aboutOf a world */
export const answering =
  <World extends Staged, About>(aboutOf: (world: World) => About) =>
  ({ name, port, ids, outcome, before, answer }: Answered<World, About>): Act<World> => ({
    name,
    events: (snapshot) => {
      const id = invoked(snapshot).find((one) => ids.includes(one));
      if (id === undefined) return [];
      return [
        ...(before?.(snapshot) ?? []),
        'ok' in outcome
          ? { type: `xstate.done.actor.${id}`, output: outcome.ok, actorId: id }
          : { type: `xstate.error.actor.${id}`, error: outcome.error, actorId: id },
      ];
    },
    perform: async (world) => {
      const answered = await answer(world, aboutOf(world));
      await world.gates[port]?.open(answered);
    },
  });
