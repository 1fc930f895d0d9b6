import { type AppContext, here, isBeside } from './context.ts';
import { ask, toAsked } from '#machines/navigation/place.ts';
import { type NavigationRequest, type Place, type ScreenId, chartOf } from '#machines/navigation/screens.ts';

/** Where an errand (signing in or up, an address) was begun, and how it leads back there. */

type GuardArgs = { context: AppContext };

/** Where to go after signing in or up is known, or somebody has nothing to do there. */
export const knowsReturn = ({ context: { returnTo, session, account } }: GuardArgs): boolean =>
  returnTo !== null || (session === 'client' && account !== null);
/** Where to go after choosing an address is known: what is only looked at on the way does not take its place. */
export function knowsOrigin({ context }: GuardArgs): boolean {
  const place = here(context);
  return context.origin !== null && place !== null && isBeside(place.screen);
}

/**
 * Whoever asks for another screen of the shop has left the errand; not whoever asks for what stands beside
 * it, or is passed through on the way.
 */
export const leavesErrand = (screen: ScreenId): boolean => chartOf(screen) === 'app' && !isBeside(screen);

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
