import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { NetworkFault, isProblem } from '#contract/problem.ts';
import { addressOfRun, packed } from '#flows/simulation/link.ts';
import { type Frame, Player } from '#flows/simulation/play.ts';
import type { RunStep } from '#machines/book/run.ts';
import { pathsOf } from '#shell/telling.ts';
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

/**
 * Where the flow book shows a tour in its simulation; null for one that is too long for a link.
 * @param count how many of its steps
 * @throws Error when the simulation would end elsewhere than the tour
 */
export async function bookLink<World>(
  machine: AnyStateMachine,
  { start, steps }: Tour<World>,
  count: number,
  atOnce: (snapshot: AnyMachineSnapshot) => ChartEvent | null,
): Promise<string | null> {
  const player = new Player(machine);
  let frame = player.start(start.input);
  const taken: RunStep[] = [];
  const take = (event: ChartEvent) => {
    const step = stepOf(event, frame);
    frame = player.after(frame, step, []);
    taken.push(step);
  };
  for (const event of steps.slice(0, count).flatMap(({ events }) => events)) {
    take(event);
    for (let next = atOnce(frame.snapshot); next; next = atOnce(frame.snapshot)) take(next);
  }
  const end = pathsOf(frame.snapshot.value);
  const after = steps[count - 1]?.after;
  if (after && pathsOf(after.value).join() !== end.join())
    throw new Error(`the book would end in ${end.join()}, and not in ${pathsOf(after.value).join()}`);
  const letters = await packed({ run: { input: start.input, steps: taken }, end });
  return letters && addressOfRun(machine.id, letters);
}
