import type { Client } from '#api/client.ts';
import { EmptyAnswer } from '#api/answer.ts';
import { type Tokens, renew } from '#contract/people/session.ts';
import { isProblem } from '#contract/problem.ts';
import type { SessionTokens } from '#machines/session/token.machine.ts';
import type { Tabs } from '../tabs.ts';

/** A renewal by another tab this recently (ms) is as good as an own one. */
const RECENT = 10_000;

/** Wire tokens with their end as an instant. @param now epoch ms at which they arrived */
export const sessionTokens = (tokens: Tokens, now: number): SessionTokens => ({
  accessToken: tokens.access_token,
  refreshToken: tokens.refresh_token || null,
  expiresIn: now + tokens.expires_in * 1_000,
  timestamp: now,
});

export interface Renewed {
  tokens: SessionTokens;
  signupGrant: string | null;
}
export interface Renewal {
  /**
   * One renewal for this tab and all others (SEC-08); the rotating refresh token is in a cookie that no
   * script reads.
   * @param held when the spent tokens arrived, epoch ms; a newer pair heard from another tab is taken instead
   * @returns null when the sign-in is over. @throws NetworkFault when nobody answered
   */
  (held: number): Promise<Renewed | null>;
}

export function createRenewal(api: Client, tabs: Tabs, now: () => number, lockName: string): Renewal {
  let heard: Renewed | null = null;
  let flight: Promise<Renewed | null> | null = null;
  tabs.hear((message) => {
    if (message.type === 'token.renewed')
      heard = { tokens: message.tokens, signupGrant: message.signupGrant };
  });
  const alone = <T>(act: () => Promise<T>): Promise<T> =>
    typeof navigator !== 'undefined' && navigator.locks
      ? (navigator.locks.request(lockName, act) as Promise<T>)
      : act(); // its type loses the callback's result
  const ask = async (held: number): Promise<Renewed | null> => {
    const known = heard?.tokens.timestamp ?? 0;
    if (heard && known > held && now() - known < RECENT) return heard;
    try {
      const answer = await api.call(renew, { body: {} });
      if (!answer.access_token) return null;
      const renewed = { tokens: sessionTokens(answer, now()), signupGrant: answer.signup_grant ?? null };
      tabs.tell({ type: 'token.renewed', ...renewed });
      return renewed;
    } catch (fault) {
      // "A 401 or an empty 200 on renew": the server has nothing for this sign-in any more (D9). A broken
      // answer is only a fault.
      if (
        fault instanceof EmptyAnswer ||
        isProblem(fault, 'TOKEN_REVOKED', 'UNAUTHENTICATED', 'TOKEN_EXPIRED')
      )
        return null;
      throw fault;
    }
  };
  return (held) => {
    flight ??= alone(() => ask(held)).finally(() => {
      flight = null;
    });
    return flight;
  };
}
