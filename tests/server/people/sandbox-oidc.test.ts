import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import type { Tenant } from '#contract/tenant/tenant.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenant } from '#server/db/schema/shop/tenant.ts';
import { see } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { CALLBACK, failed } from '#tests/support/sso.ts';

describe.each(engines)('the provider of the sandbox on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
    // As the demo shop has it.
    const { sso } = JSON.parse(readFileSync('src/shops/feira/tenant.json', 'utf8')) as Pick<Tenant, 'sso'>;
    const open = server.core.tenants.byClient('client');
    if (!open) throw new Error('there is no open shop');
    const settings = {
      ...open.settings,
      sso: sso.map((one) => ({ ...one, scopes: ['openid'] })),
      marketplaces: open.settings.marketplaces.map((one) => ({
        ...one,
        authentication: { ...one.authentication, ssoEnabled: true },
      })),
    };
    await server.core.db.global.update(tenant).set({ settings }).where(eq(tenant.id, open.id));
    await server.core.tenants.reload();
  });
  afterAll(() => server.close());

  /** Comes to the provider's page as the shop sends people there. */
  async function arrive(redirectUri = CALLBACK) {
    const [way] = (await server.call('GET', '/api/sso/marketplace/providers')).json;
    const codeVerifier = randomBytes(48).toString('base64url');
    const url = new URL(way.authorizeUrl);
    url.searchParams.set('redirect_uri', redirectUri);
    url.searchParams.set('code_challenge', createHash('sha256').update(codeVerifier).digest('base64url'));
    return { way, url, codeVerifier, redirectUri };
  }
  const open = (url: URL, choice = '') =>
    server.app.request(`${url.pathname}${choice}${url.search}`, { headers: { Host: url.host } });
  /** What a page brings back, once somebody has chosen. */
  async function chosen(choice: string) {
    const { url, codeVerifier, redirectUri } = await arrive();
    const answer = await open(url, `/${choice}`);
    const back = new URL(answer.headers.get('location') ?? '');
    const given = Object.fromEntries(back.searchParams);
    const state = url.searchParams.get('state');
    const body = { redirectUri, codeVerifier, code: given['code'] ?? '-', state: given['state'] };
    return {
      answer,
      back,
      given,
      state,
      login: () => server.call('POST', '/auth/sso/conta', { body }),
    };
  }

  it('is offered by the demo shop, on another origin than its own, and parts no window from its opener', async () => {
    const { way, url } = await arrive();
    expect(way).toMatchObject({ id: 'conta', icon: '/media/client/conta.svg' });
    expect(url.hostname).toBe('127.0.0.1');
    const page = await open(url);
    expect([page.status, page.headers.get('cross-origin-opener-policy')]).toEqual([200, 'unsafe-none']);
    expect(await page.text()).toContain('Marina Prado');
    expect((await chosen('client')).answer.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  });
  it('names somebody who is known here, and newcomers, whatever their e-mail says', async () => {
    const known = await (await chosen('client')).login();
    expect([known.status, known.json.signedUp]).toEqual([200, true]);
    expect((await see(server, { bearer: known.json.access_token }, '/api/accounts/client')).json.name).toBe(
      'Marina Prado',
    );
    for (const choice of ['newcomer', 'unverified']) {
      const { json } = await (await chosen(choice)).login();
      expect([choice, json.signedUp, json.signup_grant]).toEqual([choice, false, expect.any(String)]);
    }
  });
  it('refuses, mixes and forgets nothing when it is told to', async () => {
    const refused = await chosen('refused');
    expect(refused.given).toEqual({ state: refused.state, error: 'access_denied' });
    const mixed = await chosen('mixed');
    expect(mixed.given['state']).not.toBe(mixed.state);
    expect((await mixed.login()).json).toMatchObject(failed);
    const twice = await chosen('newcomer');
    expect((await twice.login()).status).toBe(200);
    expect((await twice.login()).json).toMatchObject(failed);
  });
  it('sends nobody elsewhere than to the shop of this machine', async () => {
    for (const elsewhere of [
      'http://mal.exemplo.com/sso/callback',
      'http://localhost:81/sso/callback',
      'http://feira.localhost/other',
      '',
      'javascript:alert(1)',
    ]) {
      const { url } = await arrive(elsewhere);
      expect([elsewhere, (await open(url, '/newcomer')).headers.get('location')]).toEqual([elsewhere, null]);
    }
  });
});
