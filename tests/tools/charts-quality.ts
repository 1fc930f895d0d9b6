import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, StateMachine } from 'xstate';
import { statesOf } from '#flows/facts.ts';

/** What can be wrong with a chart that no path through it shows. Each fault names chart and state. */

const placeOf = (node: AnyStateNode) => [node.machine.id, ...node.path].join('.');
const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...(node.always ?? []),
  ...[...node.transitions.values()].flat(),
];
/** The state and all that hold it. */
const upwards = (node: AnyStateNode): AnyStateNode[] => [node, ...(node.parent ? upwards(node.parent) : [])];

/** Events say what happened, guards ask, states are named and not shouted but where an order's own are meant. */
const GRAMMAR = {
  event: /^(?:[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)*(?:\.\*)?|\*)$/,
  guard: /^(?:is|has|are|can|was|were|lacks|needs|knows|asks|leaves|brings|sees)[A-Z]/,
  state: /^(?:[a-z][A-Za-z0-9]*|[A-Z]+(?:_[A-Z]+)*)$/,
};
const nameOf = (guard: unknown): string =>
  typeof guard === 'string' ? guard : String((guard as { type?: unknown } | undefined)?.type);

function faultsOfNames(node: AnyStateNode): string[] {
  const own = transitionsOf(node);
  const names = [
    ...(node.parent && !GRAMMAR.state.test(node.key) ? [`state ${node.key}`] : []),
    ...own
      .filter(({ eventType }) => eventType !== '' && !eventType.startsWith('xstate.'))
      .filter(({ eventType }) => !GRAMMAR.event.test(eventType))
      .map(({ eventType }) => `event ${eventType}`),
    ...own
      .filter(({ guard }) => guard !== undefined && !GRAMMAR.guard.test(nameOf(guard)))
      .map(({ guard }) => `guard ${nameOf(guard)}`),
  ];
  return names.map((name) => `${placeOf(node)}: ${name} is not named as the others are`);
}

/** A call that is answered can fail: without an edge for that the chart would end there. Charts inside end, or not. */
function faultsOfCalls(node: AnyStateNode): string[] {
  const isHeard = (event: string) => upwards(node).some((one) => one.transitions.has(event));
  const { actors } = node.machine.implementations;
  const isChart = (src: unknown) =>
    (typeof src === 'string' ? Reflect.get(actors, src) : src) instanceof StateMachine;
  return node.invoke
    .filter(({ src }) => !isChart(src))
    .filter(({ id }) => isHeard(`xstate.done.actor.${id}`) && !isHeard(`xstate.error.actor.${id}`))
    .map(({ id }) => `${placeOf(node)}: nothing leads on where ${id} fails`);
}

/** States that some path could enter, by the chart's lines alone. */
function reachable(machine: AnyStateMachine): Set<AnyStateNode> {
  const found = new Set<AnyStateNode>();
  const enter = (node: AnyStateNode): void => {
    for (const one of upwards(node)) visit(one);
    if (node.type === 'compound') for (const one of node.initial.target ?? []) enter(one);
    if (node.type === 'parallel') for (const one of Object.values<AnyStateNode>(node.states)) enter(one);
  };
  const visit = (node: AnyStateNode): void => {
    if (found.has(node)) return;
    found.add(node);
    if (node.parent?.type === 'parallel') enter(node.parent);
    for (const { target } of transitionsOf(node)) for (const one of target ?? []) enter(one);
  };
  enter(machine.root);
  return found;
}

/** What is said of a state in which somebody waits for something. */
const WAITING = new Set(['busy', 'offline', 'failed', 'stuck', 'waiting']);
/**
 * Nobody may be left waiting: what is awaited comes or fails, or the person can do something. Where nothing is awaited
 * a chart may rest for good; its screen has links.
 */
function faultsOfWaits(node: AnyStateNode): string[] {
  const isWaiting = node.invoke.length > 0 || node.tags.some((tag) => WAITING.has(tag));
  if (node.type !== 'atomic' || !isWaiting) return [];
  const leaves = upwards(node).some((one) =>
    transitionsOf(one).some(({ target }) => (target ?? []).some((to) => to !== node)),
  );
  return leaves ? [] : [`${placeOf(node)}: somebody waits there, and nothing leads out of it`];
}

/** How large a chart may become before it is two. */
export const LIMITS = { states: 90, transitions: 240, nested: 4 };
/** The app's own chart knows every address: a transition for each screen that can be asked for. */
const ROOM_FOR_ADDRESSES: Record<string, number> = { app: 240 };
export interface Size {
  chart: string;
  states: number;
  transitions: number;
  nested: number;
}
export function sizeOf(machine: AnyStateMachine): Size {
  const states = statesOf(machine.root);
  return {
    chart: machine.id,
    states: states.length,
    transitions: states.flatMap(transitionsOf).length,
    nested: Math.max(...states.map(({ path }) => path.length)),
  };
}
const faultsOfSize = (machine: AnyStateMachine): string[] => {
  const size = sizeOf(machine);
  const most = { ...LIMITS, transitions: LIMITS.transitions + (ROOM_FOR_ADDRESSES[machine.id] ?? 0) };
  return (['states', 'transitions', 'nested'] as const)
    .filter((what) => size[what] > most[what])
    .map((what) => `${machine.id}: ${size[what]} ${what}, more than ${most[what]}`);
};

/** All faults of a chart. */
export function faultsOfChart(machine: AnyStateMachine): string[] {
  const states = statesOf(machine.root);
  const found = reachable(machine);
  return [
    ...states.flatMap((node) => [
      ...faultsOfNames(node),
      ...faultsOfCalls(node),
      ...(found.has(node) ? [] : [`${placeOf(node)}: nothing leads to it`]),
      ...faultsOfWaits(node),
    ]),
    ...faultsOfSize(machine),
  ];
}
