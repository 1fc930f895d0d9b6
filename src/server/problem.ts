import type { Context } from 'hono';
import { ApiProblem, type Problem, problems } from '#contract/problem.ts';
import { isDiskFull } from './db/disk.ts';
import { isDatabaseGone } from './db/faults.ts';
import type { AppEnv } from './app-env.ts';

/** Seconds after which a database that went away is worth asking again. */
const RETRY_AFTER_OUTAGE = 2;
const RETRY_AFTER_FULL = 10;

/** The refusal that an error amounts to. What nobody named is INTERNAL; its text stays inside. */
export function refusalOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (isDatabaseGone(error)) return new ApiProblem('UNAVAILABLE', { retryAfter: RETRY_AFTER_OUTAGE });
  if (isDiskFull(error)) return new ApiProblem('READ_ONLY', { retryAfter: RETRY_AFTER_FULL });
  return new ApiProblem('INTERNAL');
}

/** RFC 9457 body. Never holds what the caller sent. */
export function problemBody(refusal: ApiProblem, requestId: string): Problem {
  const { status, title, retryable } = problems[refusal.code];
  return { title, retryable, ...refusal.problem, type: `/problems/${refusal.code.toLowerCase().replaceAll('_', '-')}`, status, code: refusal.code, requestId };
}

/** Answers an error as problem+json. */
export function answerProblem(error: unknown, c: Context<AppEnv>): Response {
  const refusal = refusalOf(error);
  const body = problemBody(refusal, c.var.requestId);
  if (refusal.code === 'INTERNAL') c.var.log.error({ err: error }, 'a request failed');
  else if (refusal.code === 'UNAVAILABLE') c.var.log.warn({ err: error }, 'the database is away');
  else if (refusal.code === 'READ_ONLY') c.var.log.error({ err: error }, 'the disk is full');
  c.set('outcome', refusal.code);
  c.header('Content-Type', 'application/problem+json; charset=utf-8');
  c.header('Cache-Control', 'no-store');
  if (body.retryAfter !== undefined) c.header('Retry-After', String(body.retryAfter));
  if (body.status === 401) c.header('WWW-Authenticate', 'Bearer');
  return c.body(JSON.stringify(body), refusal.status as 400); // the closed list holds error statuses only
}
