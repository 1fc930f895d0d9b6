import { ApiProblem, NetworkFault } from '#contract/problem.ts';

/** Seconds are milliseconds here. Source: reliability REL-05. */
const SHORTEST = 300;
const LONGEST = 10_000;
const TRIES = 3;
/**
 * A retry may cost at most a tenth of the traffic, so an outage is never made worse by those who wait for its
 * end.
 */
const EARNED = 0.1;
const MOST_EARNED = 3;

export interface Retries {
  /** Counts a call that was made anyway. */
  earn(): void;
  /**
   * How long to wait (ms) before the same call may go out again after `fault`, or null when it may not.
   * `tried` counts from 1.
   */
  next(fault: unknown, tried: number): number | null;
}

/** Budgeted retries with full jitter. @param random 0 to 1 */
export function createRetries(random: () => number): Retries {
  let budget = MOST_EARNED;
  return {
    earn: () => {
      budget = Math.min(MOST_EARNED, budget + EARNED);
    },
    next(fault, tried) {
      const isPassing =
        fault instanceof NetworkFault ||
        (fault instanceof ApiProblem && ['UNAVAILABLE', 'TOO_MANY_REQUESTS'].includes(fault.code));
      if (!isPassing || tried >= TRIES || budget < 1) return null;
      const asked = fault instanceof ApiProblem ? (fault.problem.retryAfter ?? 0) * 1_000 : 0;
      if (asked > LONGEST) return null;
      budget -= 1;
      return Math.max(asked, SHORTEST + random() * (Math.min(LONGEST, SHORTEST * 4 ** tried) - SHORTEST));
    },
  };
}

/**
 * A retry gives nothing away when the call only reads, or carries a key that makes a repeat the same call.
 */
export const isRepeatable = (method: string, headers: Record<string, string>): boolean =>
  method === 'GET' || 'Idempotency-Key' in headers;
