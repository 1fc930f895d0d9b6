import type { AnyStateMachine } from 'xstate';

/**
 * A chart with its ports, as `machine.provide({ actors })` gives it, without building its tree of states
 * again: a page has ten of them before
 * its first drawing, and a server as many for every page. The tree knows no implementations; they are looked
 * up in the snapshot's machine.
 */
export function provided<M extends AnyStateMachine>(
  machine: M,
  actors: NonNullable<Parameters<M['provide']>[0]['actors']>,
): M {
  const { implementations } = machine;
  const copy = Object.create(machine) as M; // everything else is the original's
  copy.implementations = { ...implementations, actors: { ...implementations.actors, ...actors } };
  // The library binds these to the machine that it made.
  const methods = Object.getPrototypeOf(machine) as object;
  for (const name of ['getInitialSnapshot', 'restoreSnapshot'] as const)
    Reflect.set(copy, name, (Reflect.get(methods, name) as CallableFunction).bind(copy));
  return copy;
}
