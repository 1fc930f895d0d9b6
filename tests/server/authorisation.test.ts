import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { refusalsOf } from '#contract/refusals.ts';
import { news as newsTable } from '#server/db/schema/news.ts';
import { returnPhoto } from '#server/db/schema/order.ts';
import { endpointsOf } from '#server/http/serve.ts';
import {
  type Client,
  type Lead,
  buy,
  campaignId,
  itemId,
  line,
  newCart,
  newClient,
  newLead,
  orderBody,
  person,
  pickup,
  putCart,
  uuid,
} from '#tests/support/buyers.ts';
import { newCard } from '#tests/support/cards.ts';
import { namesNobodys, namesThings } from '#tests/support/named-things.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { type Answer, type Call, type TestServer, engines, openTestServer } from '#tests/support/server.ts';

const callers = ['anonymous', 'lead', 'client', 'otherClient', 'otherTenant', 'owner'] as const;
type Caller = (typeof callers)[number];
/** Expected status, or problem code of a refusal, per caller. */
type Row = Record<Caller, number | string> & {
  path: () => string;
  body?: () => unknown;
  headers?: () => Record<string, string>;
};

const everybody = (status: number | string) =>
  Object.fromEntries(callers.map((caller) => [caller, status])) as Record<Caller, number | string>;
/** Anybody, about the caller's own things. */
const signedIn = (status: number | string) => ({
  ...everybody(status),
  anonymous: 'UNAUTHENTICATED',
  lead: 'UNAUTHENTICATED',
  otherTenant: 'UNAUTHENTICATED',
});
const buyers = (status: number | string) => ({ ...signedIn(status), lead: status });
/**
 * One person's thing: for all others it is not there, and for a token of another store nobody is signed in.
 */
const owners = (status: number | string) => ({
  ...everybody('NOT_FOUND'),
  anonymous: 'UNAUTHENTICATED',
  otherTenant: 'UNAUTHENTICATED',
  owner: status,
});

