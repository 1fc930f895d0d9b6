import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClient, uuid } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('the chosen store on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());

  it('is kept in the properties of the account, taken back by null, and nothing but an id', async () => {
    const [one, other] = [await newClient(server), await newClient(server)];
    const get = async ({ bearer } = one) =>
      (await server.call('GET', '/api/accounts/client', { bearer })).json as {
        version: number;
        properties: Record<string, unknown>;
      };
    const put = (account: object, marketplaceId: unknown, { properties } = { properties: {} }) =>
      server.call('PUT', '/api/accounts/client', {
        bearer: one.bearer,
        body: { ...account, properties: { ...properties, marketplaceId } },
      });
    const [store] = (await server.call('GET', '/api/operation/marketplaces/public')).json;
    const had = await get();
    expect(had.properties).not.toHaveProperty('marketplaceId');
    expect((await put(had, store.id, had)).json.properties).toEqual({
      ...had.properties,
      marketplaceId: store.id,
    });
    // A change that does not speak of it leaves it; an outdated one is refused.
    const now = await get();
    const { marketplaceId: _, ...rest } = now.properties;
    expect((await put(now, undefined, { properties: rest })).json.properties.marketplaceId).toBe(store.id);
    expect((await put(had, null)).json).toMatchObject({ status: 409, code: 'VERSION' });
    for (const bad of ['emporio', 'x'.repeat(10_000), 7, [uuid()], { id: uuid() }])
      expect((await put(await get(), bad)).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'properties.marketplaceId' }],
      });
    expect((await put(await get(), null)).json.properties.marketplaceId).toBeNull();
    expect((await get()).properties['marketplaceId']).toBeNull();
    expect((await get(other)).properties).not.toHaveProperty('marketplaceId');
  });
});
