import type { Client } from '#api/client.ts';
import {
  type Account,
  type Device,
  type NewAccountBody,
  createAccount,
  getAccount,
} from '#contract/people/account.ts';
import { isProblem } from '#contract/problem.ts';
import { fromPromise } from 'xstate';
import { phoneCountry } from './phone-country.ts';
import { postalCodeActors } from '../place/postal-code.ts';

interface Creation {
  userId: string;
  /** null when it was lost: then the server says so */
  signupGrant: string | null;
  leadId: string | null;
  body: NewAccountBody;
}

/**
 * Ports of the sign-up chart.
 * @param device this browser, which the account's list of devices begins with (spec §3)
 */
export const signupActors = (api: Client, device: () => Device) => ({
  ...postalCodeActors(api),
  createAccount: fromPromise<Account, Creation>(
    async ({ input: { userId, signupGrant, leadId, body }, signal }) =>
      api.call(createAccount, {
        params: { userId },
        query: leadId ? { lead_id: leadId } : {},
        body: {
          ...body,
          ...(body.phone ? await phoneCountry(body.phone) : {}),
          properties: { ...body.properties, devices: [device()] },
        },
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
