import type { Client } from '#api/client.ts';
import { sendIntranetCode } from '#contract/people/intranet.ts';
import { login } from '#contract/people/session.ts';
import type {
  Identified,
  IntranetCodeSent,
  IntranetCodeTyped,
  IntranetRecalled,
} from '#machines/intranet/intranet-login.machine.ts';
import type { Renewal } from '#machines/session/token.machine.ts';
import { fromPromise } from 'xstate';
import * as v from 'valibot';
import { loginActors } from './login.ts';
import { sessionTokens } from './tokens.ts';

const Kept = v.object({
  identification: v.string(),
  marketplaceId: v.nullable(v.string()),
  contact: v.string(),
  username: v.string(),
  resendAt: v.number(),
  /** when the code is void, epoch ms of the shop's clock */ until: v.number(),
});

/** Where a tab keeps that a code is on its way, from one screen to the next and over a reload. */
export interface IntranetVault {
  read(): unknown;
  write(value: v.InferOutput<typeof Kept> | null): void;
}

/** Ports of the chart of a company's door. @param now the server's clock, epoch ms */
export const intranetActors = (api: Client, vault: IntranetVault, now: () => number) => {
  const { activate, readClock } = loginActors(api, now);
  return {
    activate,
    readClock,
    recallSent: fromPromise<IntranetRecalled | null, Record<string, never>>(() => {
      const kept = v.safeParse(Kept, vault.read());
      return Promise.resolve(kept.success && kept.output.until > now() ? kept.output : null);
    }),
    sendCode: fromPromise<IntranetCodeSent, Identified>(
      async ({ input: { identification, marketplaceId }, signal }) => {
        const body = { identification, ...(marketplaceId === null ? {} : { marketplaceId }) };
        const { contact, username, resendAfter, expiresIn } = await api.call(sendIntranetCode, {
          body,
          signal,
        });
        const at = now();
        const until = at + expiresIn * 1_000;
        const resendAt = at + resendAfter * 1_000;
        vault.write({ identification, marketplaceId, contact, username, resendAt, until });
        return { contact, username, resendAfter, expiresIn, at };
      },
    ),
    signIn: fromPromise<Renewal, IntranetCodeTyped>(
      async ({ input: { username, code, privacyVersion }, signal }) => {
        const body = { username, password: code, rememberme: true, privacyVersion };
        const tokens = await api.call(login, { body, signal });
        vault.write(null);
        return { tokens: sessionTokens(tokens, now()), signupGrant: tokens.signup_grant ?? null };
      },
    ),
  };
};
