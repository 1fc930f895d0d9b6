import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measurement } from '#server/db/schema/measurement.ts';
import { newClient, newLead, signIn } from '#tests/support/buyers.ts';
import { type Call, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

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
