import type { Endpoint } from '#contract/endpoint.ts';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { Problem, type ProblemCode } from '#contract/problem-list.ts';
import * as v from 'valibot';

/** Refusals that arrive without a body of ours: a proxy's page, an old cache. */
const codeOf = (status: number): ProblemCode | null =>
  status === 401
    ? 'UNAUTHENTICATED'
    : status === 404
      ? 'NOT_FOUND'
      : status === 413
        ? 'TOO_LARGE'
        : status === 429
          ? 'TOO_MANY_REQUESTS'
          : status === 503
            ? 'UNAVAILABLE'
            : null;

/**
 * A success with nothing in it where the contract promises something. To most callers a fault as any other;
 * to a renewal the end of the sign-in (D9).
 */
export class EmptyAnswer extends NetworkFault {}
const isEmpty = (body: unknown) =>
  body === null || (typeof body === 'object' && Object.keys(body).length === 0);

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new NetworkFault('the answer broke off', { cause });
  });
  if (text.trim() === '') throw new EmptyAnswer(`empty answer (${response.status})`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    // A hotel's sign-in page or a cut body is not an answer of ours.
    throw new NetworkFault(`unreadable answer (${response.status})`, { cause });
  }
}

/** What a response that is not a success says. */
export async function refusalOf(response: Response): Promise<ApiProblem | NetworkFault> {
  const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
  const body = v.safeParse(Problem, await response.json().catch(() => null));
  if (body.success)
    return new ApiProblem(body.output.code, { ...(retryAfter ? { retryAfter } : {}), ...body.output });
  const code = codeOf(response.status);
  return code
    ? new ApiProblem(code, retryAfter ? { retryAfter } : {})
    : new NetworkFault(`answer ${response.status} without a reason`);
}

/**
 * The validated body of a success; undefined for 204 and for calls without a response schema.
 * @throws NetworkFault when status or body does not fit the contract: somebody else answered, or half an
 * answer came
 */
export async function answerOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  // A success that the contract does not name is not ours: a cancellation is a 204, an order a 201 (§4, §8).
  if (![endpoint.status, ...(endpoint.also ?? [])].some((status) => status === response.status))
    throw new NetworkFault(`${endpoint.name}: answer ${response.status}`);
  if (response.status === 204 || !endpoint.response) return undefined;
  const body = await jsonOf(response);
  const parsed = v.safeParse(endpoint.response, body);
  if (parsed.success) return parsed.output;
  if (isEmpty(body)) throw new EmptyAnswer(`${endpoint.name}: empty answer`);
  throw new NetworkFault(`${endpoint.name}: unfit answer (${v.getDotPath(parsed.issues[0]) ?? 'body'})`);
}
