import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lead, buy, newLead, pay, see, send } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const HOUR = 3_600;

describe.each(engines)('what the shop is late with on %s', (engine) => {
  let server: TestServer;
  let lead: Lead;
  const lines: string[] = [];
  beforeAll(async () => {
    server = await openTestServer(engine, { lines });
    await server.core.jobs.stop();
    lead = await newLead(server);
  });
  afterAll(() => server.close());
  const alarms = async () =>
    Number(
      /^vitrine_alarms_total\{kind="overdue_order"\} (\d+)$/m.exec(await server.core.metrics.text())?.[1] ??
        0,
    );
  const told = (what: string, id: string) =>
    lines.filter((one) => one.includes(`"${what}"`) && one.includes(id)).length;
  const at = async (code: string) =>
    (await see(server, lead, `/api/operation/orders/code/${code}`)).json.state;
  const prepared = async () => {
    const { order } = await buy(server, lead);
    await pay(server, order.code);
    await send(server, order.code, 'preparation.started');
    return order;
  };
  /** Alarms after this many seconds more. */
  const after = async (seconds: number) => {
    await server.shift(seconds);
    await server.sweep();
    await server.sweep();
    return alarms();
  };

  it('an answer to a wish to cancel after 48 hours, is told to whoever runs it, once, and the order waits on', async () => {
    const before = await alarms();
    const { id, code } = await prepared();
    const answered = await prepared();
    for (const one of [id, answered.id])
      expect(
        (
          await server.call('POST', `/api/operation/orders/order/${one}/events`, {
            leadSecret: lead.leadSecret,
            body: { type: 'cancellation.requested' },
          })
        ).status,
      ).toBe(200);
    await send(server, answered.code, 'cancellation.refused');
    expect(await after(48 * HOUR - 5)).toBe(before);
    await server.shift(6);
    // Whoever reads it first takes nothing from whoever must be told.
    expect(await at(code)).toBe('CANCELLATION_REQUESTED');
    expect(await after(0)).toBe(before + 1);
    expect(await after(48 * HOUR)).toBe(before + 1);
    expect([
      told('answer.overdue', id),
      told('answer.overdue', answered.id),
      await at(code),
      await at(answered.code),
    ]).toEqual([1, 0, 'CANCELLATION_REQUESTED', 'PREPARING']);
    expect((await send(server, code, 'cancellation.accepted')).json.state).toBe('CANCELED');
  });

  it('goods that wait at a stall for longer than it keeps them (two days here) are told as well', async () => {
    const before = await alarms();
    const { id, code } = await prepared();
    const fetched = await prepared();
    for (const one of [code, fetched.code]) await send(server, one, 'pickup.readied');
    await send(server, fetched.code, 'order.delivered');
    expect(await after(48 * HOUR - 5)).toBe(before);
    expect(await after(6)).toBe(before + 1);
    expect([told('pickup.overdue', id), told('pickup.overdue', fetched.id), await at(code)]).toEqual([
      1,
      0,
      'READY_FOR_PICKUP',
    ]);
    expect((await send(server, code, 'order.delivered')).json.state).toBe('COMPLETED');
  });

  it('goods that nobody fetched are called off by the shop, which asks for it, and not by the buyer', async () => {
    const { id, code } = await prepared();
    await send(server, code, 'pickup.readied');
    const asked = await server.call('POST', `/api/operation/orders/order/${id}/events`, {
      leadSecret: lead.leadSecret,
      body: { type: 'cancellation.requested' },
    });
    expect([asked.status, asked.json.code, await at(code)]).toEqual([
      409,
      'ILLEGAL_EVENT',
      'READY_FOR_PICKUP',
    ]);
    expect((await send(server, code, 'cancellation.requested')).json.state).toBe('CANCELLATION_REQUESTED');
    expect((await send(server, code, 'cancellation.accepted')).json.state).toBe('CANCELED');
  });
});
