import { SignJWT, errors, jwtVerify } from 'jose';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';

/** Seconds that an access token lives. Source: SEC-06; D1. */
export const ACCESS = 600;
const ALGORITHM = 'HS256';

/** What an access token says; `exp` in epoch seconds. */
interface Claims {
  sub: string;
  sid: string;
  prv: number;
  exp: number;
}

/** Whose tokens: those of one realm are signed with other keys than the other's, and name another audience. */
const realms = {
  shop: { purpose: 'access-token', audience: (tenantId: string) => tenantId },
  ops: { purpose: 'staff-token', audience: (tenantId: string) => `ops:${tenantId}` },
} as const;

/** Access tokens: signed and checked without asking the database. Source: RFC 9068; SEC-06. */
export function accessTokens(
  { clock, secrets }: Pick<Core, 'clock' | 'secrets'>,
  realm: keyof typeof realms = 'shop',
) {
  const { purpose, audience } = realms[realm];
  const proved = new Map<string, Claims>();

  const sign = async (tenantId: string, userId: string, sessionId: string, provedAt: number) => {
    const [newest] = secrets.keys(purpose);
    if (!newest) throw new Error('there is no key for access tokens');
    const now = Math.floor(clock.now() / 1_000);
    return new SignJWT({ sid: sessionId, prv: provedAt })
      .setProtectedHeader({ alg: ALGORITHM, kid: newest.id })
      .setSubject(userId)
      .setAudience(audience(tenantId))
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS)
      .sign(newest.key);
  };

  return { sign, verify };

  /** A signature is checked once: a token that passed says the same until it expires. */
  async function verify(tenantId: string, token: string): Promise<Claims> {
    const name = `${tenantId} ${token}`;
    const claims = proved.get(name) ?? (await prove(tenantId, token));
    if (claims.exp * 1_000 <= clock.now()) throw new ApiProblem('TOKEN_EXPIRED');
    if (proved.size > 20_000) proved.clear();
    proved.set(name, claims);
    return claims;
  }

  async function prove(tenantId: string, token: string): Promise<Claims> {
    for (const { key } of secrets.keys(purpose)) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          audience: audience(tenantId),
          currentDate: clock.date(),
        });
        const { sub, sid, prv, exp } = payload;
        if (
          typeof sub === 'string' &&
          typeof sid === 'string' &&
          typeof prv === 'number' &&
          exp !== undefined
        )
          return { sub, sid, prv, exp };
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new ApiProblem('TOKEN_EXPIRED');
        if (!(error instanceof errors.JOSEError)) throw error;
      }
    }
    throw new ApiProblem('UNAUTHENTICATED');
  }
}
export type AccessTokens = ReturnType<typeof accessTokens>;
