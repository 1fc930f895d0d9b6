import type { AppInput } from '#machines/app/context.ts';
import type { Place } from '#machines/navigation/screens.ts';
import {
  readCart,
  readChosen,
  readGuest,
  readLocation,
  readMemory,
  readPlacing,
  readSignup,
} from '#machines/stored.ts';

export type LeftBehind = Pick<
  AppInput,
  'memory' | 'location' | 'cart' | 'placing' | 'signup' | 'guest' | 'chosen'
>;
interface Raw {
  leadId: string | null;
  stored: unknown;
  lines: unknown;
  /** memory, place, an order on its way, the answers of a sign-up, who buys without an account, the chosen store */
  kept: readonly unknown[];
}

/** What an earlier page left, as far as it can be read. A chunk of its own: a first visit does without it. */
export function leftBehind(
  { leadId, stored, lines, kept: [memory, location, placing, signup, guest, chosen] }: Raw,
  place: Place | null,
  now: number,
  privacyVersion: string,
): LeftBehind {
  return {
    memory: readMemory(memory),
    location: readLocation(location),
    chosen: readChosen(chosen),
    cart: { leadId, memory: readCart(stored, lines) },
    signup: readSignup(signup),
    guest: readGuest(guest, privacyVersion),
    placing: place && 'cartUuid' in place.params ? readPlacing(placing, place.params.cartUuid, now) : null,
  };
}
