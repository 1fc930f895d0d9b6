import type { Client } from '#api/client.ts';
import { login, sendEmailCode, sendSmsCode } from '#contract/people/session.ts';
import type { CodeSent, Contact } from '#machines/login/code.ts';
import type { Renewal } from '#machines/session/token.machine.ts';
import { fromPromise } from 'xstate';
import { phoneCountry } from './phone-country.ts';
import { sessionTokens } from './tokens.ts';

/**
 * A one-time code: sent to a contact, and exchanged for a sign-in; the ports of the proof chart.
 * @param now the server's clock, epoch ms
 */
export const codeActors = (api: Client, now: () => number) => ({
  sendCode: fromPromise<CodeSent, Contact>(async ({ input: { channel, phone, email }, signal }) => {
    const sent =
      channel === 'phone'
        ? await api.call(sendSmsCode, {
            body: { phone: phone ?? '', ...(await phoneCountry(phone ?? '')) },
            signal,
          })
        : await api.call(sendEmailCode, { body: { email: email ?? '' }, signal });
    return { ...sent, at: now() };
  }),
  readClock: fromPromise<{ now: number }, Record<string, never>>(() => Promise.resolve({ now: now() })),
  signIn: fromPromise<Renewal, { username: string; code: string }>(
    async ({ input: { username, code }, signal }) => {
      const tokens = await api.call(login, { body: { username, password: code, rememberme: true }, signal });
      return { tokens: sessionTokens(tokens, now()), signupGrant: tokens.signup_grant ?? null };
    },
  ),
});
