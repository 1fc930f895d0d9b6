import type { Client } from '#api/client.ts';
import { logout } from '#contract/people/session.ts';
import { isProblem } from '#contract/problem.ts';
import type { SessionTokens } from '#machines/session/token.machine.ts';
import { fromPromise } from 'xstate';
import { type Person, loadPerson } from './person.ts';
import type { Renewal } from './tokens.ts';

interface SignedIn extends Person {
  tokens: SessionTokens;
  signupGrant: string | null;
}

/** Ports of the session chart. */
export function sessionActors(api: Client, renewal: Renewal) {
  return {
    restoreSession: fromPromise<SignedIn | null, Record<string, never>>(async () => {
      const renewed = await renewal(0);
      if (!renewed) return null;
      try {
        return { ...renewed, ...(await loadPerson(api, renewed.tokens.accessToken)) };
      } catch (fault) {
        // Ended between the two calls: the same as never restored.
        if (isProblem(fault, 'TOKEN_REVOKED', 'UNAUTHENTICATED', 'TOKEN_EXPIRED')) return null;
        throw fault;
      }
    }),
    loadAccount: fromPromise<Person, { tokens: SessionTokens }>(({ input }) =>
      loadPerson(api, input.tokens.accessToken),
    ),
    /** The server ends the session by its cookie; a lost connection must not keep anyone signed in here. */
    signOut: fromPromise<void, { tokens: SessionTokens | null }>(async () => {
      await api.call(logout, { body: {} });
    }),
  };
}
