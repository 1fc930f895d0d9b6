import { fromPromise } from 'xstate';
import { createClient } from '#api/client.ts';
import { isProblem } from '#contract/fault.ts';
import { type Funnel, type FunnelDays, readFunnel } from '#contract/ops/funnel.ts';
import { staffRenew } from '#contract/ops/session.ts';
import { becomeStaff } from '#contract/sandbox.ts';

/**
 * The store's own calls, by the sign-in that this browser has at the desk: its cookie gives a token, kept here alone.
 */
export function funnelActors(base: string, app: string) {
  let token: string | null = null;
  async function renew(): Promise<string> {
    token = (await api.call(staffRenew, { body: {} })).access_token;
    return token;
  }
  const api = createClient({
    base,
    app,
    credentials: {
      bearer: () => token,
      async renew() {
        try {
          return await renew();
        } catch (fault) {
          if (!isProblem(fault, 'UNAUTHENTICATED', 'TOKEN_REVOKED')) throw fault;
          return (token = null);
        }
      },
      leadSecret: () => null,
      signupGrant: () => null,
    },
  });
  return {
    // Asked of the cookie each time: somebody else may have signed in at the desk meanwhile.
    loadFunnel: fromPromise<Funnel, { days: FunnelDays }>(async ({ input: { days }, signal }) => {
      await renew();
      return api.call(readFunnel, { query: { days: `${days}` }, signal });
    }),
    /** Whoever only looks. In a sandbox; a store that is none refuses. */
    becomeTester: fromPromise<void, Record<string, never>>(async ({ signal }) => {
      await api.call(becomeStaff, { params: { role: 'VIEWER' }, signal });
    }),
  };
}
