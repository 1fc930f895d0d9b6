import type { Client } from '#api/client.ts';
import { isProblem } from '#contract/problem.ts';
import { loginByLink, lookAtLink } from '#contract/people/session.ts';
import type { Renewal } from '#machines/session/token.machine.ts';
import { fromPromise } from 'xstate';
import { type LinkPage, dropLink, keptLink, takeLink } from './link-kept.ts';
import { loginActors } from './login.ts';
import { sessionTokens } from './tokens.ts';

/**
 * Ports of the chart of a sign-in link. What the server will never take again is kept no longer.
 * @param now the server's clock, epoch ms
 */
export const linkActors = (api: Client, now: () => number, page: LinkPage) => {
  const orDropped = (fault: unknown): never => {
    if (isProblem(fault, 'INVALID_CODE', 'EXPIRED_CODE', 'TOO_MANY_ATTEMPTS', 'MALFORMED')) dropLink(page);
    throw fault;
  };
  return {
    activate: loginActors(api, now).activate,
    readLink: fromPromise<string | null, Record<string, never>>(() => {
      takeLink(page);
      return Promise.resolve(keptLink(page));
    }),
    lookAtLink: fromPromise<{ contact: string }, { token: string }>(({ input: { token }, signal }) =>
      api.call(lookAtLink, { body: { token }, signal }).catch(orDropped),
    ),
    redeemLink: fromPromise<Renewal, { token: string }>(async ({ input: { token }, signal }) => {
      const tokens = await api
        .call(loginByLink, { body: { token, rememberme: true }, signal })
        .catch(orDropped);
      dropLink(page);
      return { tokens: sessionTokens(tokens, now()), signupGrant: tokens.signup_grant ?? null };
    }),
  };
};
