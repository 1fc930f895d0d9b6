import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lead, line, lockCart, newCart, newLead } from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('the least sum of an order on %s', (engine) => {
  let server: TestServer;
  let lead: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    lead = await newLead(server);
  });
  afterAll(() => server.close());

  it('is met by exactly that sum, and not by a cent less', async () => {
    const { subTotal } = (await newCart(server, lead, [line('tomate', 3)])).json.totals;
    const lockWith = async (minTotal: number) => {
      const restore = await alterCampaign(server, {
        body: { cartControls: { minTotal, discountRules: [] } },
      });
      const { uuid } = await newCart(server, lead, [line('tomate', 3)]);
      const { status, json } = await lockCart(server, lead, uuid);
      await restore();
      return status === 200 ? status : json.detail;
    };
    expect(await lockWith(subTotal)).toBe(200);
    expect(await lockWith(Math.round(subTotal * 100 + 1) / 100)).toBe('LIMIT');
  });
});
