import type { ActorRef, AnyActorRef, EventObject, Snapshot } from 'xstate';

/**
 * The target of a `sendTo`: the chart that invoked this one, which for flows and long-lived actors is the
 * app.
 * It passes on what concerns others (app/roots.ts); no actor speaks past it.
 * `News` is everything that the speaker may say; the app's events are made of these types. A chart that
 * stands alone speaks to itself, and does not know the word.
 */
export const toParent = <News extends EventObject>({
  self,
}: {
  self: AnyActorRef;
}): ActorRef<Snapshot<unknown>, News> =>
  // An actor does not know the type of who invoked it
  (self._parent ?? self) as ActorRef<Snapshot<unknown>, News>;
