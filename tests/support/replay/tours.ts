import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
} from 'xstate';
import { HeldClock } from '../browser/held-clock.ts';
import { describeTransition, transitionsOf } from '../coverage.ts';
import { type Oracle, prepare } from '../walk.ts';

export type ChartEvent = { type: string } & Record<string, unknown>;

/** Something that a person does, that a server answers or that time does, and what the chart hears of it. */
export interface Act<World> {
  /** in a person's words, in English like the names of tests */
  name: string;
  /** In order; none where it cannot happen in this state. */
  events(snapshot: AnyMachineSnapshot): ChartEvent[];
  /** Does it in a browser. @param then what follows, for what has to be made ready before */
  perform(world: World, then: readonly Act<World>[]): Promise<void>;
}
/** Where a tour begins. */
export interface Start {
  /** the page */
  path: string;
  input: unknown;
  /** what the chart has heard before anything happens there */
  heard?: ChartEvent[];
}
export interface TourStep<World> {
  act: Act<World>;
  /** what the chart hears of it */
  events: ChartEvent[];
  /** the chart afterwards */
  after: AnyMachineSnapshot;
}
export interface Tour<World> {
  start: Start;
  /** the chart before the first step */
  at: AnyMachineSnapshot;
  steps: TourStep<World>[];
}

interface Node<World> {
  snapshot: AnyMachineSnapshot;
  events: ChartEvent[];
  start: Start;
  edges: Edge<World>[];
}
interface Edge<World> {
  act: Act<World>;
  events: ChartEvent[];
  to: string;
  taken: AnyTransitionDefinition[];
}

/** What a call is answered that never leaves the page. */
type AtOnce = (snapshot: AnyMachineSnapshot) => ChartEvent | null;
/** How a chart is played. */
interface Played<World> {
  starts: Start[];
  acts: Act<World>[];
  /** what tells two states apart besides their value */
  key(snapshot: AnyMachineSnapshot): unknown;
  atOnce: AtOnce;
  /** judges what each act leads to, by something other than the chart */
  oracle: Oracle;
  /** Each act happens at least once, also where another one takes the same transition. */
  wantsEachAct?: boolean;
}

/** A tour ends after this many steps, or soon after; another begins anew. */
const LONG = 20;
/** More states than this are a context that was not reduced. */
const MOST_STATES = 2_000;

/**
 * The chart after these events, calls unanswered, and the transitions that the newest of them took.
 * @throws Error when the oracle refuses where the newest lead
 */
function led(
  { machine, trail }: ReturnType<typeof prepare>,
  { atOnce, oracle }: { atOnce: AtOnce; oracle: Oracle },
  start: Start,
  before: ChartEvent[],
  newest: ChartEvent[],
) {
  const taken: AnyTransitionDefinition[] = [];
  Object.assign(trail, { steps: [], calls: [], told: [], before: null });
  let isNewest = before.length === 0 && newest.length === 0;
  const { heard = [] } = start;
  const actor = createActor(machine, {
    input: start.input,
    clock: new HeldClock(),
    inspect: (event) => {
      if (event.type === '@xstate.microstep' && isNewest) taken.push(...event._transitions);
    },
  });
  actor.start();
  const take = (event: ChartEvent) => {
    trail.before = actor.getSnapshot() as AnyMachineSnapshot; // of a chart
    trail.steps.push(event);
    actor.send(event);
    if (isNewest) oracle(actor.getSnapshot() as AnyMachineSnapshot, trail);
  };
  const settle = () => {
    for (;;) {
      const answer = atOnce(actor.getSnapshot() as AnyMachineSnapshot);
      if (!answer) return;
      take(answer);
    }
  };
  const send = (event: ChartEvent) => {
    take(event);
    settle();
  };
  settle();
  heard.forEach(send);
  before.forEach(send);
  isNewest = true;
  newest.forEach(send);
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot; // of a chart
  actor.stop();
  return { snapshot, taken };
}

/**
 * Tours that together take every transition that the acts lead to: each goes on to the nearest one that none took
 * yet, so that few of them begin anew. Of `all` transitions those are named that none takes.
 * @throws Error when there are too many states, or the oracle refuses one
 */
export function toursThrough<World>(
  chart: AnyStateMachine,
  { starts, acts, key, atOnce, oracle, wantsEachAct = false }: Played<World>,
): { tours: Tour<World>[]; all: number; untaken: string[] } {
  const prepared = prepare(chart);
  const { machine } = prepared;
  const judged = { atOnce, oracle };
  const keyOf = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, snapshot.status, key(snapshot)]);
  const nodes = new Map<string, Node<World>>();
  const wanted = new Set(transitionsOf(machine));
  const all = wanted.size;
  const wantedActs = new Set(wantsEachAct ? acts : []);
  const begun = starts.map((start) => {
    const { snapshot, taken } = led(prepared, judged, start, [], []);
    const own = keyOf(snapshot);
    if (!nodes.has(own)) nodes.set(own, { snapshot, events: [], start, edges: [] });
    return { start, own, snapshot, taken };
  });
  for (const node of nodes.values()) {
    if (nodes.size > MOST_STATES) throw new Error(`${machine.id} has too many states for tours`);
    if (node.snapshot.status !== 'active') continue;
    for (const act of acts) {
      const events = act.events(node.snapshot);
      if (events.length === 0) continue;
      const { snapshot, taken } = led(prepared, judged, node.start, node.events, events);
      const to = keyOf(snapshot);
      if (!nodes.has(to))
        nodes.set(to, { snapshot, events: [...node.events, ...events], start: node.start, edges: [] });
      node.edges.push({ act, events, to, taken });
    }
  }

  /** The shortest way to an edge with a transition, or an act, that is still wanted. */
  function onward(from: string): Edge<World>[] | null {
    const seen = new Set([from]);
    const queue: { at: string; way: Edge<World>[] }[] = [{ at: from, way: [] }];
    for (const { at, way } of queue)
      for (const edge of nodes.get(at)?.edges ?? []) {
        const longer = [...way, edge];
        if (wantedActs.has(edge.act) || edge.taken.some((transition) => wanted.has(transition)))
          return longer;
        if (seen.has(edge.to)) continue;
        seen.add(edge.to);
        queue.push({ at: edge.to, way: longer });
      }
    return null;
  }
  const take = (transitions: AnyTransitionDefinition[]) => {
    for (const transition of transitions) wanted.delete(transition);
  };
  const tours = begun.flatMap(({ start, own, snapshot, taken }): Tour<World>[] => {
    const found: Tour<World>[] = [];
    const isNew = taken.some((transition) => wanted.has(transition));
    take(taken);
    for (let isFirst = true; ; isFirst = false) {
      const tour: Tour<World> = { start, at: snapshot, steps: [] };
      let at = own;
      for (let way = onward(at); way && tour.steps.length < LONG; way = onward(at))
        for (const { act, events, to, taken: passed } of way) {
          take(passed);
          wantedActs.delete(act);
          at = to;
          tour.steps.push({ act, events, after: nodes.get(to)?.snapshot ?? snapshot });
        }
      if (tour.steps.length > 0 || (isFirst && isNew)) found.push(tour);
      if (tour.steps.length === 0) return found;
    }
  });
  return { tours, all, untaken: [...wanted].map(describeTransition) };
}

/** A tour by what happens on it; by its page where that is all. */
export const nameOf = <World>({ start, steps }: Tour<World>): string =>
  steps.map(({ act }) => act.name).join(', ') || start.path;
