import { RECENT_SESSION, RENEWAL_AGE } from './constants.ts';
import { instantOf } from './instant.ts';

/**
 * `expiresIn` is an absolute time, `timestamp` when the token was received; both epoch ms. Source: spec §3
 * Authorization.
 */
export type AuthorizationAge = {
  expiresIn?: number | null | undefined;
  timestamp?: number | null | undefined;
};

/**
 * Whether a response is the moment to renew: the authorization has no expiry, or is older than 24 h. Nobody
 * signed in → nothing to renew.
 * Without a timestamp its age is unknown and taken as old. Times in epoch ms. Source: spec §9.
 */
export function shouldRenew(authorization: AuthorizationAge | null | undefined, now: number): boolean {
  if (!authorization) return false;
  const { expiresIn, timestamp } = authorization;
  return !expiresIn || !timestamp || now - timestamp > RENEWAL_AGE;
}

/** Whether the last sign-in (epoch ms or ISO) is less than 30 minutes ago. Source: spec §9, D10. */
export function isRecent(lastLogin: number | string | null | undefined, now: number): boolean {
  const at = instantOf(lastLogin);
  return at !== null && now - at < RECENT_SESSION;
}
