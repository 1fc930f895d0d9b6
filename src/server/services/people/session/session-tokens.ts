import { and, eq } from 'drizzle-orm';
import type { Tokens } from '#contract/people/session.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { account } from '#server/db/schema/people/account.ts';
import { refreshToken, signupGrant } from '#server/db/schema/people/session.ts';
import { randomToken, uuidv7 } from '#server/platform/ids.ts';
import { ACCESS, type AccessTokens } from './access-token.ts';

/** Seconds. Source: SEC-07. */
const GRANT = 30 * 60;

/** What a session hands out: its tokens, and the grant to sign up. Source: RFC 6749 §6; D1, D9; SEC-07. */
export function sessionTokens(
  { clock, secrets }: Pick<Core, 'clock' | 'secrets'>,
  { sign }: Pick<AccessTokens, 'sign'>,
) {
  /** New refresh token of a session, and the tokens that carry it. */
  async function issue(
    tx: Tx,
    tenantId: string,
    row: { id: string; userId: string; provedAt: Date },
  ): Promise<Tokens> {
    const refresh = randomToken();
    await tx.insert(refreshToken).values({
      tenantId,
      id: uuidv7(clock.now()),
      sessionId: row.id,
      tokenHash: secrets.hash('refresh-token', refresh),
      issuedAt: clock.date(),
    });
    return {
      access_token: await sign(tenantId, row.userId, row.id, row.provedAt.getTime()),
      refresh_token: refresh,
      expires_in: ACCESS,
    };
  }

  /**
   * The right to create the account of somebody who has none, until half an hour after they signed in. It
   * comes with each renewal, so that a
   * sign-up outlives its page; each grant is spent once, and an account ends them all.
   */
  async function grantOf(
    tx: Tx,
    tenantId: string,
    userId: string,
    signedInAt: Date,
  ): Promise<Pick<Tokens, 'signup_grant'>> {
    const expiresAt = new Date(signedInAt.getTime() + GRANT * 1_000);
    if (expiresAt <= clock.date()) return {};
    const [owned] = await tx
      .select({ id: account.id })
      .from(account)
      .where(and(eq(account.tenantId, tenantId), eq(account.userId, userId)));
    if (owned) return {};
    const grant = randomToken();
    const grantHash = secrets.hash('signup', grant);
    await tx.insert(signupGrant).values({ tenantId, id: uuidv7(clock.now()), userId, grantHash, expiresAt });
    return { signup_grant: grant };
  }

  return { issue, grantOf };
}
export type SessionTokens = ReturnType<typeof sessionTokens>;
