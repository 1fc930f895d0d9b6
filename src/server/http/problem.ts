import { randomUUID } from 'node:crypto';
import { RequestError } from '@hono/node-server';
import type { Context } from 'hono';
import { ApiProblem } from '#contract/problem.ts';
import { type Problem, problems } from '#contract/problem-list.ts';
import { isDiskFull } from '#server/db/disk.ts';
import { isDatabaseGone } from '#server/db/faults.ts';
import type { AppEnv } from './app-env.ts';
import { CLOSED_HEADERS } from './middleware/headers.ts';

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
  return {
    title,
    retryable,
    ...refusal.problem,
    type: `/problems/${refusal.code.toLowerCase().replaceAll('_', '-')}`,
    status,
    code: refusal.code,
    requestId,
  };
}

/** Answers what is no request yet, and so no app has seen: a host or an address that cannot be read. */
export function answerUnread(error: unknown): Response {
  const refusal =
    error instanceof RequestError
      ? new ApiProblem('MALFORMED', {
          fields: [{ field: '', message: 'Não entendemos o endereço desta chamada.' }],
        })
      : refusalOf(error);
  const requestId = randomUUID();
  return new Response(JSON.stringify(problemBody(refusal, requestId)), {
    status: refusal.status,
    headers: [
      ...CLOSED_HEADERS.map(([name, value]): [string, string] => [name, value]),
      ['Content-Type', 'application/problem+json; charset=utf-8'],
      ['X-Request-Id', requestId],
    ],
  });
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
