import { NetworkFault, isProblem } from '#contract/fault.ts';
import type { ProblemCode } from '#contract/problem-list.ts';
import type { Problem } from '#contract/problem-list.ts';

/**
 * Why a call was refused, as plain data for a context. `NETWORK`: no answer came. `FAILED`: a fault of ours.
 * `retryAfter` in seconds.
 */
export interface FlowProblem {
  code: ProblemCode | 'NETWORK' | 'FAILED';
  /** the sentence of the server that refused */
  title?: string;
  detail?: string | undefined;
  attemptsLeft?: number | undefined;
  retryAfter?: number | undefined;
  /** the moment from which `retryAfter` counts, epoch ms of the shop's clock, once it is known */
  countedFrom?: number;
  /** what is wrong with what was sent, by field */
  fields?: Problem['fields'];
}

/** An error as plain data. */
export function problemOf(error: unknown): FlowProblem {
  if (isProblem(error)) {
    const { detail, attemptsLeft, retryAfter, fields } = error.problem;
    return { code: error.code, title: error.message, detail, attemptsLeft, retryAfter, fields };
  }
  return { code: error instanceof NetworkFault ? 'NETWORK' : 'FAILED' };
}

/** What the refusal says is current (a cart, an order), unread. */
export const currentOf = (error: unknown): unknown => (isProblem(error) ? error.problem.current : undefined);

/**
 * True for an error after which the same safe or keyed call may be sent again: no answer, or a refusal marked
 * so. Source: REL-05.
 */
export const isPassing = (error: unknown): boolean =>
  error instanceof NetworkFault || (isProblem(error) && error.retryable);
