import { campaignsActors, warmCampaigns } from '#actors/campaigns.ts';
import { codeActors } from '#actors/person/code.ts';
import { loginActors } from '#actors/person/login.ts';
import { marketplaceActors } from '#actors/marketplace.ts';
import { postalCodeActors } from '#actors/place/postal-code.ts';
import { productActors } from '#actors/product.ts';
import { sessionActors } from '#actors/person/session.ts';
import { signupActors } from '#actors/person/signup.ts';
import type { TabMessage } from '#actors/tabs.ts';
import { createRenewal } from '#actors/person/tokens.ts';
import { NetworkFault } from '#contract/problem.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { account, noon, tokens, user, uuid } from '../support/samples.ts';
import { campaign, preview } from '../machines/samples.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the campaigns port', () => {
  const point = { latitude: -23.5, longitude: -46.6 };
  it('asks for what fits who asks: public campaigns, those of a visitor, those of a client', async () => {
    const { api, asked } = apiOf({
      'GET /api/operation/campaigns/public': [campaign(1)],
      [`GET /api/operation/campaigns/lead/${uuid(9)}/within`]: [],
      'GET /api/operation/campaigns/account/within': [],
    });
    const { loadCampaigns } = campaignsActors(api, () => noon);
    expect(await run(loadCampaigns, { who: { kind: 'visitor' }, point })).toMatchObject({
      campaigns: [{ id: campaign(1).id }],
      now: noon,
    });
    await run(loadCampaigns, { who: { kind: 'lead', id: uuid(9) }, point });
    await run(loadCampaigns, { who: { kind: 'client' }, point });
    expect(asked).toEqual([
      'GET /api/operation/campaigns/public',
      `GET /api/operation/campaigns/lead/${uuid(9)}/within?latitude=-23.5&longitude=-46.6`,
      'GET /api/operation/campaigns/account/within?latitude=-23.5&longitude=-46.6',
    ]);
  });
  it('preloads the details of the campaigns it is told, and hears of no failure', async () => {
    const { api, asked } = apiOf({ 'GET /api/operation/catalog/campaign/b/preview/public': preview(1, []) });
    await warmCampaigns(api, ['a', 'b']);
    expect(asked).toEqual(['a', 'b'].map((id) => `GET /api/operation/catalog/campaign/${id}/preview/public`));
  });
});

describe('ports that look something up', () => {
  it('have null for an item that is not there, and a fault when nobody answers', async () => {
    const input = { campaignId: 'feira', itemId: uuid(1) };
    expect(await run(productActors(apiOf({}).api).loadItem, input)).toBeNull();
    const path = `GET /api/operation/catalog/campaign/feira/item/${uuid(1)}/public`;
    await expect(
      run(productActors(apiOf({ [path]: new TypeError('down') }).api).loadItem, input),
    ).rejects.toBeInstanceOf(NetworkFault);
  });
  it('have null for a postal code that nobody knows, and clean text for one that is known', async () => {
    const found = {
      cep: '70000-001',
      logradouro: 'SQS 308, Bloco A - lado par',
      complemento: '',
      bairro: 'Asa Sul',
      localidade: 'Brasília',
      uf: 'DF',
      semNumero: true,
    };
    const { api } = apiOf({ 'GET /ws/70000001/json': found, 'GET /ws/99999999/json': { erro: true } });
    const { lookUpPostalCode } = postalCodeActors(api);
    expect(await run(lookUpPostalCode, { postalCode: '99999999' })).toBeNull();
    expect(await run(lookUpPostalCode, { postalCode: '1' })).toBeNull();
    expect(await run(lookUpPostalCode, { postalCode: '70000001' })).toMatchObject({
      address: 'SQS 308- Bloco A-lado par',
      streetNumber: 'S/N',
      hasNumber: false,
    });
  });
  it('read the copy of the document store, and do without what it has not', async () => {
    const stores = { 'GET /api/operation/marketplaces/public': [] };
    const { api } = apiOf({
      ...stores,
      'GET /api/documents/defaults': [
        { id: 'snackMessages', data: { logout: 'Até logo, {accountName}' } },
        { id: 'others', data: { helpLabel: 'Ajuda', minVersion: '5.2.0' } },
        { id: 'dialogs', data: { welcome: { id: 'welcome' } } },
      ],
      'GET /api/documents/routes': [{ id: 'pt-br', data: { cart: 'Sacola' } }],
      'GET /api/documents/status': [
        { id: 'PAID', data: { delivered: 'Pago', error: 'Falhou', tone: 'ok', icon: 'check', step: 1 } },
      ],
    });
    const point = { latitude: 1, longitude: 2 };
    expect(await run(marketplaceActors(api).loadMarketplace, { point })).toEqual({
      marketplaces: [],
      documents: {
        snack: { logout: 'Até logo, {accountName}' },
        routes: { cart: 'Sacola' },
        status: { PAID: { delivered: 'Pago', error: 'Falhou', tone: 'ok', icon: 'check', step: 1 } },
        minVersion: '5.2.0',
      },
    });
    expect(await run(marketplaceActors(apiOf(stores).api).loadMarketplace, { point })).toMatchObject({
      documents: { snack: {}, routes: {}, status: {} },
    });
  });
});

