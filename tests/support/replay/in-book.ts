import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { NetworkFault, isProblem } from '#contract/problem.ts';
import type { PlayedStep } from '#flows/paths/played.ts';
import { packed } from '#flows/simulation/link.ts';
import { type Frame, Player } from '#flows/simulation/play.ts';
import { stepWords } from '#flows/simulation/words.ts';
import type { RunStep } from '#machines/book/run.ts';
import { pathsOf } from '#client/help/chart-steps.ts';
import { said } from './said.ts';
import type { ChartEvent, Tour } from './tours.ts';

/** What a chart hears, as a step of a run: plain data. */
function stepOf(event: ChartEvent, { timers, clock }: Frame): RunStep {
  const [, what, call = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
  if (what === 'done') return { do: 'answer', call, output: event['output'] };
  if (what === 'error') {
    const { error } = event;
    if (!isProblem(error))
      return { do: 'fail', call, fault: error instanceof NetworkFault ? 'NETWORK' : 'BUG' };
    return { do: 'fail', call, fault: error.code, problem: error.problem };
  }
  const timer = timers.find((one) => one.event.type === event.type);
  return timer ? { do: 'wait', ms: timer.at - clock } : { do: 'send', event };
}

type AtOnce = (snapshot: AnyMachineSnapshot) => ChartEvent | null;

/** A tour as the flow book plays it: what it takes for each act, and the states in which it ends. */
function runOf<World>(machine: AnyStateMachine, { start, steps }: Tour<World>, atOnce: AtOnce) {
  const player = new Player(machine);
  let frame = player.start(start.input);
  const hear = (events: readonly ChartEvent[]) => {
    const taken: RunStep[] = [];
    const take = (event: ChartEvent) => {
      const step = stepOf(event, frame);
      frame = player.after(frame, step, []);
      taken.push(step);
    };
    const settle = () => {
      for (let next = atOnce(frame.snapshot); next; next = atOnce(frame.snapshot)) take(next);
    };
    settle();
    for (const event of events) {
      take(event);
      settle();
    }
    return taken;
  };
  const before = hear(start.heard ?? []);
  const acts = steps.map(({ events }) => hear(events));
  return { before, acts, end: pathsOf(frame.snapshot.value) };
}

/** What the book shows of a tour. */
export interface InBook {
  /** what happens at each step in a person's words, and what the chart hears of it */
  steps: readonly Pick<PlayedStep, 'happens' | 'hears'>[];
  /**
   * The run of the first steps as a link to the simulation carries it; null for one that is too long.
   * @throws Error when the simulation would end elsewhere than the tour
   */
  run(count: number): Promise<string | null>;
}
export const inBook = <World>(machine: AnyStateMachine, tour: Tour<World>, atOnce: AtOnce): InBook => ({
  steps: runOf(machine, tour, atOnce).acts.map((steps, at) => ({
    happens: said(tour.steps[at]?.act.name ?? ''),
    hears: steps.map(stepWords),
  })),
  async run(count) {
    const steps = tour.steps.slice(0, count);
    const { before, acts, end } = runOf(machine, { ...tour, steps }, atOnce);
    const after = steps.at(-1)?.after;
    if (after && pathsOf(after.value).join() !== end.join())
      throw new Error(`the book would end in ${end.join()}, and not in ${pathsOf(after.value).join()}`);
    return packed({ run: { input: tour.start.input, steps: [...before, ...acts.flat()] }, end });
  },
});
