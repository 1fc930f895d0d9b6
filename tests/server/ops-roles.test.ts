import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { OpsEvent } from '#contract/ops/orders.ts';
import { Role } from '#contract/ops/role.ts';
import { grantOf, maySend } from '#domain/ops/roles.ts';
import { endpointsOf } from '#server/http/serve.ts';
import { buy, hubId, newClient, pay, uuid } from '#tests/support/buyers.ts';
import { type TestServer, openTestServer } from '#tests/support/server.ts';
import { type Worker, moveTo, opsCall, staffAs } from '#tests/support/staff.ts';

/** The table of the study once more and by hand, with what the code of a grant is. */
const table: Record<string, string> = {
  self: '✓✓✓✓',
  'orders.read': '✓✓✓m',
  'orders.ask': '✓✓✓–',
  'orders.move': '✓✓––',
  'orders.reschedule': '✓✓✓–',
  'orders.decide': '✓✓––',
  handover: '✓✓––',
  'money.read': '✓✓––',
  'money.settle': 'SS––',
  pauses: '✓✓––',
  'staff.read': '✓–––',
  'staff.write': 'S–––',
  'audit.read': '✓oo–',
};
const signs = { yes: '✓', masked: 'm', own: 'o', stepUp: 'S', no: '–' } as const;

describe('who may do what', () => {
  it.each(Object.entries(table))('%s: %s', (action, row) => {
    const named = action as Parameters<typeof grantOf>[1]; // a key of the table
    expect(Role.options.map((role) => signs[grantOf(role, named)]).join('')).toBe(row);
  });
  it('lets support reschedule and ask, and whoever looks send nothing', () => {
    const sent = (role: Role) => OpsEvent.options.filter((event) => maySend(role, event));
    expect(sent('OWNER')).toEqual(OpsEvent.options);
    expect(sent('OPERATOR')).toEqual(OpsEvent.options);
    expect(sent('SUPPORT')).toEqual(['delivery.rescheduled', 'cancellation.requested']);
    expect(sent('VIEWER')).toEqual([]);
  });
});

