import type { Client } from '#api/client.ts';
import { type Account, type AccountBody, createAccount, getAccount } from '#contract/identity.ts';
import { isProblem } from '#contract/problem.ts';
import { fromPromise } from 'xstate';
import { postalCodeActors } from './postal-code.ts';

interface Creation {
  userId: string;
  /** null when it was lost: then the server says so */
  signupGrant: string | null;
  leadId: string | null;
  body: AccountBody;
}

/** Ports of the sign-up chart. */
export const signupActors = (api: Client) => ({
  ...postalCodeActors(api),
  createAccount: fromPromise<Account, Creation>(({ input: { userId, signupGrant, leadId, body }, signal }) =>
    api.call(createAccount, {
      params: { userId },
      query: leadId ? { lead_id: leadId } : {},
      body,
      ...(signupGrant ? { headers: { 'X-Signup-Grant': signupGrant } } : {}),
      signal,
    }),
  ),
  /** Asked when a creation went unanswered: it may have happened. */
  findAccount: fromPromise<Account | null, Record<string, never>>(({ signal }) =>
    api.call(getAccount, { signal }).catch((fault: unknown) => {
      if (isProblem(fault, 'NOT_FOUND')) return null;
      throw fault;
    }),
  ),
});
