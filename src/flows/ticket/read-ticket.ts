import * as v from 'valibot';
import { fromPromise } from 'xstate';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { type ProblemCode, problems } from '#contract/problem-list.ts';
import { findTickets, readTicket as readByStaff, TicketCode, Ticket } from '#contract/ticket.ts';
import { staffRenew } from '#contract/ops/session.ts';
import type { OpenedTicket } from '#machines/book/opened-ticket.machine.ts';
import { isObject, parsed } from '../given.ts';
import { openedFrom } from './opened.ts';

const isCode = (given: unknown): given is ProblemCode =>
  typeof given === 'string' && Object.hasOwn(problems, given);

/** Asks the server that the book came from. @throws ApiProblem, NetworkFault; Error where no shop answers */
async function ask(path: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(path, init).catch((cause: unknown) => {
    throw new NetworkFault('no answer', { cause });
  });
  const given = parsed(await answer.text());
  if (answer.ok && given !== undefined) return given;
  // A server that knows only files has a page for everything, or none.
  if (isObject(given) && isCode(given['code'])) throw new ApiProblem(given['code']);
  throw new Error(`no shop: ${answer.status}`);
}

/** Where people test, everybody who looks may read it; elsewhere who is signed in at the desk in this browser. */
async function fetched(code: string, signal: AbortSignal): Promise<Ticket> {
  const inSandbox = await ask(`${findTickets.path}?code=${code}`, { signal }).catch((fault: unknown) => {
    if (fault instanceof ApiProblem && fault.code === 'NOT_FOUND') return null;
    throw fault;
  });
  if (inSandbox !== null) {
    const [found] = v.parse(findTickets.response, inSandbox);
    if (!found) throw new ApiProblem('NOT_FOUND');
    return found;
  }
  const json = { 'Content-Type': 'application/json' };
  const renewed = await ask(staffRenew.path, {
    method: staffRenew.method,
    headers: json,
    body: '{}',
    signal,
  });
  const { access_token: token } = v.parse(v.object({ access_token: v.string() }), renewed);
  const path = readByStaff.path.replace('{code}', code);
  return v.parse(Ticket, await ask(path, { headers: { Authorization: `Bearer ${token}` }, signal }));
}

/** A ticket by its code, as it was read out or written. */
export const readTicket = fromPromise<OpenedTicket, { code: string }>(async ({ input, signal }) => {
  const code = v.safeParse(TicketCode, input.code);
  if (!code.success) throw new ApiProblem('NOT_FOUND');
  return openedFrom(await fetched(code.output, signal));
});
