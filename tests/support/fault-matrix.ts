import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  StateMachine,
  initialTransition,
  transition,
} from 'xstate';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { statesOf } from '#flows/facts.ts';
import { type FaultName, faultNames } from '#flows/faults/fault-matrix.ts';
import { type Model, type Step, happenings, keyOf, prepare } from './walk.ts';

/** What the client tells a chart of each failure. */
const faults: Record<FaultName, () => Error> = {
  // Offline, a minute without an answer and an answer that is not of the contract are one to a chart (REL-17).
  unanswered: () => new NetworkFault('no answer'),
  // One that was renewed is an answer.
  401: () => new ApiProblem('UNAUTHENTICATED'),
  409: () => new ApiProblem('VERSION'),
  422: () => new ApiProblem('ADDRESS'),
  429: () => new ApiProblem('TOO_MANY_REQUESTS'),
  500: () => new ApiProblem('INTERNAL'),
  mistake: () => new TypeError('undefined is not a function'),
};

/** Where a chart is after a call failed. */
export interface Landing {
  /** the innermost states that it came to; those that it was in where it came to none */
  to: string[];
  /** the shortest ways back to the call from there, everything else going well; null where there is none */
  back: string[][] | null;
  /** what the chart knew before and does not know any more */
  lost: string[];
  wrong?: 'ends the chart' | 'asks again without a pause';
}
/** A call of a chart, in a state that makes it. */
export interface Call {
  state: string;
  call: string;
  landings: Record<FaultName, Landing>;
}
type Given = Model<AnyStateMachine>;
interface Calling {
  state: string;
  call: string;
  snapshot: AnyMachineSnapshot;
  model: Given;
}

const nameOfPort = ({ src, id }: { src: unknown; id: string }) => (typeof src === 'string' ? src : id);
const leavesOf = ({ _nodes }: AnyMachineSnapshot) =>
  _nodes.filter(({ states }) => Object.keys(states).length === 0).map(({ path }) => path.join('.'));
/** Calls that a model has answers for; a chart that runs inside answers for itself. */
const callsOf = (chart: AnyStateMachine, node: AnyStateNode, models: readonly Given[]) =>
  node.invoke
    .filter((one) => models.some(({ outcomes = {} }) => nameOfPort(one) in outcomes))
    .filter((one) => !(chart.implementations.actors[nameOfPort(one)] instanceof StateMachine))
    .map(({ id }) => ({ state: node.path.join('.'), call: id }));
const callsAt = (chart: AnyStateMachine, snapshot: AnyMachineSnapshot, model: Given) =>
  snapshot._nodes.flatMap((node) => callsOf(chart, node, [model]));

/**
 * Every call of a chart where its models come to it first.
 * @throws Error where they come to one of them nowhere
 */
function callingsOf(chart: AnyStateMachine, models: readonly Given[]): Calling[] {
  const { machine } = prepare(chart);
  const all = statesOf(chart.root).flatMap((node) => callsOf(chart, node, models));
  const found = new Map<string, Calling>();
  for (const model of models) {
    const known = new Set<string>();
    const queue: AnyMachineSnapshot[] = [];
    const visit = (snapshot: AnyMachineSnapshot) => {
      const key = keyOf(snapshot, model);
      if (known.has(key)) return;
      known.add(key);
      queue.push(snapshot);
      for (const { state, call } of callsAt(chart, snapshot, model)) {
        const name = `${state} ${call}`;
        if (!found.has(name)) found.set(name, { state, call, snapshot, model });
      }
    };
    for (const input of model.inputs) visit(initialTransition(machine, input)[0]);
    for (const from of queue) {
      if (found.size === all.length) break;
      for (const event of happenings(from, model)) visit(transition(machine, from, event)[0]);
    }
  }
  const unmet = all.filter(({ state, call }) => !found.has(`${state} ${call}`));
  if (unmet.length > 0) throw new Error(`${chart.id}: no model comes to ${JSON.stringify(unmet)}`);
  return [...found.values()];
}

