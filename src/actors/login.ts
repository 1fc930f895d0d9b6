import type { Client } from '#api/client.ts';
import { type Account, type User, activateUser, login, sendEmailCode, sendSmsCode } from '#contract/identity.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Renewal, SessionTokens } from '#machines/token.machine.ts';
import { fromPromise } from 'xstate';
import { loadPerson } from './person.ts';
import { sessionTokens } from './tokens.ts';

interface CodeSent {
  /** seconds */
  resendAfter: number;
  /** seconds */
  expiresIn: number;
  /** epoch ms */
  at: number;
}

/** Ports of the login chart. @param now the server's clock, epoch ms */
export const loginActors = (api: Client, now: () => number) => ({
  sendCode: fromPromise<CodeSent, { channel: 'phone' | 'email'; phone: string | null; email: string | null }>(
    async ({ input: { channel, phone, email }, signal }) => {
      const sent =
        channel === 'phone'
          ? await api.call(sendSmsCode, { body: { phone: phone ?? '' }, signal })
          : await api.call(sendEmailCode, { body: { email: email ?? '' }, signal });
      return { ...sent, at: now() };
    },
  ),
  signIn: fromPromise<Renewal, { username: string; code: string }>(async ({ input: { username, code }, signal }) => {
    const tokens = await api.call(login, { body: { username, password: code, rememberme: true }, signal });
    return { tokens: sessionTokens(tokens, now()), signupGrant: tokens.signup_grant ?? null };
  }),
  /** Every sign-in ends with this and then with the account (D6). */
  activate: fromPromise<{ user: User; account: Account | null }, { tokens: SessionTokens | null }>(
    async ({ input: { tokens }, signal }) => {
      if (!tokens) throw new ApiProblem('UNAUTHENTICATED');
      await api.call(activateUser, { headers: { Authorization: `Bearer ${tokens.accessToken}` }, signal });
      return loadPerson(api, tokens.accessToken);
    },
  ),
});
