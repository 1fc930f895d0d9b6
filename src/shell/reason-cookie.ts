import type { AppInput } from '#machines/app/context.ts';
import { toAsked } from '#machines/navigation/place.ts';
import { type ReasonCode, remedyOf } from '#machines/navigation/refusal.ts';
import type { Place } from '#machines/navigation/screens.ts';

/**
 * Why the server sent this browser elsewhere, for the page that it lands on. It names no person, and the page
 * forgets it at once.
 */
const NAME = 'vitrine-reason';

/** The header that goes with the redirect: readable by the page, gone in seconds. */
export const reasonCookie = (reason: string): string => `${NAME}=${reason}; Path=/; Max-Age=20; SameSite=Lax`;

/** The reason in the browser's cookies, once. @param jar the document */
export function takeReason(jar: { cookie: string }): ReasonCode | null {
  const reason = new RegExp(`(?:^|; )${NAME}=([\\w.]+)`).exec(jar.cookie)?.[1];
  if (reason === undefined) return null;
  jar.cookie = `${NAME}=; Path=/; Max-Age=0; SameSite=Lax`;
  return Object.hasOwn(remedyOf, reason) ? (reason as ReasonCode) : null; // checked against the list of codes
}

/** The charts begin at this place with that reason, where one was given. */
export function refusalAt(
  place: Place,
  memory: AppInput['memory'],
  page: Pick<Document, 'cookie'>,
): Pick<AppInput, 'asked' | 'memory'> {
  const reason = takeReason(page);
  if (!reason) return {};
  return {
    asked: toAsked(place),
    memory: {
      version: 1,
      returnTo: null,
      origin: null,
      login: null,
      address: null,
      ...memory,
      refusal: { reason, asked: null },
    },
  };
}
