import { type AppContext, here, isBeside } from './context.ts';
import { ask, placeAsked, toAsked } from '#machines/navigation/place.ts';
import type { NavigationRequest, Place } from '#machines/navigation/screens.ts';

/** Where an errand (signing in or up, an address) was begun, and how it leads back there. */

type GuardArgs = { context: AppContext };

/** Where to go after signing in or up is known, or somebody has nothing to do there. */
export const knowsReturn = ({ context: { returnTo, session, account } }: GuardArgs): boolean =>
  returnTo !== null || (session === 'client' && account !== null);
/** Where to go after choosing an address. What was only looked at on the way is no place to come back to. */
export function origin({ context }: GuardArgs): Place | null {
  const place = here(context);
  return place && isBeside(place) ? (context.origin ?? place) : place;
}

/**
 * Whoever asks for another screen of the shop has left the errand; not whoever asks for what stands beside
 * it, or at its door.
 */
export const isLeft = (asked: NavigationRequest): boolean =>
  asked.type.startsWith('asked.app.') &&
  asked.type !== 'asked.app.unauthenticatedCartAccess' &&
  !isBeside(placeAsked(asked));

const requestFor = (place: Place | null): NavigationRequest => (place ? toAsked(place) : ask('app.home', {}));
export const ended = ({ context: { returnTo } }: GuardArgs) => ({
  asked: requestFor(returnTo),
  returnTo: null,
  refusal: null,
});
export const broughtBack = ({ context }: GuardArgs) => ({
  asked: requestFor(context.origin),
  origin: null,
  refusal: null,
  drafts: { ...context.drafts, address: null },
});
/** What could not be entered before the sign-in was asked about: who is here now may go there. */
export const isHeldUp = ({ context: { refusal } }: GuardArgs): boolean =>
  refusal?.reason === 'network.offline' && refusal.asked !== null;
export const heldUp = ({ context: { refusal } }: GuardArgs) => ({
  asked: requestFor(refusal?.asked ?? null),
  refusal: null,
});
