import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '../core.ts';
import type { Client } from '../principal.ts';

/** Age in ms of a proof that lets a person change or end what they sign in with. Source: SEC-09. */
export const FRESH = 5 * 60_000;
/** Age in ms of a recent session. Source: spec §9; D10. */
export const RECENT = 30 * 60_000;

/**
 * Somebody who holds an unlocked telephone is not yet its owner: what cannot be undone asks for a code again, by signing in with it.
 * @throws ApiProblem FRESH_PROOF
 */
export function assertProved({ clock }: Pick<Core, 'clock'>, client: Client, within: number): void {
  if (clock.now() - client.provedAt > within) throw new ApiProblem('FRESH_PROOF');
}
