import { and, eq, lte } from 'drizzle-orm';
import type { Device } from '#contract/people/device.ts';
import type { Tokens } from '#contract/people/session.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { SsoProvider } from '#contract/people/sso.ts';
import { EMBEDDED_ISSUER, waysOf } from '#domain/person/sso.ts';
import type { Core } from '#server/platform/core.ts';
import { ssoState } from '#server/db/schema/people/sso.ts';
import { user } from '#server/db/schema/people/user.ts';
import { randomToken, uuidv4 } from '#server/platform/ids.ts';
import { networkOf } from '#server/platform/limits.ts';
import { embeddedOidc } from '#server/providers/embedded-oidc.ts';
import { type Identity, SsoFault, oidcRelay } from '#server/providers/oidc.ts';
import { equalInTime } from '#server/platform/secrets.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { SessionService } from './session/session.ts';

type Settings = TenantRecord['settings']['sso'][number];
/** Seconds that a try may take (SEC-10). */
const TRY = 600;
/** Failed tries of one address in an hour. */
const FAILED = { points: 100, seconds: 3_600 };

/** What the page brings back from the provider. */
export interface Comeback {
  redirectUri: string;
  code: string;
  codeVerifier: string;
  state: string;
}

/** Single sign-on with any OpenID Connect provider. Source: specification §7–§9; D72; SEC-10, SEC-11. */
export function ssoService(
  { db, clock, secrets, limits, env, log }: Core,
  { session }: { session: SessionService },
) {
  const relay = oidcRelay(clock, { allowsPlain: env.sandbox });
  const embedded = embeddedOidc(secrets, clock);
  const providersOf = ({ settings }: TenantRecord) => waysOf(settings, env.sandbox);
  const isEmbedded = ({ issuer }: Pick<Settings, 'issuer'>) => env.sandbox && issuer === EMBEDDED_ISSUER;

  /**
   * A state proves itself: whose try it is, until when, and that it was made here. The nonce comes from it,
   * so that a code of another try does not fit.
   */
  const sealOf = (tenantId: string, provider: string, random: string, until: string) =>
    ['state', tenantId, provider, random, until].join('\n');
  const newState = (tenantId: string, provider: string) => {
    const [random, until] = [randomToken(16), String(Math.floor(clock.now() / 1_000) + TRY)];
    return `${random}.${until}.${secrets.hash('sso', sealOf(tenantId, provider, random, until))}`;
  };
  const isState = (tenantId: string, provider: string, state: string) => {
    const [random = '', until = '', seal = '', ...more] = state.split('.');
    return (
      more.length === 0 &&
      /^\d{1,12}$/.test(until) &&
      secrets.matches('sso', sealOf(tenantId, provider, random, until), seal) &&
      Number(until) * 1_000 > clock.now()
    );
  };
  /** @returns false when it was used before */
  const spend = (tenantId: string, state: string): Promise<boolean> =>
    db.tenant(tenantId, async (tx) => {
      const now = clock.date();
      await tx.delete(ssoState).where(and(eq(ssoState.tenantId, tenantId), lte(ssoState.expiresAt, now)));
      const kept = await tx
        .insert(ssoState)
        .values({
          tenantId,
          stateHash: secrets.hash('sso', `used\n${state}`),
          usedAt: now,
          expiresAt: new Date(now.getTime() + TRY * 1_000),
        })
        .onConflictDoNothing()
        .returning({ state: ssoState.stateHash });
      return kept.length === 1;
    });

  /**
   * Whoever the provider means by (issuer, subject). An e-mail that it names links to nobody: only a code
   * sent there does (SEC-11).
   */
  const userOf = (tenantId: string, issuer: string, { subject, name }: Identity): Promise<string> =>
    db.tenant(tenantId, async (tx) => {
      await tx
        .insert(user)
        .values({ tenantId, id: uuidv4(), issuer, subject, name, createdAt: clock.date() })
        .onConflictDoNothing();
      const [row] = await tx
        .select({ id: user.id })
        .from(user)
        .where(and(eq(user.tenantId, tenantId), eq(user.issuer, issuer), eq(user.subject, subject)));
      if (!row) throw new Error('a user that was just made is gone');
      return row.id;
    });

  return {
    /** A provider that cannot be reached is left out. @param origin of the shop, as it was asked */
    async providers(tenant: TenantRecord, origin: string): Promise<SsoProvider[]> {
      const found = await Promise.all(
        providersOf(tenant).map(
          async ({ id, label, icon, issuer, clientId, scopes }): Promise<SsoProvider[]> => {
            try {
              const url = isEmbedded({ issuer })
                ? embedded.authorizeUrl(origin, tenant.client)
                : await relay.authorizeUrl({ issuer, clientId });
              const state = newState(tenant.id, id);
              for (const [name, value] of Object.entries({
                response_type: 'code',
                client_id: clientId,
                scope: scopes.join(' '),
                state,
                nonce: secrets.hash('sso', `nonce\n${state}`),
                code_challenge_method: 'S256',
              }))
                url.searchParams.set(name, value);
              return [
                {
                  id,
                  label,
                  ...(icon === undefined ? {} : { icon: `/media/${tenant.client}/${icon}` }),
                  authorizeUrl: url.href,
                  clientId,
                  scopes,
                },
              ];
            } catch (error) {
              if (!(error instanceof SsoFault)) throw error;
              log.warn(
                { tenant: tenant.id, provider: id, why: error.message },
                'single sign-on is not to be had',
              );
              return [];
            }
          },
        ),
      );
      return found.flat();
    },

    /**
     * Signs in whom the provider names.
     * @param callbacks the addresses of this very host that a provider may send people back to; compared to
     * the letter
     * @param leadSecret of the visitor that this person was; `device` on which they sign in
     * @throws ApiProblem SSO_FAILED, TOO_MANY_REQUESTS
     */
    async login(
      tenant: TenantRecord,
      provider: string,
      given: Comeback,
      callbacks: readonly string[],
      ip: string,
      { leadSecret, device = {} }: { leadSecret?: string | undefined; device?: Device } = {},
    ): Promise<Tokens & { signedUp: boolean }> {
      const budget = `sso:ip:${networkOf(ip)}`;
      const limit = { ...FAILED, points: FAILED.points * (env.sandbox ? 1_000 : 1) };
      const taken = await limits.take(budget, limit);
      if (!taken.allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: taken.retryAfter });
      try {
        const settings = providersOf(tenant).find(({ id }) => id === provider);
        if (!settings) throw new SsoFault('there is no such provider');
        if (!callbacks.includes(given.redirectUri)) throw new SsoFault('the way back leads elsewhere');
        if (!isState(tenant.id, provider, given.state))
          throw new SsoFault('the state is none of ours, or late');
        if (!(await spend(tenant.id, given.state))) throw new SsoFault('the state was used before');
        const nonces = secrets.hashes('sso', `nonce\n${given.state}`);
        const identity = await (isEmbedded(settings) ? embedded : relay).redeem(settings, given, (nonce) =>
          nonces.some((one) => equalInTime(one, nonce)),
        );
        // Being still signed in over there is no fresh proof over here.
        const provedAt = Math.min(clock.now(), (identity.authenticatedAt ?? clock.now() / 1_000) * 1_000);
        const tokens = await session.open(
          tenant.id,
          await userOf(tenant.id, settings.issuer, identity),
          true,
          { provedAt: new Date(provedAt), leadSecret, device },
        );
        await limits.take(budget, limit, -1);
        return { ...tokens, signedUp: tokens.signup_grant === undefined };
      } catch (error) {
        if (!(error instanceof SsoFault)) throw error;
        log.warn(
          { tenant: tenant.id, provider: provider.slice(0, 40), why: error.message },
          'single sign-on failed',
        );
        throw new ApiProblem('SSO_FAILED', { detail: 'Authentication failed' });
      }
    },
  };
}
