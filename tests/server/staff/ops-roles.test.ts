import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { OpsEvent } from '#contract/ops/orders.ts';
import { Role } from '#contract/ops/role.ts';
import { grantOf, maySend } from '#domain/ops/roles.ts';
import { endpointsOf } from '#server/http/serve.ts';
import { buy, hubId, newClient, pay, uuid } from '#tests/support/buyers.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';
import { deskRows } from '#tests/support/orders/desk-rows.ts';
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
  'money.approve': 'SS––',
  pauses: '✓✓––',
  tickets: '✓✓✓–',
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
  let partId: string;
  let chargeId: string;
  let code: string;
  const calls = () => endpointsOf(server.app).filter(({ audience }) => audience === 'staff');
  /**
   * Every call of the contract: what it is sent, what it answers inside its door, and what of it is another hub's.
   * `hidden`: of other hubs it says that it is not there; `own`: it leaves them out; `shop`: it is about no hub;
   * `whole`: it is for those alone who work at all hubs, and `nobody` so too, but says that it is not there.
   * `of`: the row that its path names, which is there, so that only a check can say that it is not.
   */
  type Row = {
    body?: () => object;
    is?: string;
    hub: 'hidden' | 'own' | 'shop' | 'whole' | 'nobody';
    of?: () => string;
  };
  let there: Awaited<ReturnType<typeof deskRows>>;
  const rows: Record<string, Row> = {
    staffStepUp: { body: () => ({ code: '000000' }), is: 'INVALID_CODE', hub: 'shop' },
    readMe: { hub: 'shop' },
    readBoard: { hub: 'own' },
    listOpsOrders: { hub: 'own' },
    readOpsOrder: { hub: 'hidden', of: () => orderId },
    readOpsReturnPhoto: { hub: 'hidden', of: () => there.returnedId },
    revealPerson: {
      body: () => ({ field: 'phone', reason: 'Ligar sobre a entrega.' }),
      hub: 'hidden',
      of: () => orderId,
    },
    sendOpsEvent: {
      body: () => ({ type: 'order.delivered', version: 1 }),
      is: 'VERSION',
      hub: 'hidden',
      of: () => orderId,
    },
    sendOpsEvents: {
      body: () => ({ type: 'cancellation.requested', orders: [{ id: orderId, version: 1 }] }),
      hub: 'own',
    },
    findHandover: { body: () => ({ code: '000000' }), is: 'HANDOVER_CODE', hub: 'own' },
    opsStream: { hub: 'shop' },
    readMoney: { hub: 'own' },
    confirmCharge: {
      body: () => ({ endToEndId: `E${'0'.repeat(31)}`, amount: 0.01, paidAt: '2026-01-01T00:00:00.000Z' }),
      is: 'AMOUNT',
      hub: 'hidden',
      of: () => chargeId,
    },
    settleRefund: {
      body: () => ({ returnId: `D${'0'.repeat(31)}`, at: '2026-01-01T00:00:00.000Z' }),
      is: 'ILLEGAL_EVENT',
      hub: 'hidden',
      of: () => there.refundId,
    },
    retryRefund: { is: 'ILLEGAL_EVENT', hub: 'hidden', of: () => there.refundId },
    // Whoever works at some hubs only is refused: a part of the list adds up to nothing.
    readMoneyDays: { hub: 'whole' },
    // So too: what is counted is of no hub.
    readFunnel: { hub: 'whole' },
    resolveStray: {
      body: () => ({ how: 'absent', reason: 'Não está no extrato.' }),
      is: 'ILLEGAL_EVENT',
      hub: 'nobody',
      of: () => there.strayId,
    },
    approve: { is: 'AMOUNT', hub: 'hidden', of: () => there.approvalId },
    refuseApproval: {
      body: () => ({ reason: 'Não confere.' }),
      hub: 'hidden',
      of: () => there.approvalId,
    },
    openDispute: {
      body: () => ({
        endToEndId: there.transfer,
        amount: 10_000,
        openedAt: '2026-01-01T00:00:00.000Z',
      }),
      is: 'AMOUNT',
      hub: 'hidden',
      of: () => there.transfer,
    },
    changeDispute: {
      body: () => ({ how: 'kept', reason: 'O banco recusou.' }),
      is: 'ILLEGAL_EVENT',
      hub: 'hidden',
      of: () => there.disputeId,
    },
    listStaff: { hub: 'shop' },
    inviteStaff: {
      body: () => ({ name: '', contact: 'x@loja.example', role: 'VIEWER' }),
      is: 'MALFORMED',
      hub: 'shop',
    },
    endStaffSessions: { hub: 'shop', of: () => there.colleagueId },
    removeStaff: { hub: 'shop', of: () => there.colleagueId },
    resetFactors: { hub: 'shop', of: () => there.colleagueId },
    readAudit: { hub: 'shop' },
    readTicket: { is: 'NOT_FOUND', hub: 'shop' },
    readPauses: { hub: 'own' },
    startPause: { body: () => ({ reason: 'Chuva' }), hub: 'hidden', of: () => there.hubId },
    endPause: { hub: 'hidden', of: () => there.hubId },
  };
  const rowOf = ({ name }: Endpoint): Row => {
    const row = rows[name];
    if (!row) throw new Error(`${name} has no row: what is it sent, and what of it is another hub's?`);
    return row;
  };
  const named = (one: Endpoint) =>
    one.path
      .replace('/api/ops', '')
      .replace('{id}', rowOf(one).of ?? (() => ''))
      .replace('{code}', '0123456789')
      .replace('{photoId}', there.photoId)
      .replace('{kind}', 'hub');
  const send = async (who: Worker, endpoint: Endpoint) => {
    if (rowOf(endpoint).of) await there.renew();
    const body = rowOf(endpoint).body?.();
    return opsCall(server, who, endpoint.method, named(endpoint), body ? { body } : {});
  };
  const outcomeOf = ({ status, json }: Awaited<ReturnType<typeof send>>): string =>
    status < 400 ? 'done' : json.code;

  beforeAll(async () => {
    server = await openTestServer('postgres');
    const { order } = await buy(server, await newClient(server));
    orderId = order.id;
    code = order.code;
    const owner = await staffAs(server, 'OWNER');
    const { json } = await opsCall(server, owner, 'GET', '/money');
    chargeId = json.charges[0].id;
    there = await deskRows(server, { orderId, chargeId });
    partId = (await opsCall(server, owner, 'GET', `/orders/${orderId}`)).json.parts[0].childId;
  });
  afterAll(() => server.close());
  // What the stream sends has no end, so it is not waited for here.
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
      const inside = (one: Endpoint) => {
        if (isShut(one)) return 'ROLE';
        // An event has an action of its own inside.
        if (one.name === 'sendOpsEvent' && !maySend(role, 'order.delivered')) return 'ROLE';
        return rowOf(one).is ?? 'done';
      };
      const absent = (one: Endpoint, isAbsent: boolean) =>
        isAbsent && !isShut(one) ? 'NOT_FOUND' : inside(one);
      const isWhole = (one: Endpoint) => rowOf(one).hub === 'whole';
      const atOwnHub = (one: Endpoint) => (isWhole(one) ? 'ROLE' : absent(one, rowOf(one).hub === 'nobody'));
      const atOtherHub = (one: Endpoint) =>
        isWhole(one) ? 'ROLE' : absent(one, ['hidden', 'nobody'].includes(rowOf(one).hub));
      const inOtherShop = (one: Endpoint) => absent(one, rowOf(one).of !== undefined);
      /** Each call as somebody who may not know the order: it is not there, or left out of what is told. */
      const askBeyond = async (where: string, who: Worker, should: (one: Endpoint) => string) => {
        for (const one of asked()) {
          const answer = await send(who, one);
          note(where, one, outcomeOf(answer), should(one));
          if (answer.status >= 400 || rowOf(one).hub === 'shop') continue;
          // The ids that were sent come back with each result: of the order, its refusal is all that is told.
          const told =
            one.name === 'sendOpsEvents'
              ? answer.json.results.filter(({ problem }: { problem?: object }) => !problem)
              : answer.json;
          for (const id of [
            orderId,
            partId,
            chargeId,
            code,
            there.returnedId,
            there.approvalId,
            there.colleagueId,
          ])
            note(where, one, JSON.stringify(told).includes(id) ? 'tells' : 'keeps', 'keeps');
        }
      };
      for (const one of asked()) note('here', one, outcomeOf(await send(here, one)), inside(one));
      await moveTo(server, here, [hubId()]);
      for (const one of asked()) note('own hub', one, outcomeOf(await send(here, one)), atOwnHub(one));
      await moveTo(server, here, [uuid()]);
      await askBeyond('other hub', here, atOtherHub);
      await moveTo(server, here, null);
      for (const one of asked())
        note(
          'other shop',
          one,
          outcomeOf(await send({ ...here, host: 'clube.localhost' }, one)),
          'UNAUTHENTICATED',
        );
      await askBeyond('their own shop', clube, inOtherShop);
      await there.reopen();
      await server.shift(301);
      for (const one of asked().filter(({ action }) => action && grantOf(role, action) === 'stepUp'))
        note('later', one, outcomeOf(await send(here, one)), 'FRESH_PROOF');
      expect(found).toEqual(expected);
    },
  );

  it('tells of the order where it may be known, so that keeping it elsewhere says something', async () => {
    const rui = await staffAs(server, 'OPERATOR');
    await moveTo(server, rui, [hubId()]);
    const telling = [];
    for (const one of asked().filter((call) => rowOf(call).hub === 'own' && call.method === 'GET'))
      if (JSON.stringify((await send(rui, one)).json).includes(orderId)) telling.push(one.name);
    expect(telling.toSorted()).toEqual(['listOpsOrders', 'readMoney']);
    await moveTo(server, rui, null);
  });

  it('has a row for every call and for nothing else, and each call an action', () => {
    expect(Object.keys(rows).toSorted()).toEqual(
      calls()
        .map(({ name }) => name)
        .toSorted(),
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
