import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hold, lockCart, newCart, newLead, orderBody, pickup, place, see } from '#tests/support/buyers.ts';
import { goodsId, kitLine, openKitServer } from '#tests/support/kit-tenants.ts';
import { type TestServer, engines } from '#tests/support/server.ts';
import { opsCall, staffAs } from '#tests/support/staff.ts';

describe.each(engines)('pauses of what is inside a kit on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openKitServer(engine);
  });
  afterAll(() => server.close());

  it('leave nothing of a kit in which it was chosen, and all of one in which it was not', async () => {
    const [rui, lead] = [await staffAs(server, 'OPERATOR'), await newLead(server)];
    const kits = [
      kitLine('cesta', 1, { tomate: 1, manga: 1, banana: 1 }),
      kitLine('soma', 1, { tomate: 1, banana: 1 }),
    ];
    const { json: cart } = await newCart(server, lead, kits, { shippingMethod: pickup() });
    const path = `/pauses/item/${goodsId('manga')}`;
    await opsCall(server, rui, 'PUT', path, { body: { reason: 'Chegou verde' } });
    const { json } = await see(server, lead, `/api/operation/carts/${cart.uuid}`);
    expect(
      json.products.map(({ available, paused }: { available: number; paused?: { reason: string } }) => [
        available > 0,
        paused?.reason,
      ]),
    ).toEqual([
      [false, 'Chegou verde'],
      [true, undefined],
    ]);
    expect((await lockCart(server, lead, cart.uuid)).json).toMatchObject({ detail: 'STOCK' });
  });
  it('are refused of an order that was reserved with it', async () => {
    const [rui, lead] = [await staffAs(server, 'OPERATOR'), await newLead(server)];
    const kits = [kitLine('soma', 1, { tomate: 1, banana: 1 })];
    const { cartUuid, fence } = await hold(server, lead, kits, { shippingMethod: pickup() });
    const path = `/pauses/item/${goodsId('banana')}`;
    await opsCall(server, rui, 'PUT', path, { body: { reason: 'Chegou verde' } });
    expect((await place(server, lead, orderBody(cartUuid, kits, { fence }))).json).toMatchObject({
      code: 'STOCK',
      detail: 'Chegou verde',
    });
  });
});
