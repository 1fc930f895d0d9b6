import { type Client, createClient } from '#api/client.ts';
import { isProblem } from '#contract/fault.ts';
import {
  type Me,
  type StaffTokens,
  sendStaffCode,
  staffLogin,
  staffLogout,
  staffRenew,
  staffSecond,
  staffStepUp,
} from '#contract/ops/session.ts';
import type { Challenged, SignedIn } from '#machines/ops/login.machine.ts';
import { fromPromise } from 'xstate';

/** The sign-in of this page. Its token is in memory alone; the cookie that renews it no script reads. */
export interface Session {
  api: Client;
  /** Begins what keys are made of: another for each sign-in, so that a key never means two things. */
  keyOf(key: string): string;
}
interface Options {
  base: string;
  app: string;
  /** Told when the server does not know the sign-in any more. */
  onLost: () => void;
}

export function createSession({ base, app, onLost }: Options) {
  let token: string | null = null;
  let prefix = crypto.randomUUID();
  let renewing: Promise<string | null> | null = null;

  const begin = ({ access_token, me }: StaffTokens): Me => {
    token = access_token;
    return me;
  };
  async function renewed(): Promise<string | null> {
    try {
      begin(await api.call(staffRenew, { body: {} }));
      return token;
    } catch (fault) {
      // Only the server ends a sign-in.
      if (!isProblem(fault, 'UNAUTHENTICATED', 'TOKEN_REVOKED')) throw fault;
      token = null;
      onLost();
      return null;
    }
  }
  const api: Client = createClient({
    base,
    app,
    retries: true,
    credentials: {
      bearer: () => token,
      renew: () => (renewing ??= renewed().finally(() => (renewing = null))),
      leadSecret: () => null,
      signupGrant: () => null,
    },
    async prove(puzzle, signal) {
      const { solve } = await import('#api/proof.ts');
      return solve(puzzle, crypto.randomUUID(), signal);
    },
  });

  const signingIn = (tokens: StaffTokens): Me => {
    prefix = crypto.randomUUID();
    return begin(tokens);
  };
  const session: Session = { api, keyOf: (key) => `${prefix}:${key}` };
  const actors = {
    restoreStaff: fromPromise<Me, Record<string, never>>(async ({ signal }) =>
      signingIn(await api.call(staffRenew, { body: {}, signal })),
    ),
    signOut: fromPromise<void, Record<string, never>>(async () => {
      token = null;
      await api.call(staffLogout, { body: {} });
    }),
  };
  const loginActors = {
    sendStaffCode: fromPromise<{ resendAfter: number }, { contact: string }>(
      async ({ input: { contact }, signal }) => {
        const { resendAfter } = await api.call(sendStaffCode, { body: { contact }, signal });
        return { resendAfter: resendAfter * 1_000 };
      },
    ),
    checkStaffCode: fromPromise<Challenged, { contact: string; code: string }>(async ({ input, signal }) => {
      const { challenge, enrolment } = await api.call(staffLogin, { body: input, signal });
      return { challenge, enrolment: enrolment ?? null };
    }),
    proveSecond: fromPromise<SignedIn, { challenge: string; code: string }>(async ({ input, signal }) => {
      const { recoveryCodes = [], ...tokens } = await api.call(staffSecond, { body: input, signal });
      return { me: signingIn(tokens), recoveryCodes };
    }),
  };
  const stepUp = fromPromise<void, { code: string }>(async ({ input, signal }) => {
    await api.call(staffStepUp, { body: input, signal });
  });
  return { session, actors, loginActors, stepUp };
}
