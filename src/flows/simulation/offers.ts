import type { AnyStateNode } from 'xstate';
import type { ChartSamples, RunStep } from '#machines/book/run.ts';
import { type Call, type Frame, callsOf } from './play.ts';
import { type Verdict, isMeant, preview } from './verdict.ts';

type Sent = Extract<RunStep, { do: 'send' }>['event'];
/** An event that a chart takes where it is, as far as its name tells. */
export interface Offer {
  /** with the sample's data */
  event: Sent;
  /** what it would do with those; null where they are not enough to say */
  outlook: Omit<Verdict, 'kind'> | null;
}

/** Events that a chart takes where it is. A wildcard stands for those that a sample has. */
export function offersOf(frame: Frame, { events }: Pick<ChartSamples, 'events'>): Offer[] {
  const descriptors = frame.snapshot._nodes.flatMap((node: AnyStateNode) => [...node.transitions.keys()]);
  const names = descriptors.flatMap((descriptor) =>
    descriptor.includes('*')
      ? Object.keys(events).filter((name) => isMeant(descriptor, name))
      : [descriptor].filter((name) => !name.startsWith('xstate.') || name.startsWith('xstate.snapshot.')),
  );
  return [...new Set(names)].sort().map((type) => {
    const event: Sent = { ...events[type], type };
    return { event, outlook: preview(frame.snapshot, event) };
  });
}

/** Calls of a chart, and whether it waits for their answer or only hears what they say meanwhile. */
export function askedOf(frame: Frame): (Call & { isAwaited: boolean })[] {
  const heard = new Set(frame.snapshot._nodes.flatMap((node: AnyStateNode) => [...node.transitions.keys()]));
  return callsOf(frame).map((call) => ({
    ...call,
    isAwaited: heard.has(`xstate.done.actor.${call.id}`) || heard.has(`xstate.error.actor.${call.id}`),
  }));
}
