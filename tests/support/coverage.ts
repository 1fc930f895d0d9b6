import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

const nodesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
];

/**
 * Every transition of a chart: events, answers of calls, timers and `always`. The object itself is its
 * identity.
 */
export function transitionsOf(machine: AnyStateMachine): AnyTransitionDefinition[] {
  return nodesOf(machine.root).flatMap((node) => [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
  ]);
}

const guardName = ({ guard }: AnyTransitionDefinition): string => {
  if (!guard) return '';
  if (typeof guard === 'string') return ` [${guard}]`;
  const named: unknown = Reflect.get(guard, 'type');
  return ` [${typeof named === 'string' ? named : 'inline'}]`;
};
/** `checkout.payment · payment.submitted [hasPayment] → checkout.installment` */
export const describeTransition = (transition: AnyTransitionDefinition): string =>
  `${transition.source.id} · ${transition.eventType || 'always'}${guardName(transition)} → ${transition.target?.map((node: AnyStateNode) => node.id).join(', ') ?? '(stays)'}`;

export interface Coverage {
  readonly states: number;
  readonly size: number;
  add(taken: readonly AnyTransitionDefinition[]): void;
  missing(): string[];
  /** Whether a transition into this state, or out of it, was taken. */
  isPassed(node: AnyStateNode): boolean;
}

export function coverageOf(machine: AnyStateMachine): Coverage {
  const all = transitionsOf(machine);
  const known = new Set(all);
  const taken = new Set<AnyTransitionDefinition>();
  return {
    states: nodesOf(machine.root).length,
    get size() {
      return taken.size;
    },
    // Starting is reported as a transition of its own; it is none of the chart's.
    add: (transitions) => {
      for (const transition of transitions) if (known.has(transition)) taken.add(transition);
    },
    isPassed: (node) => [...taken].some(({ source, target }) => source === node || target?.includes(node)),
    missing: () => all.filter((transition) => !taken.has(transition)).map(describeTransition),
  };
}
