import * as v from 'valibot';
import { NetworkFault, type ProblemCode, isProblem, problems } from '#contract/problem.ts';

/** Why a call was refused, as plain data for a context. `NETWORK`: no answer came. `FAILED`: a fault of ours. `retryAfter` in seconds. */
export interface FlowProblem {
  code: ProblemCode | 'NETWORK' | 'FAILED';
  title: string;
  detail?: string;
  attemptsLeft?: number;
  retryAfter?: number;
}

/** An error as plain data. */
export function problemOf(error: unknown): FlowProblem {
  if (isProblem(error)) {
    const { detail, attemptsLeft, retryAfter } = error.problem;
    return {
      code: error.code,
      title: error.message,
      ...(detail === undefined ? {} : { detail }),
      ...(attemptsLeft === undefined ? {} : { attemptsLeft }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    };
  }
  if (error instanceof NetworkFault) return { code: 'NETWORK', title: 'Sem conexão. Tente de novo.' };
  return { code: 'FAILED', title: 'Algo falhou do nosso lado. Nada foi cobrado.' };
}

/** What the refusal says is current (a cart, an order), unread. */
export const currentOf = (error: unknown): unknown => (isProblem(error) ? error.problem.current : undefined);

/** True for an error after which the same safe or keyed call may be sent again: no answer, or a refusal marked so. Source: REL-05. */
export const isPassing = (error: unknown): boolean => error instanceof NetworkFault || (isProblem(error) && problems[error.code].retryable);

/** A value that came from outside, if it is what it should be; else null. */
export function readAs<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> | null {
  const read = v.safeParse(schema, value);
  return read.success ? read.output : null;
}
