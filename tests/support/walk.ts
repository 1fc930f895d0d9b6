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
import { HeldClock, fireTimer, timersOf } from './held-clock.ts';
import { type Coverage, coverageOf, transitionsOf } from './coverage.ts';

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
  /** ms that finding the paths may take (10 000) */
  limit?: number;
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
 * The chart with its ports silent and its `tell…` actions noted instead of sent. One per chart, so that its
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
  const tells = Object.keys(machine.implementations.actions).filter((name) => name.startsWith('tell'));
  const actions = Object.fromEntries(
    tells.map((name) => [
      name,
      ({ event }: { event: { type: string } }) => void trail.told.push({ action: name, event }),
    ]),
  );
  // Names taken from the chart itself
  const made = { machine: machine.provide({ actors, actions } as never), trail };
  prepared.set(machine, made);
  return made;
}

const plain = (value: unknown) =>
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
function happenings(snapshot: AnyMachineSnapshot, model: Model<AnyStateMachine>): Step['event'][] {
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
    for (const event of events(from.snapshot)) {
      const [snapshot] = transition(machine, from.snapshot, event);
      const to = keyOf(snapshot, model);
      visit({ ...from, snapshot, steps: [...from.steps, { event, to }] }, to);
    }
  }
  return reached;
}

/**
 * Paths that together go through every reachable state and every event of each: the shortest one to each
 * state, and on from there one for every
 * event that the chart reacts to. @throws Error when finding them takes longer than the model allows
 */
export function pathsThrough<M extends AnyStateMachine>(chart: M, given: Model<M>): Path[] {
  const { machine } = prepare(chart);
  const model = given as unknown as Model<AnyStateMachine>; // walked without knowing its types
  const deadline = performance.now() + (model.limit ?? 60_000);
  const events: Next = (snapshot) => {
    if (performance.now() > deadline)
      throw new Error(`${machine.id}: too many states to walk; reduce its context`);
    return happenings(snapshot, model);
  };
  const reached = (model.reduceContext ? shortestByWalk : shortestByGraph)(machine, model, events);
  return reached.flatMap(({ snapshot, input, start, steps }): Path[] => {
    const here: Path = { name: nameOf(steps, snapshot.value), input, start, steps, to: snapshot.value };
    const onward = events(snapshot).map((event): Path => {
      const [next] = transition(machine, snapshot, event);
      const longer = [...steps, { event, to: keyOf(next, model) }];
      return { name: nameOf(longer, next.value), input, start, steps: longer, to: next.value };
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
 * @throws Error when the actor is not where the path says, or the oracle refuses
 */
export function replay<M extends AnyStateMachine>(
  chart: M,
  given: Model<M>,
  path: Pick<Path, 'input' | 'steps'> & { start?: string },
  oracle: Oracle = () => {},
  taken?: Coverage,
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
  const judge = (expected: string | undefined, at: string) => {
    micro = 0;
    if (fault.length > 0) throw fault[0];
    const snapshot = actor.getSnapshot();
    const key = keyOf(snapshot, model);
    oracle(snapshot, trail);
    if (expected !== undefined && key !== expected)
      throw new Diverged(`${machine.id} after ${at}: ${key} instead of ${expected}`);
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

/**
 * Takes every path and judges every step.
 * @returns what was covered
 * @throws Error at the first wrong step, naming its path
 */
export function walk<M extends AnyStateMachine>(
  chart: M,
  model: Model<M>,
  oracle: Oracle,
  paths: Path[] = pathsThrough(chart, model),
): Coverage {
  const coverage = coverageOf(prepare(chart).machine);
  for (const path of paths) {
    try {
      replay(chart, model, path, oracle, coverage);
    } catch (error) {
      throw new Error(
        `on the path to ${path.name} (input ${plain(path.input)}): ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
  return coverage;
}

/**
 * Walks a chart, prints what was covered and insists on every transition.
 * @throws Error with the missing ones by source, event and guard
 */
export function walkWhole<M extends AnyStateMachine>(chart: M, model: Model<M>, oracle: Oracle): Coverage {
  const paths = pathsThrough(chart, model);
  const coverage = walk(chart, model, oracle, paths);
  const { machine } = prepare(chart);
  const missing = coverage.missing();
  console.info(
    `${machine.id} → ${coverage.states} states, ${transitionsOf(machine).length} transitions, ${coverage.size} covered (${paths.length} paths)`,
  );
  if (missing.length > 0)
    throw new Error(`${machine.id}: ${missing.length} transitions were never taken:\n${missing.join('\n')}`);
  return coverage;
}
