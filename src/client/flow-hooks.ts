import type { AppActor } from '#machines/app/app.machine.ts';
import { useSelector } from '@xstate/react';
import type { AnyActorRef, SnapshotFrom } from 'xstate';
import { childOf, useApp, useAppState } from './hooks.ts';
import type { FlowName, Flows } from './roots.ts';

/**
 * Hooks of the screens that belong to a flow; they and their library come with those screens, never with the
 * first load.
 */

/**
 * The flows that were last seen: a part of a screen may be drawn for the first time after its flow ended,
 * until the address follows.
 */
const seenFlows = new WeakMap<AppActor, Map<string, AnyActorRef>>();
function lastFlows(app: AppActor): Map<string, AnyActorRef> {
  const kept = seenFlows.get(app) ?? new Map<string, AnyActorRef>();
  seenFlows.set(app, kept);
  return kept;
}

/**
 * The actor of the flow that owns this screen. After the flow ended and until its screen is gone: the last
 * one, which no longer listens.
 * @throws Error on a screen that the flow does not own
 */
export function useFlow<K extends FlowName>(name: K): Flows[K] {
  const app = useApp();
  // Invoked under this very name
  const living = useAppState((snapshot) => Reflect.get(snapshot.children, name) as Flows[K] | undefined);
  const kept = lastFlows(app);
  const actor =
    living ?? (childOf(app, name) as Flows[K] | undefined) ?? (kept.get(name) as Flows[K] | undefined); // as above
  if (actor) kept.set(name, actor);
  if (!actor) throw new Error(`there is no ${name} here`);
  return actor;
}
export const useFlowState = <K extends FlowName, T>(
  name: K,
  select: (snapshot: SnapshotFrom<Flows[K]>) => T,
  same?: (a: T, b: T) => boolean,
  // The actor's own snapshot, which the library's type loses for a name
): T => useSelector(useFlow(name), (snapshot) => select(snapshot as SnapshotFrom<Flows[K]>), same);