describe('the identity ports', () => {
  const alone = { tell: () => undefined, hear: () => () => undefined };
  const renewalWith = (answer: unknown) =>
    createRenewal(apiOf({ 'POST /auth/renew': answer }).api, alone, () => noon, 'lock');
  it('activate, then read the user, then the account', async () => {
    const { api, asked, sent } = apiOf({
      'PUT /api/users/activate': { id: user.id, activated: true },
      'GET /api/users': user,
      'GET /api/accounts/client': account,
    });
    expect(await run(loginActors(api, () => noon).activate, { tokens })).toEqual({ user, account });
    expect(asked).toEqual(['PUT /api/users/activate', 'GET /api/users', 'GET /api/accounts/client']);
    expect(sent.map((request) => request.headers.get('Authorization'))).toEqual(
      Array(3).fill('Bearer access'),
    );
  });
  it('send a code with the country of the phone beside it', async () => {
    const sent = { resendAfter: 60, expiresIn: 300 };
    const answers = {
      'POST /api/users/authenticate/sms': Response.json(sent, { status: 201 }),
      'POST /api/users/authenticate/email': Response.json(sent, { status: 201 }),
    };
    const { api, sent: requests } = apiOf(answers);
    const { sendCode } = codeActors(api, () => noon);
    const contact = { ddi: '55', isoCode: 'BR', phone: null, email: null };
    expect(await run(sendCode, { ...contact, channel: 'phone', phone: '+5511987654321' })).toEqual({
      ...sent,
      at: noon,
    });
    await run(sendCode, { ...contact, channel: 'email', email: 'maria@exemplo.com' });
    expect(await Promise.all(requests.map((request) => request.json()))).toEqual([
      { phone: '+5511987654321', phoneCountryCode: '55', phoneCountryIsoCode: 'BR' },
      { email: 'maria@exemplo.com' },
    ]);
  });
  it('make an account with this browser among its devices, and the grant and the lead that belong to it', async () => {
    const { api, sent } = apiOf({
      [`POST /api/accounts/client/user/${user.id}`]: Response.json(account, { status: 201 }),
    });
    const device = { uniqueId: uuid(8), deviceId: 'web' };
    const creation = {
      userId: user.id,
      signupGrant: 'grant',
      leadId: uuid(7),
      body: {
        name: 'Maria',
        addresses: [],
        properties: { cpf: '52998224725' },
        consents: [{ id: 'terms', version: '1' }],
      },
    };
    expect(await run(signupActors(api, () => device).createAccount, creation)).toEqual(account);
    expect(new URL(sent[0]?.url ?? '').searchParams.get('lead_id')).toBe(uuid(7));
    expect(sent[0]?.headers.get('X-Signup-Grant')).toBe('grant');
    expect(await sent[0]?.json()).toMatchObject({
      properties: { cpf: '52998224725', devices: [device] },
      consents: [{ id: 'terms', version: '1' }],
    });
  });
  it('hear a renewal of another tab with the grant that came with it', async () => {
    let say: (message: TabMessage) => void = () => undefined;
    const tabs = {
      tell: () => undefined,
      hear: (listener: typeof say) => ((say = listener), () => undefined),
    };
    const renewal = createRenewal(apiOf({}).api, tabs, () => noon, 'lock');
    say({ type: 'token.renewed', tokens, signupGrant: 'grant' });
    expect(await renewal(0)).toEqual({ tokens, signupGrant: 'grant' });
  });
  it('take the renewal of another tab that is told only after it let go', async () => {
    const others: ((message: TabMessage) => void)[] = [];
    const tabs = {
      tell: (message: TabMessage) =>
        void setTimeout(() => {
          for (const hear of others) hear(message);
        }, 20),
      hear: (listener: (message: TabMessage) => void) => (others.push(listener), () => undefined),
    };
    const { api, asked } = apiOf({
      'POST /auth/renew': { access_token: 'next', refresh_token: '', expires_in: 600 },
    });
    const [one, two] = [1, 2].map(() => createRenewal(api, tabs, () => noon, 'a lock of two'));
    const [first, second] = await Promise.all([one?.(0), two?.(0)]);
    expect(first?.tokens.accessToken).toBe('next');
    expect(second).toEqual(first);
    expect(asked).toEqual(['POST /auth/renew']);
  });
  it('ask for nobody when there is no token', async () => {
    const { api, asked } = apiOf({ 'GET /api/users': user });
    expect(await run(sessionActors(api, () => Promise.resolve(null)).restoreSession)).toBeNull();
    expect(asked).toEqual([]);
    await expect(run(loginActors(api, () => noon).activate, { tokens: null })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    expect(asked).toEqual([]);
  });
  it('have no renewal when it is refused or yields nothing, and a fault when nobody answers', async () => {
    const revoked = Response.json(
      {
        type: 'about:blank',
        title: 'x',
        status: 401,
        code: 'TOKEN_REVOKED',
        retryable: false,
        requestId: 'q',
      },
      { status: 401 },
    );
    expect(await renewalWith(revoked)(0)).toBeNull();
    for (const empty of ['', 'null', ' {} '])
      expect(await renewalWith(new Response(empty, { status: 200 }))(0)).toBeNull();
    for (const broken of ['{"access_tok', '<html>Bem-vindo ao hotel</html>', '{"access_token":"b"}'])
      await expect(renewalWith(new Response(broken, { status: 200 }))(0)).rejects.toBeInstanceOf(
        NetworkFault,
      );
    expect(await renewalWith({ access_token: '', refresh_token: '', expires_in: 0 })(0)).toBeNull();
    await expect(renewalWith(new TypeError('down'))(0)).rejects.toBeInstanceOf(NetworkFault);
    expect(await renewalWith({ access_token: 'b', refresh_token: 'cookie', expires_in: 600 })(0)).toEqual({
      tokens: { accessToken: 'b', refreshToken: 'cookie', expiresIn: noon + 600_000, timestamp: noon },
      signupGrant: null,
    });
  });
});
