import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition, EventObject } from 'xstate';
import { guardName, reasonIn } from '../facts.ts';

/** What an event did to a chart, or would do. */
export interface Verdict {
  /** `ignored`: nothing of the chart takes it where it is; `taken`: it stays where it was; `over`: the chart ended */
  kind: 'moved' | 'taken' | 'ignored' | 'over';
  /** codes of refusals to the person */
  refuses: readonly string[];
  /** guards that did not hold, where it is ignored */
  unless: readonly string[];
}

/** Whether an event's name is one that a descriptor of a chart means: `asked.*` is all that begin so. */
export const isMeant = (descriptor: string, type: string): boolean =>
  descriptor === type ||
  descriptor === '*' ||
  (descriptor.endsWith('.*') && type.startsWith(descriptor.slice(0, -1)));
/** Whether anything of the chart takes an event of this name, wherever. */
export const isKnown = ({ machine }: AnyMachineSnapshot, type: string): boolean =>
  type.startsWith('xstate.') || machine.events.some((descriptor: string) => isMeant(descriptor, type));

/** Transitions that may take an event where the chart is, whatever their guards say. */
const candidatesFor = (snapshot: AnyMachineSnapshot, type: string): AnyTransitionDefinition[] =>
  snapshot._nodes.flatMap((node: AnyStateNode) =>
    [...node.transitions].flatMap(([descriptor, those]) => (isMeant(descriptor, type) ? those : [])),
  );
const chosenFor = (snapshot: AnyMachineSnapshot, event: EventObject): readonly AnyTransitionDefinition[] =>
  snapshot.machine.getTransitionData(snapshot, event) ?? [];

/**
 * What an event would do, as far as its guards tell. @returns null where a guard needs something that it does not have
 */
export function preview(snapshot: AnyMachineSnapshot, event: EventObject): Omit<Verdict, 'kind'> | null {
  try {
    const chosen = chosenFor(snapshot, event);
    const unless = candidatesFor(snapshot, event.type).flatMap(({ guard }) => guardName(guard) ?? []);
    return {
      refuses: chosen.flatMap(({ actions }) => reasonIn(actions) ?? []),
      unless: chosen.length === 0 ? [...new Set(unless)] : [],
    };
  } catch {
    return null;
  }
}

/** @param event null where the clock was pushed */
export function verdictOf(
  before: AnyMachineSnapshot,
  event: EventObject | null,
  after: AnyMachineSnapshot,
): Verdict {
  const { refuses = [], unless = [] } = (event && preview(before, event)) ?? {};
  const isMoved = JSON.stringify(before.value) !== JSON.stringify(after.value);
  if (after.status !== 'active') return { kind: 'over', refuses, unless };
  if (isMoved) return { kind: 'moved', refuses, unless };
  // Also a pushed clock does something
  const isTaken = event === null || chosenFor(before, event).length > 0;
  return { kind: isTaken ? 'taken' : 'ignored', refuses, unless };
}
