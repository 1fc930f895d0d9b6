import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as v from 'valibot';
import { CircuitOpen, circuitOf } from '#server/platform/circuit.ts';
import type { Clock } from '#server/platform/clock.ts';

/** How long anybody outside may take, in ms, and how long their description is believed. */
const TIMEOUT = 5_000;
const BELIEVED = 10 * 60_000;
/** One list, so that a token cannot choose to be unsigned or signed with a public value. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

const Description = v.object({
  issuer: v.string(),
  authorization_endpoint: v.pipe(v.string(), v.url()),
  token_endpoint: v.pipe(v.string(), v.url()),
  jwks_uri: v.pipe(v.string(), v.url()),
});
type Description = v.InferOutput<typeof Description>;
const Answer = v.object({ id_token: v.pipe(v.string(), v.maxLength(20_000)) });
const Claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  nonce: v.string(),
  azp: v.optional(v.string()),
  name: v.optional(v.string()),
  auth_time: v.optional(v.number()),
});

/** The provider did not prove who it is talking about; `message` says why, without personal data. */
export class SsoFault extends Error {
  override readonly name = 'SsoFault';
}

export interface OidcClient {
  issuer: string;
  clientId: string;
}
export interface Identity {
  subject: string;
  name: string | null;
  /** Epoch seconds when the person last showed who they are; null when the provider does not say. */
  authenticatedAt: number | null;
}

/**
 * Talks to any OpenID Connect provider as a public client: code flow with PKCE. Source: OpenID Connect Core
 * §3.1, Discovery §4; RFC 7636; RFC 9700.
 */
export function oidcRelay(clock: Pick<Clock, 'now' | 'date'>, { allowsPlain }: { allowsPlain: boolean }) {
  const described = new Map<
    string,
    { description: Description; until: number; keys: ReturnType<typeof createRemoteJWKSet> }
  >();
  const circuits = new Map<string, ReturnType<typeof circuitOf>>();
  const running = new Map<string, ReturnType<typeof load>>();

  const assertSafe = (address: string) => {
    const { protocol, hostname } = new URL(address);
    const isLocal =
      allowsPlain && protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
    if (protocol !== 'https:' && !isLocal) throw new SsoFault('an address of the provider is not https');
  };
  async function ask(address: string, init: RequestInit = {}): Promise<unknown> {
    assertSafe(address);
    try {
      const response = await fetch(address, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      });
      if (!response.ok) throw new SsoFault(`the provider answered ${response.status}`);
      return await response.json();
    } catch (error) {
      throw error instanceof SsoFault
        ? error
        : new SsoFault('the provider did not answer properly', { cause: error });
    }
  }
  async function load(issuer: string) {
    const parsed = v.safeParse(
      Description,
      await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
    );
    if (!parsed.success || parsed.output.issuer !== issuer)
      throw new SsoFault('the provider is somebody else');
    const description = parsed.output;
    for (const address of [
      description.authorization_endpoint,
      description.token_endpoint,
      description.jwks_uri,
    ])
      assertSafe(address);
    const fresh = {
      description,
      until: clock.now() + BELIEVED,
      keys: createRemoteJWKSet(new URL(description.jwks_uri), { timeoutDuration: TIMEOUT }),
    };
    described.set(issuer, fresh);
    return fresh;
  }
  /** Asked once for everybody who waits, and not at all while it failed too often (REL-22). */
  async function describe(issuer: string) {
    const known = described.get(issuer);
    if (known && known.until > clock.now()) return known;
    const circuit = circuits.get(issuer) ?? circuitOf(clock);
    circuits.set(issuer, circuit);
    const asked = running.get(issuer) ?? circuit(() => load(issuer)).finally(() => running.delete(issuer));
    running.set(issuer, asked);
    return asked.catch((error: unknown) => {
      throw error instanceof CircuitOpen ? new SsoFault('the provider failed too often just now') : error;
    });
  }

  return {
    /** Where people show who they are. @throws SsoFault */
    authorizeUrl: async ({ issuer }: OidcClient): Promise<URL> =>
      new URL((await describe(issuer)).description.authorization_endpoint),

    /**
     * Exchanges a code and checks what comes for it: signature, issuer, audience, age and nonce.
     * @param isNonce tells whether a nonce is the one of this try
     * @throws SsoFault
     */
    async redeem(
      { issuer, clientId }: OidcClient,
      given: { code: string; codeVerifier: string; redirectUri: string },
      isNonce: (nonce: string) => boolean,
    ): Promise<Identity> {
      const { description, keys } = await describe(issuer);
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code: given.code,
        redirect_uri: given.redirectUri,
        client_id: clientId,
        code_verifier: given.codeVerifier,
      });
      const answer = v.safeParse(
        Answer,
        await ask(description.token_endpoint, {
          method: 'POST',
          body,
          headers: { accept: 'application/json' },
        }),
      );
      if (!answer.success) throw new SsoFault('there is no identity in the answer');
      const { payload } = await jwtVerify(answer.output.id_token, keys, {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        currentDate: clock.date(),
        clockTolerance: 60,
        maxTokenAge: 600,
        requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
      }).catch((error: unknown) => {
        if (error instanceof errors.JOSEError)
          throw new SsoFault(`the identity is not to be believed: ${error.code}`);
        throw new SsoFault('the keys of the provider were not to be had', { cause: error });
      });
      const claims = v.safeParse(Claims, payload);
      if (!claims.success || !isNonce(claims.output.nonce))
        throw new SsoFault('the identity is of another try');
      const { sub, azp, name, auth_time } = claims.output;
      if (azp === undefined ? Array.isArray(payload.aud) && payload.aud.length > 1 : azp !== clientId)
        throw new SsoFault('the identity is for another client');
      return { subject: sub, name: name?.slice(0, 80) ?? null, authenticatedAt: auth_time ?? null };
    },
  };
}
