import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/**
 * A chart as plain data: what the flow book draws, the pages of docs/charts are written from and revisions are
 * compared by.
 */

export interface TransitionFacts {
  /** The event's name, or in words what happens: a call's answer, a delay, always. */
  on: string;
  /** Names of the guards, all of which hold. */
  if?: string;
  /** The states it leads to, by their paths; none stays where it is. */
  to?: string[];
  does?: string[];
  /** Why a person is refused what they asked for: a code of the closed list. */
  refuses?: string;
  description?: string;
}
export interface StateFacts {
  /** From the chart's root, with dots; the root itself is the empty path. */
  path: string;
  description: string;
  kind: AnyStateNode['type'];
  initial?: string;
  tags?: string[];
  /** Names of the actors that live in the state. */
  calls?: string[];
  transitions: TransitionFacts[];
}
export interface ChartFacts {
  id: string;
  file: string;
  states: StateFacts[];
}
export interface Chart {
  machine: AnyStateMachine;
  file: string;
}

/** The path of the state that holds this one; the empty one is the chart's root. */
export const above = (at: string): string => at.slice(0, Math.max(0, at.lastIndexOf('.')));
/** The last part of a path. */
export const keyOf = (at: string): string => at.slice(at.lastIndexOf('.') + 1);
/** Whether one path is another or lies above it. */
export const holds = (outer: string, inner: string): boolean =>
  outer === '' || inner === outer || inner.startsWith(`${outer}.`);

const pathOf = (node: AnyStateNode) => node.path.join('.');
/** Every state of a chart, its root first, each before those inside it. */
export const statesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values<AnyStateNode>(node.states).flatMap(statesOf),
];

const NAMELESS = '(sem nome)';
function nameOf(what: unknown): string {
  if (typeof what === 'string') return what;
  // An action or guard is a name, an object with one, or a function
  const { type } = what as { type?: unknown };
  return typeof type === 'string' ? type : NAMELESS;
}

/** The name of a transition's condition; undefined where it has none. */
export const guardName = (guard: unknown): string | undefined =>
  guard === undefined ? undefined : nameOf(guard);

/** The reason that an action `refuse` carries. */
export function reasonIn(actions: readonly unknown[]): string | undefined {
  const refuse = actions.find((one) => nameOf(one) === 'refuse') as
    | { params?: { reason?: unknown } }
    | undefined;
  const reason = refuse?.params?.reason;
  return typeof reason === 'string' ? reason : undefined;
}

/** What begins a transition, in words where XState has only a name of its own. */
function trigger(event: string, node: AnyStateNode): string {
  if (event === '') return 'sempre que';
  const [, kind, name] =
    /^xstate\.(done\.actor|error\.actor|snapshot|done\.state|after)\.(.*)$/.exec(event) ?? [];
  if (kind === 'done.actor') return `${name} respondeu`;
  if (kind === 'error.actor') return `${name} falhou`;
  if (kind === 'snapshot') return `${name} mudou`;
  if (kind === 'done.state') return 'terminou';
  if (kind === 'after') return `depois de ${name?.replace(`.${node.id}`, '') ?? ''}`;
  return event;
}

function factsOfTransition(given: AnyTransitionDefinition, node: AnyStateNode): TransitionFacts {
  const { eventType, guard, target, actions, description } = given;
  const refuses = reasonIn(actions);
  const does = actions.map(nameOf).filter((name) => !name.startsWith('xstate.'));
  return {
    on: trigger(eventType, node),
    ...(guard === undefined ? {} : { if: nameOf(guard) }),
    ...(target ? { to: target.map(pathOf) } : {}),
    ...(does.length > 0 ? { does } : {}),
    ...(refuses === undefined ? {} : { refuses }),
    ...(description ? { description } : {}),
  };
}

function factsOfState(node: AnyStateNode): StateFacts {
  const transitions = [...(node.always ?? []), ...[...node.transitions.values()].flat()];
  const initial = node.type === 'compound' ? node.initial.target?.[0] : undefined;
  return {
    path: pathOf(node),
    description: node.description ?? '',
    kind: node.type,
    ...(initial ? { initial: initial.key } : {}),
    ...(node.tags.length > 0 ? { tags: [...node.tags] } : {}),
    ...(node.invoke.length > 0 ? { calls: node.invoke.map(({ id }) => id) } : {}),
    transitions: transitions.map((one) => factsOfTransition(one, node)),
  };
}

export const factsOf = ({ machine, file }: Chart): ChartFacts => ({
  id: machine.id,
  file,
  states: statesOf(machine.root).map(factsOfState),
});
