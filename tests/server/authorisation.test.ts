import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { refusalsOf } from '#contract/refusals.ts';
import { endpointsOf } from '#server/http/serve.ts';
import { goodsRows } from '#tests/support/authority/goods.ts';
import { opsRows } from '#tests/support/authority/ops.ts';
import { orderRows } from '#tests/support/authority/orders.ts';
import { peopleRows } from '#tests/support/authority/people.ts';
import { type Row, type Rows, callers } from '#tests/support/authority/row.ts';
import { sandboxRows } from '#tests/support/authority/sandbox.ts';
import { type Things, thingsOf } from '#tests/support/authority/things.ts';
import { campaignId, itemId, newClient, newLead, putCart, uuid } from '#tests/support/buyers.ts';
import { namesNobodys, namesThings } from '#tests/support/named-things.ts';
import {
  type Answer,
  type Call,
  type TestServer,
  engines,
  openTestServer,
} from '#tests/support/store/server.ts';

describe.each(engines)('SEC-13 who may do what on %s', (engine) => {
  let server: TestServer;
  let things: Things;
  let matrix: Rows;
  beforeAll(async () => {
    server = await openTestServer(engine);
    things = await thingsOf(server);
    matrix = {
      ...peopleRows(things),
      ...goodsRows(things),
      ...orderRows(things),
      ...opsRows(server),
      ...sandboxRows,
    };
  });
  afterAll(() => server.close());
  // One does not end, the others take away what the rest needs; each has tests of its own.
  const unasked = new Set(['stream', 'resetSandbox', 'fillBoard', 'deleteAccount', 'logout']);
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
        if (endpoint.name === 'putCart') things.cartVersion = 1;
        const answer = await called(endpoint, row, things.people[caller]);
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
        endpoint.audience !== 'staff' &&
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
    const { cart, otherCart, wallet, card, news, alert, order, lead, owner } = things;
    const ids = [
      cart,
      otherCart,
      wallet,
      card,
      news,
      alert,
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
      const [, foreign, missing] = await askedTwice(endpoint, things.people.otherClient);
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
          `/api/operation/orders/pageable?campaignIds=${campaignId()}&searchText=${things.order.code}`,
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
      `/api/operation/campaigns/${there}/alerts`,
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
    const { bearer } = things.people.owner;
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
    for (const { name, method, audience } of closed) {
      // A call that anybody may make for some things says of a name that is none that it is none.
      const refused = audience === 'optional' ? [400, 401, 404] : [401, 404];
      const [path = ''] = (matrix[name]?.path() ?? '').split('?');
      for (const spelling of spellings(path).filter((one) => !isOpen(one)))
        expect([method, spelling, refused.includes((await server.call(method, spelling)).status)]).toEqual([
          method,
          spelling,
          true,
        ]);
    }
  });
});
