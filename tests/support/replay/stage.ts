import type { BrowserContext, Page, Route } from 'playwright-core';
import type { AnyMachineSnapshot } from 'xstate';
import { expect } from 'vitest';
import {
  type FromStore,
  LOOKED_AT,
  LOOKING_EVERY,
  type RunningChart,
  type ToldStep,
  TELLING,
} from '#machines/book/telling.ts';
import { ApiProblem } from '#contract/problem.ts';
import { problemBody } from '#server/http/problem.ts';
import { pathsOf } from '#client/help/chart-steps.ts';

/** What the charts of a page say of themselves, as the flow book hears it. */
export interface Told {
  /** innermost states of a chart; null while none of that name runs */
  active(chart: string): string[] | null;
  /** Names of the events that a chart has heard since it was asked for them last. */
  heard(chart: string): string[];
  /** How often a chart has heard an event of this name. */
  times(chart: string, event: string): number;
  /** How often the page answered whoever looks on. */
  answers(): number;
  /** Of several tabs that one alone is heard from now on that has told something last. */
  keepToTab(): void;
}

/** Listens to the pages of a context as an open flow book does. Its clock is held before, if it is to be held. */
export async function listen(context: BrowserContext): Promise<Told> {
  let running: readonly RunningChart[] = [];
  let steps: ToldStep[] = [];
  let answers = 0;
  let tab = '';
  let onlyTab: string | null = null;
  const times = new Map<string, number>();
  await context.exposeBinding('heard', (_, said: FromStore) => {
    if (onlyTab !== null && said.tab !== onlyTab) return;
    ({ tab } = said);
    if (said.type === 'store.told') {
      ({ running } = said);
      answers++;
    }
    if (said.type === 'store.stepped') {
      ({ running } = said.step);
      steps.push(said.step);
      const name = `${said.step.chart} ${said.step.event}`;
      times.set(name, (times.get(name) ?? 0) + 1);
    }
    if (said.type === 'store.left') running = [];
  });
  await context.addInitScript(
    ([telling, lookedAt, every]) => {
      const channel = new BroadcastChannel(telling);
      channel.onmessage = ({ data }) => void Reflect.get(globalThis, 'heard')(data);
      const look = () => {
        localStorage.setItem(lookedAt, String(Date.now()));
        channel.postMessage({ type: 'book.looks' });
      };
      look();
      setInterval(look, every);
    },
    [TELLING, LOOKED_AT, LOOKING_EVERY] as const,
  );
  return {
    active: (chart) => {
      const found = running.find((one) => one.chart === chart);
      return found ? found.active.toSorted() : null;
    },
    heard: (chart) => {
      const names = steps.filter((step) => step.chart === chart).map(({ event }) => event);
      steps = [];
      return names;
    },
    times: (chart, event) => times.get(`${chart} ${event}`) ?? 0,
    answers: () => answers,
    keepToTab: () => {
      onlyTab = tab;
    },
  };
}

/** No timer of the shop that a tour waits for is longer, ms. */
const LONGEST_TIMER = 60_000;
/**
 * Lets time go on in a page until something comes of it. A page that hears of nobody who looks on tells no more what it
 * does: each stride is as long as one look, and ends with the page's word.
 * @param longest ms
 */
export async function forward(
  page: Page,
  told: Told,
  isOver: () => boolean,
  longest = LONGEST_TIMER,
): Promise<void> {
  for (let gone = 0; gone < longest && !isOver(); gone += LOOKING_EVERY) {
    const before = told.answers();
    await page.clock.fastForward(LOOKING_EVERY);
    await expect.poll(() => told.answers() > before || isOver(), { timeout: 30_000 }).toBe(true);
  }
}

/** How a call is answered. */
export type Answer = (route: Route) => Promise<void>;
export const byServer: Answer = (route) => route.continue();
export const byNobody: Answer = (route) => route.abort('failed');
/** A refusal that no shop can be brought to by what a person does here, in the server's own words. */
export const refusedAs =
  (...refusal: ConstructorParameters<typeof ApiProblem>): Answer =>
  (route) => {
    const problem = new ApiProblem(...refusal);
    return route.fulfill({
      status: problem.status,
      contentType: 'application/problem+json',
      body: JSON.stringify(problemBody(problem, 'replay')),
    });
  };

/** Calls of one port: held until it is said how they are answered. */
export class Gate {
  #answer: Answer | null = null;
  #held: Route[] = [];

  /** @param address of the calls */
  static async on(page: Page, address: RegExp): Promise<Gate> {
    const gate = new Gate();
    await page.route(address, (route) => gate.#pass(route));
    return gate;
  }
  async #pass(route: Route): Promise<void> {
    if (this.#answer) await this.#answer(route);
    else this.#held.push(route);
  }
  /** Whether a call waits here. */
  get isHolding(): boolean {
    return this.#held.length > 0;
  }
  /** Answers what is held, and what is sent again, until `hold`. */
  async open(answer: Answer): Promise<void> {
    this.#answer = answer;
    await Promise.all(this.#held.splice(0).map(answer));
  }
  hold(): void {
    this.#answer = null;
  }
  /** Forgets calls that the page has given up. */
  drop(): void {
    this.#held = [];
  }
}

/** Lets a moment pass in a page. */
export type Tick = () => Promise<void>;
/** What is looked at in a poll: before each look but the first a moment passes, where the page's time is held. */
export function looking<T>(tick: Tick | undefined, look: () => T | Promise<T>): () => Promise<T> {
  let isFirst = true;
  return async () => {
    if (!isFirst) await tick?.();
    isFirst = false;
    return look();
  };
}

/**
 * Waits until the page's chart is where the chart alone would be, and has heard what it heard.
 * @param events in their order; it may have heard others between them
 * @param tick lets a moment pass where the page's time is held
 */
export async function follows(
  told: Told,
  chart: string,
  { after, events }: { after: AnyMachineSnapshot; events: readonly { type: string }[] },
  tick?: Tick,
): Promise<void> {
  const missing = events.map(({ type }) => type);
  await expect
    .poll(
      looking(tick, () => {
        for (const name of told.heard(chart)) if (name === missing[0]) missing.shift();
        return { active: told.active(chart), missing };
      }),
      { message: `${chart} in the browser`, timeout: 30_000, interval: 30 },
    )
    .toEqual({ active: after.status === 'active' ? pathsOf(after.value).toSorted() : null, missing: [] });
}

/** Ids of the calls that a state waits for. */
export const invoked = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot.status === 'active' ? snapshot._nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id)) : [];

/** What a timer of this name will say, where one is set. */
export const timersOf = (snapshot: AnyMachineSnapshot, delay: string): { type: string }[] =>
  snapshot.status === 'active'
    ? snapshot._nodes
        .flatMap(({ after }) => after.map(({ eventType }) => ({ type: eventType })))
        .filter(({ type }) => type.startsWith(`xstate.after.${delay}.`))
    : [];
