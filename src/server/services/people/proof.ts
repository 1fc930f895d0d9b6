import { ApiProblem } from '#contract/problem.ts';
import { RECENT_SESSION } from '#domain/constants.ts';
import { isRecent } from '#domain/token.ts';
import type { Core } from '#server/platform/core.ts';
import type { Client } from '#server/platform/principal.ts';

/** Age in ms of a proof that lets a person change or end what they sign in with. Source: SEC-09. */
export const FRESH = 5 * 60_000;
/** Age in ms under which a session is recent. Source: spec §9; D10. */
export const RECENT = RECENT_SESSION;

/**
 * Somebody who holds an unlocked telephone is not yet its owner: what cannot be undone asks for a code again,
 * by signing in with it.
 * @throws ApiProblem FRESH_PROOF
 */
export function assertProved({ clock }: Pick<Core, 'clock'>, client: Client, within: number): void {
  const now = clock.now();
  // Five minutes are still fresh (SEC-09), thirty are not recent any more (§9).
  const isProved = within === RECENT ? isRecent(client.provedAt, now) : now - client.provedAt <= within;
  if (!isProved) throw new ApiProblem('FRESH_PROOF');
}
