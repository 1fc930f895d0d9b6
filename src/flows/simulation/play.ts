import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type ExecutableActionObject,
  fromCallback,
  initialTransition,
  matchesState,
  transition,
} from 'xstate';
import type { Run, RunStep } from '#machines/book/run.ts';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { problems } from '#contract/problem-list.ts';
import { type Verdict, isKnown, verdictOf } from './verdict.ts';

/** A delay that a chart waits for. @param at ms on the run's clock, which begins at 0 */
export interface Timer {
  id: string;
  event: EventObject;
  at: number;
}
/** A chart at a moment of a run. */
export interface Frame {
  snapshot: AnyMachineSnapshot;
  clock: number;
  timers: readonly Timer[];
  /** calls that have answered */
  answered: ReadonlySet<AnyActorRef>;
}
export interface Taken {
  step: RunStep;
  /** the chart after the step */
  frame: Frame;
  verdict: Verdict;
  /** names of events that the chart tells others */
  told: readonly string[];
}
/** Why a run goes no further. `crashed`: the chart's own code threw; `over`: the chart has ended before. */
export type Stop =
  | { at: number; why: 'crashed'; message: string }
  | { at: number; why: 'unknown'; name: string }
  | { at: number; why: 'idle'; name: string }
  | { at: number; why: 'over' };
export interface Played {
  /** null where the chart did not even begin */
  start: Frame | null;
  taken: readonly Taken[];
  /** @param at the step that was not taken, -1 for the beginning */
  stop: Stop | null;
}

const silent = new WeakMap<AnyStateMachine, AnyStateMachine>();
/** The chart with calls that say nothing by themselves. */
function silenced(machine: AnyStateMachine): AnyStateMachine {
  const known = silent.get(machine);
  if (known) return known;
  const names = Object.keys(machine.implementations.actors);
  const actors = Object.fromEntries(names.map((name) => [name, fromCallback(() => {})]));
  // Names taken from the chart itself
  const made = machine.provide({ actors } as never);
  silent.set(machine, made);
  return made;
}

interface ActionParams {
  id?: string;
  sendId?: string;
  delay?: number;
  event?: EventObject;
}
const paramsOf = ({ params }: ExecutableActionObject) => (params ?? {}) as ActionParams; // of actions of XState's own

/** Delays that still run after what a transition set and took back. */
function timersAfter(timers: readonly Timer[], actions: readonly ExecutableActionObject[], clock: number) {
  const set = new Map(timers.map((timer) => [timer.id, timer]));
  for (const action of actions) {
    const { id, sendId, delay, event } = paramsOf(action);
    if (action.type === 'xstate.cancel' && sendId !== undefined) set.delete(sendId);
    if (action.type !== 'xstate.raise' || delay === undefined || !event) continue;
    const name = id ?? event.type;
    set.set(name, { id: name, event, at: clock + Math.max(0, delay) });
  }
  return [...set.values()].sort((a, b) => a.at - b.at);
}
const toldBy = (actions: readonly ExecutableActionObject[]) =>
  actions
    .filter(({ type }) => type === 'xstate.sendTo' || type === 'xstate.sendParent')
    .flatMap((action) => paramsOf(action).event?.type ?? []);

/** A call that a chart waits for, or something outside that it listens to. */
export interface Call {
  id: string;
  /** the name of its port */
  port: string;
  input: unknown;
}
type Spawned = AnyActorRef & { options?: { input?: unknown } };
export const callsOf = ({ snapshot, answered }: Frame): Call[] =>
  Object.entries((snapshot.children ?? {}) as Record<string, Spawned | undefined>).flatMap(([id, ref]) =>
    ref && !answered.has(ref)
      ? [{ id, port: typeof ref.src === 'string' ? ref.src : id, input: ref.options?.input }]
      : [],
  );

/** What a call that fails rejects with. */
function errorOf({ fault, problem = {} }: Extract<RunStep, { do: 'fail' }>): Error {
  if (fault === 'NETWORK') return new NetworkFault('simulated');
  const code = (Object.keys(problems) as (keyof typeof problems)[]).find((one) => one === fault);
  return code ? new ApiProblem(code, problem) : new Error('simulated');
}
/** What a chart inside says of itself, from plain data: its state, tags and context. */
function revived(event: EventObject & { snapshot?: unknown }): EventObject {
  const { snapshot } = event;
  if (!event.type.startsWith('xstate.snapshot.') || typeof snapshot !== 'object' || !snapshot) return event;
  const { value = '', tags = [] } = snapshot as { value?: string; tags?: readonly string[] }; // as it was typed
  const alive = {
    status: 'active',
    context: {},
    ...snapshot,
    hasTag: (tag: string) => tags.includes(tag),
    matches: (state: string) => matchesState(state, value),
  };
  return { ...event, snapshot: alive } as EventObject;
}
/** The event that a step sends; undefined for one that is none. */
export const eventOf = (step: RunStep): EventObject | undefined => {
  if (step.do === 'send') return revived(step.event);
  if (step.do === 'answer')
    return { type: `xstate.done.actor.${step.call}`, output: step.output, actorId: step.call } as EventObject;
  return step.do === 'fail'
    ? ({
        type: `xstate.error.actor.${step.call}`,
        error: errorOf(step),
        actorId: step.call,
      } as EventObject)
    : undefined;
};

