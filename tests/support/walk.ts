import { getShortestPaths } from '@xstate/graph';
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFrom,
  type InputFrom,
  createActor,
  fromCallback,
  initialTransition,
  transition,
} from 'xstate';
import { HeldClock, fireTimer, timersOf } from './browser/held-clock.ts';
import type { Coverage } from './coverage.ts';

/** What a port may answer. */
export type Outcome = { ok: unknown } | { error: unknown };
/**
 * What a walker needs to know about a chart: who may start it, what may happen to it, what its calls may
 * answer.
 */
export interface Model<M extends AnyStateMachine> {
  inputs: InputFrom<M>[];
  /** Events of people and of other actors; results of calls and timers are found in the chart. */
  events: EventFrom<M>[];
  /** by the name of the port */
  outcomes?: Record<string, Outcome[]>;
  /**
   * The part of the context that guards and oracles look at; two states that agree in value and in this are
   * one.
   */
  reduceContext?: (context: M extends { _: unknown } ? never : AnyMachineSnapshot['context']) => unknown;
  /**
   * States that finding the paths may look on from (20 000). Counted, not timed: a slow machine walks the
   * same ones.
   */
  mostStates?: number;
}
export interface Step {
  event: { type: string } & Record<string, unknown>;
  /** what the chart must be in after it, by the pure function */
  to: string;
}
export interface Path {
  name: string;
  input: unknown;
  start: string;
  steps: Step[];
  /** value at the end */
  to: unknown;
}
/** What happened on a replay: calls made through ports and facts told to others, in order. */
export interface Trail {
  steps: Step['event'][];
  calls: { port: string; input: unknown }[];
  told: { action: string; event: { type: string } }[];
  before: AnyMachineSnapshot | null;
}
/** Judges a state by something other than the chart. Throws when it is wrong. */
export type Oracle = (snapshot: AnyMachineSnapshot, trail: Trail) => void;

interface Prepared {
  machine: AnyStateMachine;
  trail: Trail;
}
/**
 * A port that notes its call and says nothing: not even its own snapshot to a chart that listens to those
 * (`onSnapshot`), which a status other than active keeps back.
 */
function silent(note: Parameters<typeof fromCallback>[0]) {
  const logic = fromCallback(note);
  return {
    ...logic,
    getInitialSnapshot: (...given: Parameters<typeof logic.getInitialSnapshot>) => ({
      ...logic.getInitialSnapshot(...given),
      status: 'stopped' as const,
    }),
  };
}
const prepared = new WeakMap<AnyStateMachine, Prepared>();

/**
 * The chart with its ports silent and its `notify…` actions noted instead of sent. One per chart, so that its
 * transitions keep their identity.
 */
export function prepare(machine: AnyStateMachine): Prepared {
  const known = prepared.get(machine);
  if (known) return known;
  const trail: Trail = { steps: [], calls: [], told: [], before: null };
  const names = Object.keys(machine.implementations.actors);
  const actors = Object.fromEntries(
    names.map((name) => [name, silent(({ input }) => void trail.calls.push({ port: name, input }))]),
  );
  const told = Object.keys(machine.implementations.actions).filter((name) => name.startsWith('notify'));
  const actions = Object.fromEntries(
    told.map((name) => [
      name,
      ({ event }: { event: { type: string } }) => void trail.told.push({ action: name, event }),
    ]),
  );
  // Names taken from the chart itself
  const made = { machine: machine.provide({ actors, actions } as never), trail };
  prepared.set(machine, made);
  return made;
}

export const plain = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    part instanceof Error ? { ...part, name: part.name, message: part.message } : part,
  );
export const keyOf = (snapshot: AnyMachineSnapshot, model: Model<AnyStateMachine>): string =>
  plain([
    snapshot.value,
    snapshot.status,
    (model.reduceContext ?? ((context) => context))(snapshot.context),
  ]) ?? '';

/**
 * Everything that may happen next: given events, answers of the calls that are running, timers that are set.
 * Only what the chart reacts to.
 */
export function happenings(snapshot: AnyMachineSnapshot, model: Model<AnyStateMachine>): Step['event'][] {
  if (snapshot.status !== 'active') return [];
  // The union of a chart's events, each an object with a type
  const found: Step['event'][] = [...model.events] as Step['event'][];
  for (const node of snapshot._nodes) {
    for (const { id, src } of node.invoke) {
      for (const outcome of model.outcomes?.[typeof src === 'string' ? src : id] ?? []) {
        found.push(
          'ok' in outcome
            ? { type: `xstate.done.actor.${id}`, output: outcome.ok, actorId: id }
            : { type: `xstate.error.actor.${id}`, error: outcome.error, actorId: id },
        );
      }
    }
    for (const { eventType } of node.after) found.push({ type: eventType });
  }
  // A failure that nobody hears ends the whole chart: it is walked, and judged.
  return found.filter(
    (event) =>
      event.type.startsWith('xstate.error.') || snapshot.machine.getTransitionData(snapshot, event)?.length,
  );
}

interface Reached {
  snapshot: AnyMachineSnapshot;
  input: unknown;
  start: string;
  steps: Step[];
  /** Each event that it reacts to with the value that follows, where finding it has shown that. */
  onward?: (Step & { value: unknown })[];
}
type Next = (snapshot: AnyMachineSnapshot) => Step['event'][];

/**
 * The shortest way to every state, by `@xstate/graph`: right as long as a state's key says everything about
 * it.
 */
