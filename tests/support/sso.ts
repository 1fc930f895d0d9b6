import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { tenant } from '#server/db/schema/shop/tenant.ts';
import { openOidcPeer } from './peers/oidc-peer.ts';
import type { Answer, TestServer } from './store/server.ts';

export const CALLBACK = 'http://feira.localhost/sso/callback';
export const COMPANY_CALLBACK = 'http://clube.localhost/sso/callback';
/** What every failure looks like from outside. */
export const failed = { code: 'SSO_FAILED', status: 422, detail: 'Authentication failed' };

/** What a page sends when the provider has sent somebody back to it. */
export interface Try {
  redirectUri: string;
  code: string;
  codeVerifier: string;
  state: string;
}
interface Where {
  provider?: string;
  host?: string;
}
interface Provider {
  id: string;
  authorizeUrl: string;
}

/** Single sign-on at stores of a server, with a provider on a real socket. */
export async function openSso(server: TestServer) {
  const peer = await openOidcPeer({ clientId: 'vitrine', redirectUris: [CALLBACK, COMPANY_CALLBACK] });

  /** Lets a store use the peer, as its folder would. */
  async function enable(id: string, ssoEnabled: boolean, names: string[] = ['acme']): Promise<void> {
    const { settings } = server.core.tenants.byId(id) ?? {};
    if (!settings) throw new Error(id);
    const changed = {
      ...settings,
      marketplaces: settings.marketplaces.map((one) => ({ ...one, authentication: { ssoEnabled } })),
      sso: names.map((name) => ({
        id: name,
        label: `Entrar com ${name}`,
        icon: `${name}.svg`,
        issuer: peer.issuer,
        clientId: peer.clientId,
        scopes: ['openid', 'profile'],
      })),
    };
    await server.core.db.global.update(tenant).set({ settings: changed }).where(eq(tenant.id, id));
    await server.core.tenants.reload();
  }
  const providers = async (host?: string): Promise<Provider[]> =>
    (await server.call('GET', '/api/sso/marketplace/providers', { host })).json;

  /** What a page and its pop-up do until the provider sends them back. */
  async function begin({
    provider = 'acme',
    redirectUri = CALLBACK,
    host,
    start,
  }: Where & { redirectUri?: string; start?: string | undefined } = {}): Promise<Try> {
    const url = new URL(
      start ?? (await providers(host)).find(({ id }) => id === provider)?.authorizeUrl ?? '',
    );
    const codeVerifier = randomBytes(48).toString('base64url');
    expect(codeVerifier).toHaveLength(64);
    url.searchParams.set('redirect_uri', redirectUri);
    url.searchParams.set('code_challenge', createHash('sha256').update(codeVerifier).digest('base64url'));
    const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
    return {
      redirectUri,
      codeVerifier,
      code: back.searchParams.get('code') ?? '',
      state: back.searchParams.get('state') ?? '',
    };
  }
  const finish = (
    given: object,
    { provider = 'acme', host, origin }: Where & { origin?: string } = {},
  ): Promise<Answer> => server.call('POST', `/auth/sso/${provider}`, { body: given, host, origin });

  return { peer, enable, providers, begin, finish };
}
export type Sso = Awaited<ReturnType<typeof openSso>>;