/** More delays than fall due in one push of the clock. */
const MOST_DUE = 500;

/** A call answers once. */
function answered(frame: Frame, step: RunStep): Frame {
  if (step.do !== 'answer' && step.do !== 'fail') return frame;
  const ref = (frame.snapshot.children as Record<string, AnyActorRef | undefined>)[step.call];
  return ref ? { ...frame, answered: new Set([...frame.answered, ref]) } : frame;
}

/** What one step makes of a chart. */
export class Player {
  readonly machine: AnyStateMachine;
  constructor(machine: AnyStateMachine) {
    this.machine = silenced(machine);
  }
  /** @param done takes what the chart does then */
  start(input: unknown, done: ExecutableActionObject[] = []): Frame {
    const [snapshot, actions] = initialTransition(this.machine, input);
    if (snapshot.status === 'error') throw snapshot.error;
    done.push(...actions);
    return { snapshot, clock: 0, timers: timersAfter([], actions, 0), answered: new Set() };
  }
  private send(frame: Frame, event: EventObject, done: ExecutableActionObject[]): Frame {
    const [snapshot, actions] = transition(this.machine, frame.snapshot, event);
    done.push(...actions);
    return { ...frame, snapshot, timers: timersAfter(frame.timers, actions, frame.clock) };
  }
  private wait(frame: Frame, ms: number, done: ExecutableActionObject[]): Frame {
    const until = frame.clock + ms;
    let now = frame;
    for (let fired = 0; fired < MOST_DUE; fired++) {
      const [next] = now.timers;
      if (!next || next.at > until || now.snapshot.status !== 'active') break;
      const timers = now.timers.slice(1);
      now = this.send({ ...now, timers, clock: Math.max(now.clock, next.at) }, next.event, done);
    }
    return { ...now, clock: until };
  }
  /** The chart after a step. @param done takes what the chart does with it */
  after(frame: Frame, step: RunStep, done: ExecutableActionObject[]): Frame {
    const event = eventOf(step);
    return event
      ? this.send(answered(frame, step), event, done)
      : this.wait(frame, step.do === 'wait' ? step.ms : 0, done);
  }
  take(frame: Frame, step: RunStep): Taken {
    const done: ExecutableActionObject[] = [];
    const after = this.after(frame, step, done);
    const verdict = verdictOf(frame.snapshot, eventOf(step) ?? null, after.snapshot);
    return { step, frame: after, verdict, told: toldBy(done) };
  }
}

/** Why a step cannot be taken at all where a chart is. */
export function misfit(frame: Frame, step: RunStep, at: number): Stop | null {
  if (frame.snapshot.status !== 'active') return { at, why: 'over' };
  if (step.do === 'send' && !isKnown(frame.snapshot, step.event.type))
    return { at, why: 'unknown', name: step.event.type };
  if ((step.do === 'answer' || step.do === 'fail') && !callsOf(frame).some(({ id }) => id === step.call))
    return { at, why: 'idle', name: step.call };
  return null;
}
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Takes a run on a chart by XState's pure functions: nothing is called, no clock goes. It ends before the first step
 * that does not fit the chart.
 */
export function play(machine: AnyStateMachine, { input, steps }: Run): Played {
  const player = new Player(machine);
  const taken: Taken[] = [];
  let start: Frame | null = null;
  try {
    let frame = player.start(input);
    start = frame;
    for (const [at, step] of steps.entries()) {
      const stop = misfit(frame, step, at);
      if (stop) return { start, taken, stop };
      const next = player.take(frame, step);
      taken.push(next);
      frame = next.frame;
    }
  } catch (error) {
    const at = start ? taken.length : -1;
    return { start, taken, stop: { at, why: 'crashed', message: messageOf(error) } };
  }
  return { start, taken, stop: null };
}

/** The chart where a run left it; null where it did not begin. */
export const lastOf = ({ start, taken }: Played): Frame | null => taken.at(-1)?.frame ?? start;

/** Paths of the innermost states of a frame. */
export const innermost = ({ snapshot }: Frame): string[] =>
  snapshot._nodes
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(({ path }) => path.join('.'))
    .sort();

/** The innermost states in which a run ends. @throws Error where it does not fit the chart */
export function endOf(machine: AnyStateMachine, run: Run): string[] {
  const played = play(machine, run);
  const last = lastOf(played);
  if (played.stop || !last) throw new Error(`step ${played.stop?.at ?? -1}: ${JSON.stringify(played.stop)}`);
  return innermost(last);
}
