import { placeAsked } from './place.ts';
import type { ReasonCode, Refusal } from './refusal.ts';
import type { Asked, Place, ScreenId } from './screens.ts';

/** What every flow keeps of navigation: the last wish, and a refusal that was not seen to its end. */
export interface GuardArgs<K extends ScreenId> {
  asked: Asked<K>;
  refusal: Refusal | null;
}

/**
 * Takes a new wish: its parameters over those known before, so that a screen without parameters does not lose
 * the flow's. Clears the refusal.
 */
export function taken<K extends ScreenId>(asked: Asked<K>, event: Asked<K>): GuardArgs<K> {
  // Same member of the union as the event
  return { asked: { ...event, params: { ...asked.params, ...event.params } } as Asked<K>, refusal: null };
}

/** A refusal with the place that was wished for. */
export function refused<K extends ScreenId>(asked: Asked<K>, reason: ReasonCode): { refusal: Refusal } {
  return { refusal: { reason, asked: placeWished(asked as Asked) } }; // any member of the union will do
}
function placeWished(asked: Asked): Place | null {
  try {
    return placeAsked(asked);
  } catch {
    return null; // asked without the parameters of its screen: there is no such place
  }
}
/** Tells a wish from the other events of a flow. */
export const isAsked = <E extends { type: string }>(
  event: E,
): event is Extract<E, { params: object; search: object }> => event.type.startsWith('asked.');
