import type { Problem, ProblemCode } from './problem-list.ts';

/**
 * A refusal as the charts look at it. Apart from the list of all refusals (problem-list.ts), which comes with
 * the first call and not with the first page.
 */
export class Refused extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  /** Whether the same call may be sent again. */
  readonly retryable: boolean;
  readonly problem: Partial<Problem>;
  constructor(
    code: ProblemCode,
    { title, status, retryable }: { title: string; status: number; retryable: boolean },
    problem: Partial<Problem>,
  ) {
    super(problem.title ?? title);
    this.name = 'ApiProblem';
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.problem = problem;
  }
}

/** No answer came: offline, time-out, reset. The call may be sent again when it is safe or keyed. */
export class NetworkFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NetworkFault';
  }
}

/** True when `error` is the named refusal (any of the codes given; none given = any refusal). */
export function isProblem(error: unknown, ...named: ProblemCode[]): error is Refused {
  return error instanceof Refused && (named.length === 0 || named.includes(error.code));
}