describe('the door of every call', () => {
  let server: TestServer;
  let orderId: string;
  let chargeId: string;
  const calls = () => endpointsOf(server.app).filter(({ audience }) => audience === 'staff');
  const bodies: Record<string, object> = {
    staffStepUp: { code: '000000' },
    sendOpsEvent: { type: 'order.delivered', version: 1 },
    sendOpsEvents: { type: 'cancellation.requested', orders: [{ id: uuid(), version: 1 }] },
    findHandover: { code: '000000' },
    confirmCharge: { endToEndId: `E${'0'.repeat(31)}`, amount: 0.01, paidAt: '2026-01-01T00:00:00.000Z' },
    settleRefund: { returnId: `D${'0'.repeat(31)}`, at: '2026-01-01T00:00:00.000Z' },
    inviteStaff: { name: '', contact: 'x@loja.example', role: 'VIEWER' },
    startPause: { reason: 'Chuva' },
  };
  const named = ({ path }: Endpoint) => {
    const id = path.startsWith('/api/ops/orders') ? orderId : path.includes('/charges') ? chargeId : uuid();
    return path
      .replace('/api/ops', '')
      .replace('{id}', id)
      .replace('{photoId}', uuid())
      .replace('{kind}', 'campaign');
  };
  const ask = async (who: Worker, endpoint: Endpoint): Promise<string> => {
    const body = bodies[endpoint.name];
    const { status, json } = await opsCall(
      server,
      who,
      endpoint.method,
      named(endpoint),
      body ? { body } : {},
    );
    return status < 400 ? 'done' : json.code;
  };
  /** What a call answers that got through its door. */
  const inside: Record<string, string> = {
    staffStepUp: 'INVALID_CODE',
    sendOpsEvent: 'VERSION',
    findHandover: 'HANDOVER_CODE',
    readOpsReturnPhoto: 'NOT_FOUND',
    confirmCharge: 'AMOUNT',
    settleRefund: 'NOT_FOUND',
    retryRefund: 'NOT_FOUND',
    inviteStaff: 'MALFORMED',
    removeStaff: 'NOT_FOUND',
    resetFactors: 'NOT_FOUND',
    endStaffSessions: 'NOT_FOUND',
    startPause: 'NOT_FOUND',
    endPause: 'NOT_FOUND',
  };

  beforeAll(async () => {
    server = await openTestServer('postgres');
    const { order } = await buy(server, await newClient(server));
    orderId = order.id;
    const owner = await staffAs(server, 'OWNER');
    const { json } = await opsCall(server, owner, 'GET', '/money');
    chargeId = json.charges[0].id;
  });
  afterAll(() => server.close());
  const asked = () => calls().filter(({ name }) => name !== 'opsStream');

  it.each(Role.options)(
    'lets %s through as the table says, here and not at other hubs or shops',
    async (role) => {
      const [here, clube] = [await staffAs(server, role), await staffAs(server, role, 'clube.localhost')];
      const found: string[] = [];
      const expected: string[] = [];
      const note = (where: string, { name }: Endpoint, is: string, should: string) => {
        found.push(`${where} ${name} ${is}`);
        expected.push(`${where} ${name} ${should}`);
      };
      const isShut = ({ action = 'self' }: Endpoint) => grantOf(role, action) === 'no';
      const through = (one: Endpoint) => {
        // An event has an action of its own inside.
        if (one.name === 'sendOpsEvent' && !maySend(role, 'order.delivered')) return 'ROLE';
        return inside[one.name] ?? 'done';
      };
      const aboutHub = new Set(['readOpsOrder', 'readOpsReturnPhoto', 'sendOpsEvent', 'confirmCharge']);
      for (const one of asked()) note('here', one, await ask(here, one), isShut(one) ? 'ROLE' : through(one));
      await moveTo(server, here, [hubId()]);
      for (const one of asked().filter(({ name }) => aboutHub.has(name)))
        note('own hub', one, await ask(here, one), isShut(one) ? 'ROLE' : through(one));
      await moveTo(server, here, [uuid()]);
      for (const one of asked().filter(({ name }) => aboutHub.has(name)))
        note('other hub', one, await ask(here, one), isShut(one) ? 'ROLE' : 'NOT_FOUND');
      await moveTo(server, here, null);
      for (const one of asked()) {
        note('other shop', one, await ask({ ...here, host: 'clube.localhost' }, one), 'UNAUTHENTICATED');
        if (aboutHub.has(one.name))
          note('their own shop', one, await ask(clube, one), isShut(one) ? 'ROLE' : 'NOT_FOUND');
      }
      await server.shift(301);
      for (const one of asked().filter(({ action }) => action && grantOf(role, action) === 'stepUp'))
        note('later', one, await ask(here, one), 'FRESH_PROOF');
      expect(found).toEqual(expected);
    },
  );

  it('knows the outcome of every call', () => {
    const names = calls().map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(17);
    expect([...Object.keys(bodies), ...Object.keys(inside)].filter((name) => !names.includes(name))).toEqual(
      [],
    );
    expect(calls().filter(({ action }) => !action)).toEqual([]);
  });

  it('is open to no event of a role that may not send it', async () => {
    const nara = await staffAs(server, 'SUPPORT');
    const { order } = await buy(server, await newClient(server));
    await pay(server, order.code);
    const { version } = (await opsCall(server, nara, 'GET', `/orders/${order.id}`)).json;
    const send = (type: string) =>
      opsCall(server, nara, 'POST', `/orders/${order.id}/events`, { body: { type, version } });
    expect((await send('preparation.started')).json.code).toBe('ROLE');
    expect((await send('order.canceled')).json.code).toBe('ROLE');
    expect((await send('cancellation.requested')).json.code).toBe('ILLEGAL_EVENT');
    const many = { type: 'preparation.started', orders: [{ id: order.id, version }] };
    expect((await opsCall(server, nara, 'POST', '/orders/events', { body: many })).json.code).toBe('ROLE');
  });
});
