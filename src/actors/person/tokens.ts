import type { Client } from '#api/client.ts';
import { EmptyAnswer } from '#api/answer.ts';
import { type Tokens, renew } from '#contract/people/session.ts';
import { isProblem } from '#contract/problem.ts';
import type { SessionTokens } from '#machines/session/token.machine.ts';
import type { Tabs } from '../tabs.ts';

/** A renewal by another tab this recently (ms) is as good as an own one. */
const RECENT = 10_000;
/** A tab that renewed lets go of the lock at once; what it tells may come this much later, ms. */
const TOLD_WITHIN = 500;

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
  let hasHeard: (() => void) | null = null;
  tabs.hear((message) => {
    if (message.type !== 'token.renewed') return;
    heard = { tokens: message.tokens, signupGrant: message.signupGrant };
    hasHeard?.();
  });
  /** @param act told whether another tab had the lock before */
  const alone = async (act: (isSecond: boolean) => Promise<Renewed | null>): Promise<Renewed | null> => {
    if (typeof navigator === 'undefined' || !navigator.locks) return act(false);
    const { locks } = navigator;
    const first = await locks.request(lockName, { ifAvailable: true }, async (lock) =>
      lock ? { renewed: await act(false) } : null,
    );
    return first ? first.renewed : locks.request(lockName, () => act(true));
  };
  const newer = (held: number): Renewed | null => {
    const known = heard?.tokens.timestamp ?? 0;
    return known > held && now() - known < RECENT ? heard : null;
  };
  const ask = async (held: number, isSecond: boolean): Promise<Renewed | null> => {
    if (isSecond && !newer(held))
      await new Promise<void>((done) => {
        hasHeard = done;
        setTimeout(done, TOLD_WITHIN);
      });
    const told = newer(held);
    if (told) return told;
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
    flight ??= alone((isSecond) => ask(held, isSecond)).finally(() => {
      flight = null;
    });
    return flight;
  };
}