describe.each(engines)('SEC-13 who may do what on %s', (engine) => {
  let server: TestServer;
  let people: Record<Caller, Call>;
  let owner: Client;
  let lead: Lead;
  let order: { id: string; code: string; cartUuid: string };
  let cart: string;
  let otherCart: string;
  let wallet: string;
  let card: string;
  let news: string;
  let photo: string;
  let version = 1;
  let matrix: Record<string, Row>;

  beforeAll(async () => {
    server = await openTestServer(engine);
    owner = await newClient(server);
    const other = await newClient(server);
    const foreign = await newClient(server, { host: 'clube.localhost' });
    lead = await newLead(server);
    const bare = await newClient(server);
    people = {
      anonymous: {},
      lead: { leadSecret: lead.leadSecret },
      client: { bearer: bare.bearer },
      otherClient: { bearer: other.bearer },
      otherTenant: { bearer: foreign.bearer },
      owner: { bearer: owner.bearer },
    };
    const bought = await buy(server, owner, [line('tomate', 1)]);
    order = { ...bought.order, cartUuid: bought.cartUuid };
    cart = (await newCart(server, owner, [line('banana', 1)])).uuid;
    otherCart = (await newCart(server, owner, [line('banana', 2)])).uuid;
    wallet = await newWallet(server, owner.accountId, [[100]]);
    card = (await newCard(server, owner.bearer)).id;
    news = uuid();
    await server.core.db.tenant('client', (tx) =>
      tx.insert(newsTable).values({
        tenantId: 'client',
        id: news,
        subject: `user:${owner.userId}`,
        at: server.core.clock.date(),
        title: 'A',
        text: 'B',
      }),
    );
    photo = uuid();
    await server.core.db.tenant('client', (tx) =>
      tx.insert(returnPhoto).values({
        tenantId: 'client',
        id: photo,
        orderId: order.id,
        type: 'image/png',
        data: 'iVBORw0KGgo=',
        at: server.core.clock.date(),
      }),
    );
    const at = campaignId();
    const place = 'latitude=-23.55&longitude=-46.68';
    matrix = {
      sendSmsCode: {
        path: () => '/api/users/authenticate/sms',
        body: () => ({
          phone: `+55119${String(10_000_000 + Math.floor(server.core.clock.now() % 1e6) * 10 + count())}`,
        }),
        ...everybody(201),
      },
      sendEmailCode: {
        path: () => '/api/users/authenticate/email',
        body: () => ({ email: `m${count()}@exemplo.com` }),
        ...everybody(201),
      },
      sendIntranetCode: {
        path: () => '/api/users/authenticate/intranet',
        body: () => ({ identification: `T-${count()}` }),
        ...everybody('NOT_FOUND'),
      },
      createUser: {
        path: () => '/api/users',
        body: () => ({ email: `w${count()}@exemplo.com` }),
        ...everybody('NOT_FOUND'),
      },
      login: {
        path: () => '/auth/login',
        body: () => ({ username: owner.phone, password: '000000' }),
        ...everybody('EXPIRED_CODE'),
      },
      renew: {
        path: () => '/auth/renew',
        body: () => ({ refreshToken: 'stolen' }),
        ...everybody('TOKEN_REVOKED'),
      },
      logout: { path: () => '/auth/logout', ...everybody(204) },
      activateUser: { path: () => '/api/users/activate', ...signedIn(200) },
      currentUser: { path: () => '/api/users', ...signedIn(200) },
      getAccount: { path: () => '/api/accounts/client', ...signedIn(200) },
      updateAccount: { path: () => '/api/accounts/client', body: () => person, ...signedIn(200) },
      createAccount: {
        path: () => `/api/accounts/client/user/${owner.userId}`,
        body: () => person,
        ...everybody('SIGNUP_GRANT'),
      },
      verifyLogin: {
        path: () => '/api/users/verification/login',
        body: () => ({ key: 'EMAIL', value: `v${count()}@exemplo.com` }),
        ...signedIn(200),
      },
      updateLogin: {
        path: () => '/api/users/update/login',
        body: () => ({ key: 'EMAIL', value: `u${count()}@exemplo.com`, code: '123456' }),
        ...signedIn('EXPIRED_CODE'),
      },
      exportAccount: { path: () => '/api/accounts/client/export', ...signedIn(200) },
      // Not asked here: it ends whoever asks. tests/server/erasure.test.ts has its own rows.
      deleteAccount: { path: () => '', ...everybody(204) },
      listConsents: { path: () => '/api/users/consents', ...buyers(200) },
      setConsent: {
        path: () => '/api/users/consents',
        body: () => ({ purpose: 'push', granted: true, version: '1' }),
        ...buyers(200),
      },
      pushKey: { path: () => '/api/push/key', ...everybody(200) },
      // No test of this matrix has keys for push: tests/server/push.test.ts has them.
      subscribePush: {
        path: () => '/api/users/push',
        body: () => ({
          endpoint: 'https://fcm.googleapis.com/x',
          keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
        }),
        ...buyers('NOT_FOUND'),
      },
      unsubscribePush: {
        path: () => '/api/users/push',
        body: () => ({ endpoint: 'https://fcm.googleapis.com/x' }),
        ...buyers(204),
      },
      listNews: { path: () => '/api/users/messages', ...buyers(200) },
      readNews: { path: () => `/api/users/messages/${news}/read`, ...owners(200) },
      measure: {
        path: () => '/api/measurement/events',
        body: () => ({ events: [{ name: 'signIn', method: 'SMS' }] }),
        ...buyers('CONSENT'),
      },
      listSsoProviders: { path: () => '/api/sso/marketplace/providers', ...everybody(200) },
      ssoLogin: {
        path: () => '/auth/sso/acme',
        body: () => ({
          redirectUri: 'http://feira.localhost/sso/callback',
          code: 'x',
          codeVerifier: 'v'.repeat(64),
          state: 'x',
        }),
        ...everybody('SSO_FAILED'),
      },
      createLead: { path: () => '/api/users/leads', body: () => ({}), ...everybody(201) },
      // A visitor's record is for its secret alone; a bearer opens none.
      updateLead: {
        path: () => '/api/users/leads',
        body: () => ({ name: 'X' }),
        ...everybody('NOT_FOUND'),
        lead: 200,
      },
      getLead: { path: () => `/api/users/leads/${lead.leadId}`, ...everybody('NOT_FOUND'), lead: 200 },
      listPublicCampaigns: { path: () => '/api/operation/campaigns/public', ...everybody(200) },
      listAccountCampaigns: {
        path: () => `/api/operation/campaigns/account/within?${place}`,
        ...signedIn(200),
      },
      listLeadCampaigns: {
        path: () => `/api/operation/campaigns/lead/${lead.leadId}/within?${place}`,
        ...everybody('NOT_FOUND'),
        lead: 200,
      },
      campaignByName: {
        path: () => '/api/operation/campaigns/byName/semana',
        ...everybody(200),
        otherTenant: 'UNAUTHENTICATED',
      },
      campaignAccess: {
        path: () => `/api/accounts/access/campaignAccess/${at}`,
        ...everybody(200),
        otherTenant: 'UNAUTHENTICATED',
      },
      listRelations: { path: () => '/api/accounts/relations/client', ...signedIn(204) },
      checkAccessKey: {
        path: () => '/api/accounts/access/campaign/check/multiple/accesskey',
        body: () => ({ accessKey: 'nothing' }),
        ...signedIn('INVALID_KEY'),
      },
      checkLeadAccessKey: {
        path: () => `/api/accounts/access/campaign/check/multiple/accesskey/lead/${lead.leadId}`,
        body: () => ({ accessKey: 'nothing' }),
        ...everybody('NOT_FOUND'),
        lead: 'INVALID_KEY',
      },
      listHubs: { path: () => `/api/operation/hubs/campaign/${at}`, ...everybody(200) },
      catalogPreview: {
        path: () => `/api/operation/catalog/campaign/${at}/preview/public`,
        ...everybody(200),
      },
      listCatalogItems: {
        path: () => `/api/operation/catalog/campaign/${at}/items/preview/public`,
        ...everybody(200),
      },
      catalogItem: {
        path: () => `/api/operation/catalog/campaign/${at}/item/${itemId('manga')}/public`,
        ...everybody(200),
      },
      listMarketplaceItems: {
        path: () => '/api/operation/catalog/marketplace/items/preview/public',
        ...everybody(200),
      },
      listItems: { path: () => `/api/operation/item/list/${at}`, ...everybody(200) },
      listChildren: {
        path: () => `/api/operation/catalog/campaign/${at}/items/${itemId('manga')}/children/preview`,
        ...everybody(200),
      },
      catalogInventory: { path: () => `/api/operation/catalog/${at}/inventory`, ...everybody(200) },
      listMarketplaces: { path: () => '/api/operation/marketplaces/public', ...everybody(200) },
      lookUpPostalCode: { path: () => '/ws/05435000/json', ...everybody(200) },
      listDocuments: { path: () => '/api/documents/defaults', ...everybody(200) },
      getDocument: { path: () => '/api/documents/defaults/others', ...everybody(200) },
      getCart: { path: () => `/api/operation/carts/${cart}`, ...owners(200) },
      newestCart: { path: () => '/api/operation/carts', ...signedIn(204), owner: 200 },
      putCart: {
        path: () => `/api/operation/carts/${cart}`,
        body: () => ({ version: version++, products: [line('banana', 1)], shippingMethod: pickup() }),
        ...owners(200),
      },
      getQuote: { path: () => `/api/operation/orders/quote/${cart}`, ...owners(200) },
      lockCart: { path: () => `/api/operation/orders/lock/${cart}`, ...owners(200) },
      unlockCart: { path: () => `/api/operation/orders/lock/${otherCart}`, ...owners(204) },
      placeOrder: {
        path: () => '/api/operation/orders/v2/PICKUP',
        body: () => orderBody(order.cartUuid, [line('tomate', 1)]),
        ...owners('ORDERED'),
      },
      sendOrderEvent: {
        path: () => `/api/operation/orders/order/${order.id}/events`,
        body: () => ({ type: 'cancellation.requested' }),
        ...owners('ILLEGAL_EVENT'),
      },
      applyCoupon: {
        path: () => '/api/operation/orders/coupon/apply?code=NADA',
        body: () => ({ uuid: cart }),
        ...owners('COUPON_REFUSED'),
      },
      updateOrder: {
        path: () => `/api/operation/orders/order/${order.id}`,
        body: () => ({ userName: 'Marina' }),
        ...owners(200),
      },
      listOrderChildren: { path: () => `/api/operation/orders/code/${order.code}/child`, ...owners(200) },
      setOrderUser: {
        path: () => `/api/operation/orders/code/${order.code}/user`,
        body: () => ({ name: 'Marina' }),
        ...owners(201),
      },
      listWallets: { path: () => '/api/operation/wallets', ...signedIn(200) },
      walletBalance: {
        path: () => `/api/operation/wallets/${wallet}/balance`,
        ...owners(200),
        lead: 'UNAUTHENTICATED',
      },
      walletStatement: {
        path: () => `/api/operation/wallets/${wallet}/statement`,
        ...owners(200),
        lead: 'UNAUTHENTICATED',
      },
      getOrder: { path: () => `/api/operation/orders/order/${order.id}`, ...owners(200) },
      listLeadOrders: {
        path: () => `/api/operation/orders/lead/${lead.leadId}`,
        ...everybody('NOT_FOUND'),
        lead: 200,
      },
      sendReturnPhoto: {
        path: () => `/api/operation/orders/order/${order.id}/photos`,
        body: () => ({ photo: 'A'.repeat(16) }),
        ...owners('ILLEGAL_EVENT'),
      },
      getReturnPhoto: {
        path: () => `/api/operation/orders/order/${order.id}/photos/${photo}`,
        ...owners(200),
      },
      listOrders: { path: () => '/api/operation/orders', ...buyers(200) },
      listOpenOrders: { path: () => '/api/operation/orders/filtered', ...buyers(200) },
      pageOrders: { path: () => '/api/operation/orders/pageable', ...buyers(200) },
      orderByCode: { path: () => `/api/operation/orders/code/${order.code}`, ...owners(200) },
      publicOrder: { path: () => `/api/operation/orders/code/${order.code}/public`, ...everybody(200) },
      sendOrderProof: {
        path: () => `/api/operation/orders/code/${order.code}/proof`,
        body: () => ({ key: 'EMAIL' }),
        ...everybody('TOO_MANY_CODES'),
        anonymous: 201,
      },
      openOrder: {
        path: () => `/api/operation/orders/code/${order.code}/open`,
        body: () => ({ code: '000000' }),
        ...everybody('EXPIRED_CODE'),
      },
      followOrder: { path: () => `/api/operation/orders/follow/${order.id}`, ...owners(200) },
      listPaymentMethods: { path: () => `/api/payments/methods?cartUuid=${cart}`, ...owners(200) },
      createIntent: {
        path: () => '/api/payments/intents',
        body: () => ({ orderCode: order.code }),
        ...owners('ILLEGAL_EVENT'),
      },
      listCards: { path: () => '/api/payments/cards', ...signedIn(200) },
      createCardIntent: { path: () => '/api/payments/cards/intents', ...signedIn(201) },
      saveCard: {
        path: () => '/api/payments/cards',
        body: () => ({ clientSecret: 'x'.repeat(40) }),
        ...signedIn('NOT_FOUND'),
      },
      deleteCard: { path: () => `/api/payments/cards/${card}`, ...owners(204), lead: 'UNAUTHENTICATED' },
      pixCode: { path: () => `/api/pix/qrcode?id=${order.code}`, ...owners(200) },
      // Last of the writes: after it the order is canceled.
      cancelOrder: { path: () => `/api/operation/orders/cancel/${order.id}`, ...owners(204) },
      pixWebhook: {
        path: () => '/api/webhooks/pix',
        body: () => ({
          id: uuid(),
          type: 'pix.paid',
          txid: 'x',
          endToEndId: 'x',
          amount: 1,
          receiver: 'x',
          at: '2026-01-01T00:00:00.000Z',
        }),
        ...everybody('UNAUTHENTICATED'),
      },
      cardWebhook: {
        path: () => '/api/webhooks/card',
        body: () => ({ id: 'x', type: 'x', data: { object: { id: 'x' } } }),
        ...everybody('UNAUTHENTICATED'),
      },
      // Not answered here: it does not end. tests/server/stream.test.ts has its own rows.
      stream: { path: () => '', ...everybody(200) },
      // Registered in the sandbox only, for whoever tests (code.test.ts has them absent elsewhere).
      listMessages: { path: () => '/sandbox/messages', ...everybody(200) },
      payPix: { path: () => '/sandbox/pix/0000000000000000/pay', ...everybody('NOT_FOUND') },
      advanceOrder: {
        path: () => '/sandbox/orders/0000000000000000/events',
        body: () => ({ type: 'order.canceled' }),
        ...everybody('NOT_FOUND'),
      },
      tokeniseCard: {
        path: () => '/sandbox/acquirer/tokens',
        body: () => ({ number: '4242424242424242', holder: 'A', expMonth: 1, expYear: 2030, cvv: '123' }),
        ...everybody(201),
      },
      confirmCard: {
        path: () => '/sandbox/acquirer/confirm',
        body: () => ({ clientSecret: 'x'.repeat(40), cvv: '123' }),
        ...everybody('NOT_FOUND'),
      },
      answerChallenge: {
        path: () => '/sandbox/acquirer/challenge',
        body: () => ({ clientSecret: 'x'.repeat(40), passed: true }),
        ...everybody('NOT_FOUND'),
      },
      judgeReview: {
        path: () => '/sandbox/acquirer/reviews/0000000000000000',
        body: () => ({ approved: true }),
        ...everybody('NOT_FOUND'),
      },
      readShopClock: { path: () => '/sandbox/clock', ...everybody(200) },
      setClock: { path: () => '/sandbox/clock', body: () => ({ offsetSeconds: 0 }), ...everybody(200) },
      resetSandbox: { path: () => '', ...everybody(204) },
      becomePersona: { path: () => '/sandbox/personas/visitor', ...everybody(200) },
    };
  });
  afterAll(() => server.close());
  let counted = 0;
  const count = () => ++counted;
  // One does not end, the others take away what the rest needs; each has tests of its own.
  const unasked = new Set(['stream', 'resetSandbox', 'deleteAccount', 'logout']);
  const called = (endpoint: Endpoint, row: Row, call: Call): Promise<Answer> =>
    server.call(endpoint.method, row.path(), { ...call, ...(row.body ? { body: row.body() } : {}) });

  it('is said for every registered call', () => {
    expect(Object.keys(matrix).sort()).toEqual(
      endpointsOf(server.app)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('is so for everybody', async () => {
    const endpoints = endpointsOf(server.app).toSorted(
      (a, b) => Number(a.name === 'cancelOrder') - Number(b.name === 'cancelOrder'),
    );
    const found: string[] = [];
    const expected: string[] = [];
    for (const endpoint of endpoints.filter(({ name }) => !unasked.has(name)))
      for (const caller of callers) {
        const row = matrix[endpoint.name];
        if (!row) continue;
        // Each write names the version that is current, so that a refusal is about the person.
        if (endpoint.name === 'putCart') version = 1;
        const answer = await called(endpoint, row, people[caller]);
        expected.push(`${endpoint.name} ${caller} ${row[caller]}`);
        found.push(
          `${endpoint.name} ${caller} ${answer.json?.code && answer.status >= 400 ? answer.json.code : answer.status}`,
        );
        if (answer.status >= 400)
          expect([endpoint.name, refusalsOf(endpoint).includes(answer.json.code)]).toEqual([
            endpoint.name,
            true,
          ]);
      }
    expect(found).toEqual(expected);
  });

  /**
   * Calls that name a thing of somebody. Found in the contract, so that a new call is asked without being
   * listed.
   */
  const named = () =>
    endpointsOf(server.app).filter(
      (endpoint) =>
        endpoint.audience !== 'internal' &&
        namesThings(endpoint).length > 0 &&
        !Object.hasOwn(namesNobodys, endpoint.name),
    );
  /**
   * The answer to a call as it stands in the matrix, and to the same one about things that are not there;
   * without what differs each time.
   */
  async function askedTwice(endpoint: Endpoint, call: Call): Promise<[Answer, string, string]> {
    const row = matrix[endpoint.name];
    if (!row) throw new Error(`${endpoint.name} has no row`);
    const ids = [
      cart,
      otherCart,
      wallet,
      card,
      news,
      order.id,
      order.cartUuid,
      lead.leadId,
      owner.userId,
      campaignId(),
      itemId('manga'),
    ];
    const absent = (text: string) =>
      ids.reduce((now, id) => now.replaceAll(id, uuid()), text.replaceAll(order.code, '0'.repeat(16)));
    const [path, body] = [row.path(), row.body?.()];
    const real = await server.call(endpoint.method, path, {
      ...call,
      ...(body === undefined ? {} : { body }),
    });
    const missing = await server.call(endpoint.method, absent(path), {
      ...call,
      ...(body === undefined ? {} : { body: absent(JSON.stringify(body)) }),
    });
    const seen = ({ status, json, headers }: Answer) =>
      JSON.stringify([
        status,
        { ...json, requestId: '' },
        [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'set-cookie'),
      ]);
    return [real, seen(real), seen(missing)];
  }

  it('is asked of every call that names a thing, or it is said why not', () => {
    const registered = endpointsOf(server.app)
      .filter((endpoint) => namesThings(endpoint).length > 0)
      .map(({ name }) => name);
    expect(Object.keys(namesNobodys).filter((name) => !registered.includes(name))).toEqual([]);
    expect(named().length).toBeGreaterThanOrEqual(37);
  });

  it("SEC-13 makes foreign and missing things look alike, in every call that is one person's", async () => {
    const personal = named().filter(
      ({ name }) => matrix[name]?.otherClient === 'NOT_FOUND' && matrix[name]?.owner !== 'NOT_FOUND',
    );
    expect(personal.length).toBeGreaterThanOrEqual(22);
    for (const endpoint of personal) {
      const [, foreign, missing] = await askedTwice(endpoint, people.otherClient);
      expect([endpoint.name, foreign]).toEqual([endpoint.name, missing]);
    }
  });

  it('SEC-23 shows nothing of one store at another, whatever is named by somebody who is signed in there', async () => {
    const clube = await newClient(server, { host: 'clube.localhost' });
    const call = { bearer: clube.bearer, host: 'clube.localhost' };
    for (const endpoint of named()) {
      const [{ json }, foreign, missing] = await askedTwice(endpoint, call);
      // A visitor's record is for a visitor's secret, and a company store has no visitors.
      expect([
        endpoint.name,
        endpoint.audience === 'lead' && json?.code === 'UNAUTHENTICATED' ? 'NOT_FOUND' : json?.code,
      ]).toEqual([endpoint.name, 'NOT_FOUND']);
      expect([endpoint.name, foreign]).toEqual([endpoint.name, missing]);
    }
    expect((await server.call('GET', '/api/operation/orders', call)).json).toEqual([]);
    expect(
      (
        await server.call(
          'GET',
          `/api/operation/orders/pageable?campaignIds=${campaignId()}&searchText=${order.code}`,
          call,
        )
      ).json.content,
    ).toEqual([]);
    const { json } = await server.call('GET', '/api/operation/campaigns/public', call);
    expect(json.map((one: { id: string }) => one.id)).not.toContain(campaignId());
  });

  it('SEC-16 gives no content of a company store without sign-in', async () => {
    const host = 'clube.localhost';
    const visitor = await newLead(server, host);
    const there = campaignId('semana', 'clube');
    const paths = [
      '/api/operation/campaigns/public',
      '/api/operation/campaigns/byName/semana',
      `/api/accounts/access/campaignAccess/${there}`,
      `/api/operation/hubs/campaign/${there}`,
      `/api/operation/catalog/campaign/${there}/preview/public`,
      `/api/operation/catalog/campaign/${there}/items/preview/public`,
      `/api/operation/catalog/campaign/${there}/item/${itemId('manga', 'semana', 'clube')}/public`,
      '/api/operation/catalog/marketplace/items/preview/public',
      `/api/operation/item/list/${there}`,
      `/api/operation/catalog/campaign/${there}/items/${itemId('manga', 'semana', 'clube')}/children/preview`,
      `/api/operation/catalog/${there}/inventory`,
      `/api/operation/campaigns/lead/${visitor.leadId}/within?latitude=-23.55&longitude=-46.68`,
      '/api/operation/campaigns/account/within?latitude=-23.55&longitude=-46.68',
    ];
    const covered = endpointsOf(server.app).filter(
      ({ method, path }) => method === 'GET' && /\/(campaigns|catalog|hubs|access|item)\b/.test(path),
    );
    expect(paths).toHaveLength(covered.length);
    const { bearer } = people.owner;
    for (const path of paths)
      for (const call of [
        {},
        { leadSecret: visitor.leadSecret },
        ...(bearer === undefined ? [] : [{ bearer }]),
      ]) {
        const answer = await server.call('GET', path, { host, ...call });
        expect([path, answer.status, answer.json.code]).toEqual([path, 401, 'UNAUTHENTICATED']);
        expect(answer.text).not.toMatch(/semana|tomate/i);
      }
    const key = { host, leadSecret: visitor.leadSecret, body: { accessKey: 'x' } };
    for (const path of ['', `/lead/${visitor.leadId}`])
      expect(
        (await server.call('POST', `/api/accounts/access/campaign/check/multiple/accesskey${path}`, key)).json
          .code,
      ).toBe('UNAUTHENTICATED');
    const member = await newClient(server, { host });
    for (const path of paths.filter((one) => !one.includes('/lead/')))
      expect([path, (await server.call('GET', path, member)).status]).toEqual([path, 200]);
    // Nor does what a member saw come out of the cache.
    for (const path of paths) expect((await server.call('GET', path, { host })).status).toBe(401);
    expect((await putCart(server, { leadSecret: visitor.leadSecret, host }, uuid(), 0, [])).json.code).toBe(
      'UNAUTHENTICATED',
    );
  });

  it('SEC-24 cannot be changed by the spelling of a path', async () => {
    const spellings = (path: string) => [
      `/${path}`,
      path.replace('/api/', '/api//'),
      path.replace('/api/', '/api/./'),
      path.replace('/api/', '/public/..;/api/'),
      path.replaceAll('/', '%2f').replace('%2f', '/'),
      `${path};public`,
      `${path}/`,
      path.toUpperCase(),
      path.replace('/api/', '/api%252f'),
      `${path}%00`,
      path.replace('/api', '\\api'),
      `${path}/public`,
      `${path}/../public`,
    ];
    const closed = endpointsOf(server.app).filter(
      ({ name }) => matrix[name]?.anonymous === 'UNAUTHENTICATED' && !name.endsWith('Webhook'),
    );
    expect(closed.length).toBeGreaterThan(35);
    // Some are, once read, the path of a call that is open to all.
    const open = endpointsOf(server.app)
      .filter(({ audience }) => audience === 'public')
      .map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`));
    const isOpen = (spelling: string) =>
      open.some((one) => one.test(new URL(`http://feira.localhost${spelling}`).pathname));
    for (const { name, method } of closed) {
      const [path = ''] = (matrix[name]?.path() ?? '').split('?');
      for (const spelling of spellings(path).filter((one) => !isOpen(one)))
        expect([method, spelling, [401, 404].includes((await server.call(method, spelling)).status)]).toEqual(
          [method, spelling, true],
        );
    }
  });
});
