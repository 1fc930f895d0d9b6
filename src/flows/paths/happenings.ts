import type { AnyStateNode, EventObject } from 'xstate';
import { problems } from '#contract/problem-list.ts';
import type { RunStep } from '#machines/book/run.ts';
import { askedOf } from '../simulation/offers.ts';
import { type Frame, eventOf } from '../simulation/play.ts';
import { isMeant } from '../simulation/verdict.ts';
import type { PathSamples } from './path-samples.ts';
import type { Recorder } from './recorder.ts';

/** Something that may happen to a chart where it is. */
export interface Happening {
  step: RunStep;
  /** the event, and which of the chart's transitions take it at first */
  does: string;
}

const FAULTS = ['NETWORK', 'BUG', ...Object.keys(problems)];
/** A fault is made once: an error notes where it was made, which takes its time. */
const made = new Map<string, EventObject | undefined>();
function eventFor(step: RunStep): EventObject | undefined {
  if (step.do !== 'fail' || step.problem !== undefined) return eventOf(step);
  const key = `${step.call} ${step.fault}`;
  if (!made.has(key)) made.set(key, eventOf(step));
  return made.get(key);
}

function sentTo(names: readonly string[], { events }: PathSamples): RunStep[] {
  const known = new Set(events.map(({ type }) => type));
  // What no sample has is sent by its name alone; a wildcard stands for what the samples have of it.
  const bare = names.filter((one) => !one.includes('*') && !one.startsWith('xstate.') && !known.has(one));
  const meant = events.filter(({ type }) => names.some((one) => isMeant(one, type)));
  return [...meant, ...[...new Set(bare)].map((type) => ({ type }))].map((event) => ({ do: 'send', event }));
}

/** What the calls may come to: every answer of the samples, no answer, and every refusal there is. */
function outcomesIn(frame: Frame, names: ReadonlySet<string>, { outputs, faults }: PathSamples): RunStep[] {
  return askedOf(frame).flatMap(({ id: call, port }): RunStep[] => [
    ...(names.has(`xstate.done.actor.${call}`)
      ? (outputs[port] ?? [undefined]).map((output) => ({ do: 'answer' as const, call, output }))
      : []),
    ...(names.has(`xstate.error.actor.${call}`)
      ? [...(faults[port] ?? []), ...FAULTS.map((fault) => ({ fault }))].map((one) => ({
          do: 'fail' as const,
          call,
          ...one,
        }))
      : []),
  ]);
}

/** All that may happen now. Of refusals without further words one for each thing that the chart does with them. */
export function happeningsAt(frame: Frame, samples: PathSamples, recorder: Recorder): Happening[] {
  if (frame.snapshot.status !== 'active') return [];
  const names = frame.snapshot._nodes.flatMap((node: AnyStateNode) => [...node.transitions.keys()]);
  const [due] = frame.timers;
  const steps: RunStep[] = [
    ...sentTo(names, samples),
    ...outcomesIn(frame, new Set(names), samples),
    ...(due ? [{ do: 'wait' as const, ms: Math.max(0, due.at - frame.clock) }] : []),
  ];
  const bare = new Set<string>();
  return steps.flatMap((step): Happening[] => {
    const event = eventFor(step) ?? due?.event;
    const chosen = event && recorder.chosen(frame, event);
    if (!event || !chosen) return [];
    const does = `${event.type} ${chosen.join(' ')}`;
    const isBare = step.do === 'fail' && step.problem === undefined;
    if (isBare && bare.has(does)) return [];
    if (isBare) bare.add(does);
    return [{ step, does }];
  });
}
