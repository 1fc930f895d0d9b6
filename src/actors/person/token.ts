import type { SessionTokens } from '#machines/session/token.machine.ts';
import { fromPromise } from 'xstate';
import type { Renewal, Renewed } from './tokens.ts';

/** Ports of the token chart. Nothing in the answer means: the sign-in is over. */
export const tokenActors = (renewal: Renewal) => ({
  renewToken: fromPromise<Renewed | null, { tokens: SessionTokens }>(({ input }) =>
    renewal(input.tokens.timestamp),
  ),
});