function shortestByGraph(machine: AnyStateMachine, model: Model<AnyStateMachine>, events: Next): Reached[] {
  const serializeState = (snapshot: AnyMachineSnapshot) => keyOf(snapshot, model);
  return model.inputs.flatMap((input) =>
    getShortestPaths(machine, { input, events, serializeState, serializeEvent: plain } as never).map(
      ({ state, steps }): Reached => ({
        // The first step is the start; each step holds the state after its event.
        snapshot: state,
        input,
        start: serializeState(steps[0]?.state ?? state),
        steps: steps
          .slice(1)
          .map(({ event, state: after }) => ({ event: event as Step['event'], to: serializeState(after) })),
      }),
    ),
  );
}

/**
 * The same over a reduced context. Breadth first; of the states that look alike the first one reached stands
 * for all, so that its steps lead to itself.
 */
function shortestByWalk(machine: AnyStateMachine, model: Model<AnyStateMachine>, events: Next): Reached[] {
  const known = new Set<string>();
  const reached: Reached[] = [];
  const visit = (found: Reached, key: string) => {
    if (known.has(key)) return;
    known.add(key);
    reached.push(found);
  };
  for (const input of model.inputs) {
    const [snapshot] = initialTransition(machine, input);
    const start = keyOf(snapshot, model);
    visit({ snapshot, input, start, steps: [] }, start);
  }
  for (const from of reached) {
    from.onward = events(from.snapshot).map((event) => {
      const [snapshot] = transition(machine, from.snapshot, event);
      const to = keyOf(snapshot, model);
      const { input, start } = from;
      visit({ snapshot, input, start, steps: [...from.steps, { event, to }] }, to);
      return { event, to, value: snapshot.value };
    });
  }
  return reached;
}

/**
 * Paths that together go through every reachable state and every event of each: the shortest one to each
 * state, and on from there one for every
 * event that the chart reacts to. @throws Error when there are more states than the model allows
 */
export function pathsThrough<M extends AnyStateMachine>(chart: M, given: Model<M>): Path[] {
  const { machine } = prepare(chart);
  const model = given as unknown as Model<AnyStateMachine>; // walked without knowing its types
  const { mostStates = 20_000 } = model;
  let asked = 0;
  const events: Next = (snapshot) => {
    if (++asked > mostStates) throw new Error(`${machine.id}: too many states to walk; reduce its context`);
    return happenings(snapshot, model);
  };
  const reached = (model.reduceContext ? shortestByWalk : shortestByGraph)(machine, model, events);
  const onwardFrom = (snapshot: AnyMachineSnapshot) =>
    events(snapshot).map((event) => {
      const [next] = transition(machine, snapshot, event);
      return { event, to: keyOf(next, model), value: next.value as unknown };
    });
  return reached.flatMap(({ snapshot, input, start, steps, onward: known }): Path[] => {
    const here: Path = { name: nameOf(steps, snapshot.value), input, start, steps, to: snapshot.value };
    const onward = (known ?? onwardFrom(snapshot)).map(({ value, ...step }): Path => {
      const longer = [...steps, step];
      return { name: nameOf(longer, value), input, start, steps: longer, to: value };
    });
    return onward.length > 0 || steps.length > 0 ? onward : [here];
  });
}

const nameOf = (steps: Step[], to: unknown) =>
  `${JSON.stringify(to)} by ${steps.map(({ event }) => event.type.replace(/^xstate\./, '')).join(' → ') || 'starting'}`;

/** Transitions that one event may lead to. */
const MOST_MICROSTEPS = 200;
/** The actor is not where the path says. */
export class Diverged extends Error {}

/**
 * Takes a path on a real actor: calls answered by hand, timers by a clock that only this moves. The oracle
 * sees the start and every step.
 * @param judged steps at the beginning that another path ends with, and that are judged there
 * @throws Error when the actor is not where the path says, or the oracle refuses
 */
export function replay<M extends AnyStateMachine>(
  chart: M,
  given: Model<M>,
  path: Pick<Path, 'input' | 'steps'> & { start?: string },
  oracle: Oracle = () => {},
  taken?: Coverage,
  judged = 0,
): AnyMachineSnapshot {
  const { machine, trail } = prepare(chart);
  const model = given as unknown as Model<AnyStateMachine>; // as above
  Object.assign(trail, { steps: [], calls: [], told: [], before: null });
  const clock = new HeldClock();
  const fault: unknown[] = [];
  let micro = 0;
  const actor = createActor(machine, {
    input: path.input,
    clock,
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      // A chart that goes round in circles by itself would never come back.
      if (++micro > MOST_MICROSTEPS) throw new Error(`${machine.id} never comes to rest`);
      taken?.add(event._transitions);
    },
  });
  actor.subscribe({ error: (error) => void fault.push(error) });
  let step = 0;
  const judge = (expected: string | undefined, at: string) => {
    micro = 0;
    if (fault.length > 0) throw fault[0];
    const snapshot = actor.getSnapshot();
    if (step++ >= judged) {
      const key = keyOf(snapshot, model);
      oracle(snapshot, trail);
      if (expected !== undefined && key !== expected)
        throw new Diverged(`${machine.id} after ${at}: ${key} instead of ${expected}`);
    }
    trail.before = snapshot;
  };
  actor.start();
  judge(path.start, 'starting');
  for (const { event, to } of path.steps) {
    trail.steps.push(event);
    if (!event.type.startsWith('xstate.after.')) actor.send(event);
    else if (timersOf(actor, clock).some((timer) => timer.type === event.type))
      fireTimer(actor, clock, event.type);
    else throw new Diverged(`${machine.id}: no timer is set for ${event.type}`);
    judge(to, event.type);
  }
  const end = actor.getSnapshot();
  actor.stop();
  return end;
}
