import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#server/platform/clock.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { otherOrigin } from './other-origin.ts';
import { type Identity, type OidcClient, SsoFault } from './oidc.ts';

/** Life of a code, in ms. */
const LIFE = 60_000;

/** What a code of the embedded provider says; sealed, so that it needs no table. */
export interface EmbeddedGrant {
  subject: string;
  name: string;
  nonce: string;
  challenge: string;
  redirectUri: string;
  /** how long it takes to say who it is, ms */
  delay: number;
}

/**
 * The OpenID provider of the sandbox, asked as the relay asks one outside. Its page is at the shop's other
 * name, so that it is of another origin as every provider is.
 */
export function embeddedOidc(secrets: Pick<Secrets, 'seal' | 'open'>, clock: Pick<Clock, 'now'>) {
  const read = (code: string): EmbeddedGrant & { until: number } => {
    try {
      return JSON.parse(secrets.open(code)) as EmbeddedGrant & { until: number }; // sealed by `grant`
    } catch {
      throw new SsoFault('the code is none of the embedded provider');
    }
  };
  return {
    /** @param origin of the shop, as it was asked */
    authorizeUrl(origin: string, client: string): URL {
      const { host, protocol } = new URL(origin);
      const url = new URL('/sandbox/oidc', (protocol === 'http:' && otherOrigin(host)) || origin);
      url.searchParams.set('client', client);
      return url;
    },
    grant: (given: EmbeddedGrant): string =>
      secrets.seal(JSON.stringify({ ...given, until: clock.now() + LIFE })),
    /** @throws SsoFault */
    async redeem(
      _client: OidcClient,
      given: { code: string; codeVerifier: string; redirectUri: string },
      isNonce: (nonce: string) => boolean,
    ): Promise<Identity> {
      const { subject, name, nonce, challenge, redirectUri, until, delay } = read(given.code);
      await wait(delay);
      const digest = createHash('sha256').update(given.codeVerifier).digest('base64url');
      if (until < clock.now() || digest !== challenge || redirectUri !== given.redirectUri || !isNonce(nonce))
        throw new SsoFault('the code is of another try');
      return { subject, name, authenticatedAt: null };
    },
  };
}
