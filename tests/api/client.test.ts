import { EmptyAnswer } from '#api/answer.ts';
import { catalogItem, listCatalogItems } from '#contract/catalog.ts';
import { getCart, putCart } from '#contract/cart.ts';
import { createAccount, currentUser } from '#contract/people/account.ts';
import { createLead, updateLead } from '#contract/people/lead.ts';
import { updateLogin } from '#contract/people/contact.ts';
import { login, logout, renew } from '#contract/people/session.ts';
import { listOrders } from '#contract/order/order-calls.ts';
import { ApiProblem, NetworkFault, isProblem } from '#contract/problem.ts';
import { client, json } from '#tests/support/api-client.ts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

const uuid = '0190a000-0000-7000-8000-000000000001';
const user = { id: uuid, activated: true, signedUp: true, roles: ['CLIENT'] };
const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 600 };
const problem = (code: string, status: number, more: object = {}) =>
  json({ type: 'about:blank', title: 'x', status, code, retryable: false, requestId: 'q', ...more }, status);

describe('what a call carries', () => {
  it('names the app and its version', async () => {
    const { client: api, sent } = client([json(user)], { bearer: () => 'token' });
    await api.call(currentUser);
    expect(sent[0]?.headers.get('X-App')).toBe('client');
    expect(sent[0]?.headers.get('X-App-Version')).toBe('5.1.31');
  });
  it('sends the bearer to calls of clients and to no exempt call', async () => {
    const { client: api, sent } = client([json(tokens)], { bearer: () => 'token', leadSecret: () => 'lead' });
    await api.call(login, { body: { username: 'a@b.com', password: '123456' } });
    await api.call(renew, { body: {} });
    await api.call(createLead, { body: {} }).catch(() => undefined);
    await api.call(currentUser).catch(() => undefined);
    expect(sent.map((request) => request.headers.get('Authorization'))).toEqual([
      null,
      null,
      null,
      'Bearer token',
    ]);
    // With the sign-in goes who came as a visitor, so that their keys go on.
    expect(sent.map((request) => request.headers.get('X-Lead-Secret'))).toEqual(['lead', null, null, null]);
  });
  it('sends the bearer to the shelves of a company store, and to them alone', async () => {
    for (const [isClosed, bearer] of [
      [true, 'Bearer token'],
      [false, null],
    ] as const) {
      const { client: api, sent } = client([json({})], { bearer: () => 'token', isClosed });
      await api.call(listCatalogItems, { params: { id: 'feira' }, query: {} }).catch(() => undefined);
      await api.call(renew, { body: {} }).catch(() => undefined);
      expect(sent.map((request) => request.headers.get('Authorization'))).toEqual([bearer, null]);
    }
  });
  it('proves a visitor by the lead secret, and a client beside it only where the call names it', async () => {
    const visitor = client([json({})], { leadSecret: () => 'lead' });
    await visitor.client.call(getCart, { params: { uuid } }).catch(() => undefined);
    await visitor.client.call(updateLead, { body: {} }).catch(() => undefined);
    expect(visitor.sent.map((request) => request.headers.get('X-Lead-Secret'))).toEqual(['lead', 'lead']);
    const buyer = client([json({})], { leadSecret: () => 'lead', bearer: () => 'token' });
    await buyer.client.call(listOrders).catch(() => undefined);
    await buyer.client
      .call(putCart, { params: { uuid }, body: { version: 0, products: [] } })
      .catch(() => undefined);
    expect(buyer.sent.map((request) => request.headers.get('X-Lead-Secret'))).toEqual([null, 'lead']);
  });
  it('waits with what is a person’s own until it is known who is here, and with nothing else', async () => {
    const known = Promise.withResolvers<void>();
    let bearer: string | null = null;
    const { client: api, sent } = client([json(user)], {
      settled: () => known.promise,
      bearer: () => bearer,
      leadSecret: () => 'lead',
    });
    const own = api.call(listOrders).catch(() => undefined);
    // Each of these is sent after the same turns of the loop.
    await api.call(renew, { body: {} }).catch(() => undefined);
    await api.call(currentUser, { headers: { Authorization: 'Bearer found' } });
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(['/auth/renew', '/api/users']);
    bearer = 'token';
    known.resolve();
    await own;
    expect(sent[2]?.headers.get('Authorization')).toBe('Bearer token');
  });
  it('is not sent while nobody says who is here', async () => {
    const { client: api, sent } = client([json(user)], {
      settled: () => Promise.reject(new NetworkFault('no answer')),
    });
    await expect(api.call(listOrders)).rejects.toBeInstanceOf(NetworkFault);
    expect(sent).toEqual([]);
  });
  it('sends the sign-up grant to the account creation alone', async () => {
    const { client: api, sent } = client([json({})], {
      signupGrant: () => 'grant',
      bearer: () => 'token',
      leadSecret: () => 'lead',
    });
    await api
      .call(createAccount, { params: { userId: uuid }, query: { lead_id: uuid }, body: { name: 'Ana' } })
      .catch(() => undefined);
    await api.call(currentUser).catch(() => undefined);
    expect(
      sent.map((request) => [
        request.headers.get('X-Signup-Grant'),
        request.headers.get('Authorization'),
        request.headers.get('X-Lead-Secret'),
      ]),
    ).toEqual([
      ['grant', null, 'lead'],
      [null, 'Bearer token', null],
    ]);
    expect(sent[0]?.url).toBe(`http://shop.test/api/accounts/client/user/${uuid}?lead_id=${uuid}`);
  });
  it('encodes parameters of the path and repeats lists of the query', async () => {
    const { client: api, sent } = client([json({})]);
    await api
      .call(listCatalogItems, {
        params: { id: 'a/b?c' },
        query: { tags: ['frutas', 'sem açúcar'], size: '2' },
      })
      .catch(() => undefined);
    expect(sent[0]?.url).toBe(
      'http://shop.test/api/operation/catalog/campaign/a%2Fb%3Fc/items/preview/public?tags=frutas&tags=sem+a%C3%A7%C3%BAcar&size=2',
    );
  });
  it('refuses to leave a parameter of the path empty', async () => {
    const { client: api, sent } = client([json({})]);
    await expect(api.call(catalogItem, { params: { id: 'feira', itemId: '' } })).rejects.toThrow(
      'catalogItem needs itemId',
    );
    expect(sent).toHaveLength(0);
  });
});

