import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measurement } from '#server/db/schema/measurement.ts';
import type { FunnelState } from '#contract/ops/funnel.ts';
import { hubId, newClient, newLead, signIn } from '#tests/support/buyers.ts';
import { type Worker, moveTo, opsCall, staffAs } from '#tests/support/staff.ts';
import {
  type Answer,
  type Call,
  type TestServer,
  engines,
  openTestServer,
} from '#tests/support/store/server.ts';

describe.each(engines)('measurement on %s', (engine) => {
  let server: TestServer;
  const lines: string[] = [];
  beforeAll(async () => {
    server = await openTestServer(engine, { lines });
  });
  afterAll(() => server.close());

  const allow = (who: Call, granted = true) =>
    server.call('PUT', '/api/users/consents', {
      ...who,
      body: { purpose: 'measurement', granted, version: '1' },
    });
  const tell = (who: Call, ...events: unknown[]) =>
    server.call('POST', '/api/measurement/events', { ...who, body: { events } });
  const rows = () =>
    server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(measurement)
        .where(eq(measurement.tenantId, 'client'))
        .orderBy(measurement.day, measurement.name, measurement.value),
    );
  const counts = async () => (await rows()).map(({ name, value, count }) => [name, value, count]);
  const signedIn = { name: 'signIn', method: 'SMS' };

  it('PRV-03 takes nothing before somebody says yes, nor after they took it back', async () => {
    const lead = { leadSecret: (await newLead(server)).leadSecret };
    expect((await tell(lead, signedIn)).json).toMatchObject({ status: 422, code: 'CONSENT' });
    await allow(lead);
    expect((await tell(lead, signedIn)).status).toBe(204);
    await allow(lead, false);
    expect((await tell(lead, signedIn)).json.code).toBe('CONSENT');
    expect((await tell({}, signedIn)).json.code).toBe('UNAUTHENTICATED');
    expect(await counts()).toEqual([['signIn', 'SMS', 1]]);
  });

  it('PRV-05 counts by day under the literal names, and keeps nothing that says who', async () => {
    const client = await newClient(server);
    const who = { bearer: client.bearer };
    await allow(who);
    const event = { ...signedIn, userId: client.userId, phone: client.phone, email: 'marina@exemplo.com' };
    expect(
      (
        await tell(
          who,
          event,
          event,
          { name: 'sms_verification_timer', seconds: 12.4 },
          { name: 'sms_verification_timer', seconds: 19 },
          { name: 'screens', stateId: 'orderPendingPayment', orderCode: 'X' },
          { name: 'purchase', step: 'placed' },
        )
      ).status,
    ).toBe(204);
    expect(await counts()).toEqual([
      ['purchase', 'placed', 1],
      ['screens', 'orderPendingPayment', 1],
      ['signIn', 'SMS', 3],
      ['sms_verification_timer', '20', 2],
    ]);
    const [first] = await rows();
    expect(Object.keys(first ?? {}).sort()).toEqual(['count', 'day', 'name', 'tenantId', 'value']);
    for (const trace of [client.userId, client.accountId, client.phone, 'marina'])
      expect(JSON.stringify(await rows())).not.toContain(trace);
    expect(lines.join('')).not.toContain('sms_verification_timer');
  });

  describe('of the checkout', () => {
    const CONFIRMED = { name: 'checkout', event: 'order.submitted', entered: ['placing', 'placing.posting'] };
    const stay = (state: string, stood: number) => ({ state, stood });
    const checkout = async () =>
      (await counts()).filter(([name]) => String(name).startsWith('checkout.')).map((row) => row.join(' '));
    const funnel = (who: Worker, days: number) => opsCall(server, who, 'GET', `/funnel?days=${days}`);
    const stateIn = ({ json }: Answer, path: string) =>
      json.states.find(({ state }: FunnelState) => state === path) as FunnelState | undefined;

    it('counts states, causes and steps of time, and nothing before a yes', async () => {
      const who = { bearer: (await signIn(server)).bearer };
      const event = { ...CONFIRMED, left: [stay('confirmation.reviewing', 4), stay('confirmation', 5)] };
      expect((await tell(who, event)).json.code).toBe('CONSENT');
      expect(await checkout()).toEqual([]);
      await allow(who);
      expect((await tell(who, event, event)).status).toBe(204);
      expect(await checkout()).toEqual([
        'checkout.entered placing 2',
        'checkout.entered placing.posting 2',
        'checkout.left confirmation order.submitted 2',
        'checkout.left confirmation.reviewing order.submitted 2',
        'checkout.stayed confirmation 5 2',
        'checkout.stayed confirmation.reviewing 4 2',
      ]);
    });

    it('counts what the chart has, and no state or cause besides', async () => {
      const who = { bearer: (await signIn(server)).bearer };
      await allow(who);
      const before = await checkout();
      for (const event of [
        { name: 'checkout', event: 'page.left', left: [stay('formerly.ready', 1)], entered: ['formerly'] },
        { name: 'checkout', event: 'made.up', left: [stay('payment', 1)], entered: [] },
        // Of the chart, and nothing that the payment hears.
        { name: 'checkout', event: 'relock.asked', left: [stay('payment', 1)], entered: [] },
      ])
        expect((await tell(who, event)).status).toBe(204);
      expect(await checkout()).toEqual(before);
    });

    it('is told to the whole staff of the shop, without causes and times of fewer than five', async () => {
      const viewer = await staffAs(server, 'VIEWER');
      const client = { bearer: (await signIn(server)).bearer };
      expect(stateIn(await funnel(viewer, 7), 'confirmation')).toEqual({
        state: 'confirmation',
        entries: 0,
        exits: 2,
        median: null,
        causes: [],
        isShort: true,
      });
      await allow(client);
      const gone = { name: 'checkout', event: 'page.left', left: [stay('confirmation', 7)], entered: [] };
      await tell(client, ...Array.from({ length: 6 }, () => gone));
      expect((await funnel(viewer, 7)).json.states[0]).toEqual({
        state: 'confirmation',
        entries: 0,
        exits: 8,
        median: { from: 60, to: 120 },
        causes: [{ event: 'page.left', count: 6 }],
        isShort: true,
      });
      expect((await funnel(viewer, 8)).json.code).toBe('MALFORMED');
      const clube = await staffAs(server, 'OWNER', 'clube.localhost');
      expect((await funnel(clube, 90)).json.states).toEqual([]);
      await moveTo(server, viewer, [hubId()]);
      expect((await funnel(viewer, 7)).json.code).toBe('ROLE');
      await moveTo(server, viewer, null);
      expect((await server.call('GET', '/api/ops/funnel', client)).status).toBe(401);
    });

    it('looks back as many days as are asked for', async () => {
      await server.shift(7 * 86_400);
      const viewer = await staffAs(server, 'VIEWER');
      expect((await funnel(viewer, 7)).json.states).toEqual([]);
      expect(stateIn(await funnel(viewer, 30), 'confirmation')?.exits).toBe(8);
    });
  });

  it('loses no count when many come at once', async () => {
    const people = await Promise.all(
      [0, 1, 2, 3].map(async () => ({ bearer: (await signIn(server)).bearer })),
    );
    for (const who of people) await allow(who);
    const events = [
      { name: 'screens', stateId: 'home' },
      { name: 'screens', stateId: 'cart' },
      { name: 'purchase', step: 'cart' },
    ];
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        tell(people[n % 4] ?? {}, ...(n % 2 ? events : events.toReversed())),
      ),
    );
    expect((await counts()).filter(([, value]) => ['home', 'cart'].includes(String(value)))).toEqual([
      ['purchase', 'cart', 40],
      ['screens', 'cart', 40],
      ['screens', 'home', 40],
    ]);
  });

  it('takes only what it knows, and no more than a person can do', async () => {
    const who = { bearer: (await signIn(server)).bearer };
    await allow(who);
    for (const event of [
      { name: 'login' },
      { name: 'signIn' },
      { name: 'signIn', method: '+5511987654321' },
      { name: 'screens', stateId: 'a@b.c' },
      { name: 'screens', stateId: '12345678909' },
      { name: 'sms_verification_timer', seconds: -1 },
      { name: 'purchase', step: 'x' },
      { name: 'checkout', event: 'page.left', left: [{ state: 'payment', stood: 14 }], entered: [] },
      { name: 'checkout', event: 'page.left', left: [], entered: ['payment of 12345678909'] },
      { name: 'checkout', event: 'a@b.c', left: [], entered: ['payment'] },
      'signIn',
    ])
      expect([event, (await tell(who, event)).json.code]).toEqual([event, 'MALFORMED']);
    for (const many of [0, 51])
      expect((await tell(who, ...Array.from({ length: many }, () => signedIn))).json.code).toBe('MALFORMED');
    for (let n = 0; n < 20; n++)
      expect((await tell(who, ...Array.from({ length: 50 }, () => signedIn))).status).toBe(204);
    expect((await tell(who, signedIn)).json.code).toBe('TOO_MANY_REQUESTS');
  });

  it('is kept for four hundred days', async () => {
    await server.shift(399 * 86_400);
    await server.sweep();
    expect((await rows()).length).toBeGreaterThan(0);
    await server.shift(2 * 86_400);
    await server.sweep();
    expect(await rows()).toEqual([]);
  });
});
