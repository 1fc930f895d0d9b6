import type { AnyActorRef, EventObject } from 'xstate';

interface Teller {
  system: { get: (systemId: string) => AnyActorRef | undefined };
  self: AnyActorRef;
}

/**
 * Sends a fact to one of the shop's long-lived actors, by its systemId. Nobody there (a chart alone, a test):
 * nothing happens.
 */
export function tell<E extends EventObject>(teller: object, systemId: string, event: E): void {
  // The arguments of an action; the names in the system are known where it is put together
  (teller as Teller).system.get(systemId)?.send(event);
}

/** Sends a fact to the chart that invoked this one. */
export const notifyParent = (teller: object, event: EventObject): void =>
  (teller as Teller).self._parent?.send(event); // as above

/**
 * The target of a `sendTo`: a long-lived actor by its systemId. Nobody there: the chart itself, which does
 * not know the event.
 */
export const rootOr =
  (systemId: string) =>
  ({ system, self }: Teller): AnyActorRef =>
    system.get(systemId) ?? self;