describe('a refused token', () => {
  it('is renewed once and the call repeated once', async () => {
    const renewals: string[] = [];
    const { client: api, sent } = client([problem('TOKEN_EXPIRED', 401), json(user)], {
      bearer: () => 'old',
      renew: (spent) => (renewals.push(spent), Promise.resolve('new')),
    });
    await expect(api.call(currentUser)).resolves.toMatchObject({ id: uuid });
    expect(renewals).toEqual(['old']);
    expect(sent.map((request) => request.headers.get('Authorization'))).toEqual(['Bearer old', 'Bearer new']);
  });
  it('is not tried a third time', async () => {
    const { client: api, sent } = client(
      [problem('TOKEN_EXPIRED', 401)],
      { bearer: () => 'old', renew: () => Promise.resolve('new') },
      { retries: true },
    );
    await expect(api.call(currentUser)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(sent).toHaveLength(2);
  });
  it('SEC-08 asks for no renewal when another call has renewed it meanwhile', async () => {
    let bearer = 'old';
    const { client: api, sent } = client([problem('TOKEN_EXPIRED', 401), json(user)], {
      bearer: () => bearer,
      renew: () => Promise.reject(new Error('asked')),
    });
    const answer = api.call(currentUser);
    bearer = 'new';
    await expect(answer).resolves.toMatchObject({ id: uuid });
    expect(sent[1]?.headers.get('Authorization')).toBe('Bearer new');
  });
  it('passes the refusal on when the sign-in is over', async () => {
    const { client: api, sent } = client([problem('TOKEN_REVOKED', 401)], { bearer: () => 'old' });
    await expect(api.call(currentUser)).rejects.toMatchObject({ code: 'TOKEN_REVOKED', status: 401 });
    expect(sent).toHaveLength(1);
  });
  it('becomes a fault, not a refusal, when nobody answers the renewal', async () => {
    const { client: api } = client([problem('TOKEN_EXPIRED', 401)], {
      bearer: () => 'old',
      renew: () => Promise.reject(new NetworkFault('offline')),
    });
    await expect(api.call(currentUser)).rejects.toBeInstanceOf(NetworkFault);
  });
  it.each(['INVALID_CODE', 'EXPIRED_CODE', 'TOO_MANY_ATTEMPTS'] as const)(
    'is not renewed for %s of somebody who is signed in: a second call would cost a second try',
    async (code) => {
      const renewals: string[] = [];
      const { client: api, sent } = client([problem(code, 401), problem(code, 401)], {
        bearer: () => 'token',
        renew: (spent) => (renewals.push(spent), Promise.resolve('new')),
      });
      const body = { key: 'EMAIL', value: 'a@exemplo.com', code: '123456' } as const;
      await expect(api.call(updateLogin, { body })).rejects.toMatchObject({ code });
      expect([sent.length, renewals]).toEqual([1, []]);
    },
  );
  it('is not renewed for a wrong code at sign-in', async () => {
    const { client: api, sent } = client([problem('INVALID_CODE', 401, { attemptsLeft: 3 })], {
      bearer: () => 'old',
      renew: () => Promise.resolve('new'),
    });
    const fault = await api
      .call(login, { body: { username: 'a@b.com', password: '000000' } })
      .catch((error: unknown) => error);
    expect(isProblem(fault, 'INVALID_CODE') && fault.problem.attemptsLeft).toBe(3);
    expect(sent).toHaveLength(1);
  });
});

describe('answers and faults', () => {
  it('reads 204 as nothing', async () => {
    await expect(
      client([new Response(null, { status: 204 })]).client.call(logout, { body: {} }),
    ).resolves.toBeUndefined();
  });
  it('takes an empty answer where the contract allows one, and else for what a renewal must know', async () => {
    const mayBeNobody = { ...currentUser, response: v.nullable(currentUser.response) };
    await expect(client([json(null)]).client.call(mayBeNobody)).resolves.toBeNull();
    for (const empty of [json(null), json({}), new Response('', { status: 200 })])
      await expect(client([empty]).client.call(currentUser)).rejects.toBeInstanceOf(EmptyAnswer);
    await expect(client([json({ id: 1 })]).client.call(currentUser)).rejects.not.toBeInstanceOf(EmptyAnswer);
  });
  it('keeps what a problem says', async () => {
    const fault = await client([problem('LOCK', 409, { detail: 'STOCK', current: { uuid } })])
      .client.call(currentUser)
      .catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ApiProblem);
    expect(fault).toMatchObject({ code: 'LOCK', problem: { detail: 'STOCK', current: { uuid } } });
  });
  it('tells a lost connection from a refusal', async () => {
    await expect(client([new TypeError('failed to fetch')]).client.call(currentUser)).rejects.toBeInstanceOf(
      NetworkFault,
    );
  });
  const strange: [string, Response][] = [
    ['a page of a hotel', new Response('<html>', { status: 200 })],
    ['half a body', new Response('{"id":"0190', { status: 200 })],
    ['an empty body', new Response('', { status: 200 })],
    ['a body of another shape', json({ id: 7 })],
    ['an unknown code', problem('NEVER_HEARD', 418)],
    ['a gateway error', new Response('bad gateway', { status: 502 })],
  ];
  for (const [name, response] of strange)
    it(`takes ${name} for no answer of ours`, async () => {
      await expect(
        client([response], { bearer: () => 'token', renew: () => Promise.resolve(null) }).client.call(
          currentUser,
        ),
      ).rejects.toBeInstanceOf(NetworkFault);
    });
  for (const [status, code] of [
    [404, 'NOT_FOUND'],
    [429, 'TOO_MANY_REQUESTS'],
    [503, 'UNAVAILABLE'],
    [401, 'UNAUTHENTICATED'],
  ] as const)
    it(`names a bare ${status} ${code}`, async () => {
      await expect(client([new Response('', { status })]).client.call(currentUser)).rejects.toMatchObject({
        code,
      });
    });
});
