import { placeAsked } from './place.ts';
import type { ReasonCode, Refusal } from './refusal.ts';
import type { NavigationRequest, Place, ScreenId } from './screens.ts';

/** What every flow keeps of navigation: the last request, and a refusal that was not seen to its end. */
export interface NavigationContext<K extends ScreenId> {
  asked: NavigationRequest<K>;
  refusal: Refusal | null;
}

/**
 * Takes a new request: its parameters over those known before, so that a screen without parameters does not
 * lose the flow's. Clears the refusal.
 */
export function taken<K extends ScreenId>(
  asked: NavigationRequest<K>,
  event: NavigationRequest<K>,
): NavigationContext<K> {
  // Same member of the union as the event
  return {
    asked: { ...event, params: { ...asked.params, ...event.params } } as NavigationRequest<K>,
    refusal: null,
  };
}

/** A refusal with the place that was requested. */
export function refused<K extends ScreenId>(
  asked: NavigationRequest<K>,
  reason: ReasonCode,
): { refusal: Refusal } {
  // Any member of the union will do
  return { refusal: { reason, asked: placeRequested(asked as NavigationRequest) } };
}
function placeRequested(asked: NavigationRequest): Place | null {
  try {
    return placeAsked(asked);
  } catch {
    return null; // asked without the parameters of its screen: there is no such place
  }
}
/** Tells a navigation request from the other events of a flow. */
export const isNavigationRequest = <E extends { type: string }>(
  event: E,
): event is Extract<E, { params: object; search: object }> => event.type.startsWith('asked.');
