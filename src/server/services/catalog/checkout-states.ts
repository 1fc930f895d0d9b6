import type { AnyStateNode } from 'xstate';
import { LEAVINGS } from '#contract/measurement.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';

const statesIn = (node: AnyStateNode): AnyStateNode[] =>
  Object.values<AnyStateNode>(node.states).flatMap((state) => [state, ...statesIn(state)]);
const holdersOf = ({ parent }: AnyStateNode): AnyStateNode[] =>
  parent ? [parent, ...holdersOf(parent)] : [];

/**
 * The states of the checkout and what each may be left by: what it, those inside it or those that hold it hear. Read
 * off the chart itself: only what is in it can be counted, and no list has to be kept beside it.
 */
const causes: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  statesIn(checkoutMachine.root).map((node) => [
    node.path.join('.'),
    new Set([...LEAVINGS, ...node.events, ...holdersOf(node).flatMap(({ ownEvents }) => ownEvents)]),
  ]),
);
export const isState = (path: string): boolean => causes.has(path);
export const isCause = (path: string, event: string): boolean => causes.get(path)?.has(event) ?? false;
