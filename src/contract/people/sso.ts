import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Tokens } from './session.ts';
import { NeededText, Slug } from '#contract/scalars.ts';

/**
 * Somebody else who knows the person. `authorizeUrl` carries a `state` and a `nonce` of this one try (10 min,
 * single use); the page adds `redirect_uri` and
 * `code_challenge` (S256 of a verifier of 64 characters) and keeps the state to compare. Source: D72; RFC
 * 7636; OpenID Connect Core §3.1.
 */
export const SsoProvider = v.object({
  id: Slug,
  label: v.string(),
  icon: v.optional(v.string()),
  authorizeUrl: v.string(),
  clientId: v.string(),
  scopes: v.array(v.string()),
});
export type SsoProvider = v.InferOutput<typeof SsoProvider>;
export const listSsoProviders = endpoint({
  name: 'listSsoProviders',
  method: 'GET',
  path: '/api/sso/marketplace/providers',
  audience: 'public',
  response: v.array(SsoProvider),
  status: 200,
  problems: [],
  summary:
    'Single sign-on of this store, with an address to start a try at; none while the store does not enable it.',
  source: 'spec §7, §9; D72',
});
export const ssoLogin = endpoint({
  name: 'ssoLogin',
  method: 'POST',
  path: '/auth/sso/{provider}',
  audience: 'public',
  headers: ['X-Lead-Secret'],
  params: v.object({ provider: Slug }),
  body: v.object({
    /** `/sso/callback` of this very host */
    redirectUri: NeededText(300),
    code: NeededText(2_000),
    codeVerifier: v.pipe(v.string(), v.regex(/^[\w.~-]{64}$/, 'O verificador tem 64 sinais.')),
    state: NeededText(300),
  }),
  response: v.object({ ...Tokens.entries, signedUp: v.boolean() }),
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'SSO_FAILED', 'TOO_MANY_REQUESTS', 'FOREIGN_ORIGIN'],
  summary: 'Signs in with what the provider gave back; any refusal means "Authentication failed".',
  source: 'spec §7, §8; D72; SEC-10, SEC-11',
});