/** So often the same call may fail at once before it has to wait for something. */
const MOST_TRIES = 10;
/** So many steps back to a call are looked for, over so many places. */
const MOST_STEPS = 8;
const MOST_PLACES = 3_000;
/** So many ways of one length are named. */
const MOST_WAYS = 4;

/** A refusal is an answer; that none came is not. */
const isAnswered = (event: Step['event']) =>
  !event.type.startsWith('xstate.error.') ||
  (event['error'] instanceof ApiProblem && !event['error'].retryable);

/** To try again first, then what comes by itself; another screen last. */
const order = [/^load\.retried$/, /^network\.restored$/, /^(?!asked\.)/, /./];
const rankOf = ([event = '']: string[]) => order.findIndex((pattern) => pattern.test(event));

/** The shortest ways to where the call is made again, or the chart is over. */
function waysBack(
  chart: AnyStateMachine,
  { call, model }: Calling,
  from: AnyMachineSnapshot,
): string[][] | null {
  const { machine } = prepare(chart);
  if (from.status === 'done') return [];
  const isBack = (to: AnyMachineSnapshot): boolean =>
    to.status === 'done' ||
    (to.status === 'active' && callsAt(chart, to, model).some((one) => one.call === call));
  // A call of the chart itself is over once it failed, though the state that made it is not left.
  const isOfOthers = ({ type }: Step['event']) => !type.endsWith(`.actor.${call}`);
  const known = new Set([keyOf(from, model)]);
  let places: { at: AnyMachineSnapshot; by: string[] }[] = [{ at: from, by: [] }];
  while (places.length > 0 && known.size < MOST_PLACES && (places[0]?.by.length ?? 0) < MOST_STEPS) {
    const next: typeof places = [];
    const found = new Map<string, string[]>();
    for (const { at, by } of places)
      for (const event of happenings(at, model).filter(isOfOthers).filter(isAnswered)) {
        const [to] = transition(machine, at, event);
        const way = [...by, event.type];
        const key = keyOf(to, model);
        if (isBack(to)) found.set(way.join(), way);
        else if (!known.has(key)) next.push({ at: to, by: way });
        known.add(key);
      }
    if (found.size > 0) return [...found.values()].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, MOST_WAYS);
    places = next;
  }
  return null;
}

const isSomething = (value: unknown) =>
  Boolean(value) && (typeof value !== 'object' || Object.keys(value as object).length > 0);

function landingOf(chart: AnyStateMachine, calling: Calling, error: Error): Landing {
  const { machine } = prepare(chart);
  const { call, snapshot } = calling;
  const event = { type: `xstate.error.actor.${call}`, error, actorId: call };
  const before = new Set(leavesOf(snapshot));
  let at = snapshot;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const [to, actions] = transition(machine, at, event);
    at = to;
    if (at.status === 'error') return { to: [], back: null, lost: [], wrong: 'ends the chart' };
    const isMadeAgain = actions.some(
      ({ type, params }) => type === 'xstate.spawnChild' && (params as { id?: string }).id === call,
    );
    if (isMadeAgain) continue;
    const [was, is] = [snapshot.context, at.context] as Record<string, unknown>[];
    const come = leavesOf(at).filter((leaf) => !before.has(leaf));
    return {
      to: come.length > 0 ? come : [calling.state],
      back: waysBack(chart, calling, at),
      lost: Object.keys(was ?? {}).filter((name) => isSomething(was?.[name]) && !isSomething(is?.[name])),
    };
  }
  return { to: leavesOf(at), back: null, lost: [], wrong: 'asks again without a pause' };
}

/** Each call of a chart with each of its failures: where it leads, and what leads on from there. */
export function faultMatrixOf(chart: AnyStateMachine, models: readonly Given[]): Call[] {
  return callingsOf(chart, models).map((calling) => ({
    state: calling.state,
    call: calling.call,
    landings: Object.fromEntries(
      faultNames.map((name) => [name, landingOf(chart, calling, faults[name]())]),
    ) as Call['landings'], // of all names
  }));
}
