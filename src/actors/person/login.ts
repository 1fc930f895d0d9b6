import type { Client } from '#api/client.ts';
import { type Account, type User, activateUser } from '#contract/people/account.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { SessionTokens } from '#machines/session/token.machine.ts';
import { fromPromise } from 'xstate';
import { codeActors } from './code.ts';
import { loadPerson } from './person.ts';

/** Ports of the login chart. @param now the server's clock, epoch ms */
export const loginActors = (api: Client, now: () => number) => ({
  ...codeActors(api, now),
  /** Every sign-in ends with this and then with the account (D6). */
  activate: fromPromise<{ user: User; account: Account | null }, { tokens: SessionTokens | null }>(
    async ({ input: { tokens }, signal }) => {
      if (!tokens) throw new ApiProblem('UNAUTHENTICATED');
      await api.call(activateUser, { headers: { Authorization: `Bearer ${tokens.accessToken}` }, signal });
      return loadPerson(api, tokens.accessToken);
    },
  ),
});
