import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buy, newClient, uuid } from '#tests/support/buyers.ts';
import { type Worker, moveTo, opsCall, staffAs } from '#tests/support/staff.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('what is masked of an order’s people on %s', (engine) => {
  let server: TestServer;
  let rui: Worker;
  let ana: Worker;
  let viewer: Worker;
  let order: { id: string; code: string };
  const read = async (who: Worker): Promise<Answer['json']> =>
    (await opsCall(server, who, 'GET', `/orders/${order.id}`)).json;
  const reveal = (who: Worker, field: string, reason = 'Ligar sobre a entrega.', id = order.id) =>
    opsCall(server, who, 'POST', `/orders/${id}/reveal`, { body: { field, reason } });

  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    rui = await staffAs(server, 'OPERATOR');
    viewer = await staffAs(server, 'VIEWER');
    ana = await staffAs(server, 'OWNER');
    ({ order } = await buy(server, await newClient(server)));
  });
  afterAll(() => server.close());

  it('is shown one field at a time for a reason, which stays in the record with who looked', async () => {
    const { buyer, revealable } = await read(rui);
    expect(buyer.phone).toMatch(/•/);
    expect(revealable).toContain('phone');
    expect((await reveal(rui, 'phone', '  ')).json.code).toBe('MALFORMED');
    expect((await reveal(rui, 'address')).json.code).toBe('MALFORMED');
    const { status, json } = await reveal(rui, 'phone');
    expect([status, json.value.slice(-4)]).toEqual([200, buyer.phone.slice(-4)]);
    expect(json.value).not.toMatch(/•/);
    expect((await opsCall(server, ana, 'GET', '/audit')).json.content[0]).toMatchObject({
      action: 'person.revealed',
      target: order.code,
      data: { field: 'phone', reason: 'Ligar sobre a entrega.' },
    });
    // It is masked for the next look.
    expect((await read(rui)).buyer.phone).toBe(buyer.phone);
  });

  it('is nothing for whoever may only look, nor for people of another hub', async () => {
    expect((await read(viewer)).revealable).toEqual([]);
    expect((await reveal(viewer, 'phone')).json.code).toBe('ROLE');
    await moveTo(server, rui, [uuid()]);
    expect((await reveal(rui, 'phone')).json.code).toBe('NOT_FOUND');
    await moveTo(server, rui, null);
    expect((await reveal(rui, 'phone', 'x', uuid())).json.code).toBe('NOT_FOUND');
    // Nobody else receives this one.
    expect((await reveal(rui, 'recipientPhone')).json.code).toBe('NOT_FOUND');
  });

  it('is shown sixty times an hour to one person, and to the others still', async () => {
    const support = await staffAs(server, 'SUPPORT');
    for (let at = 0; at < 60; at++) expect((await reveal(support, 'phone')).status).toBe(200);
    const { json } = await reveal(support, 'phone');
    expect(json).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect((await reveal(ana, 'phone')).status).toBe(200);
  });
});
