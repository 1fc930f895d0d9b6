import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpsEvent } from '#contract/ops/orders.ts';
import { OrderEvent, OrderState } from '#contract/order/order.ts';
import { audit } from '#server/db/schema/audit.ts';
import { type Lead, buy, left, newLead, send, setStock } from '#tests/support/buyers.ts';
import { chargesOf } from '#tests/support/orders/charges.ts';
import { historyOf, keepsGoods, rowOf, tell } from '#tests/support/orders/order-events.ts';
import { orderTable as table } from '#tests/support/orders/order-table.ts';
import { staffAs } from '#tests/support/staff.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const paid: OrderEvent[] = ['payment.confirmed'];
const begun: OrderEvent[] = [...paid, 'preparation.started'];
const shipped: OrderEvent[] = [...begun, 'order.shipped'];
const brought: OrderEvent[] = [...shipped, 'order.delivered'];
/** Events that bring a new order (PENDING_PAYMENT) to a state. */
const ways: Partial<Record<OrderState, OrderEvent[]>> = {
  PENDING_PAYMENT: [],
  PAYMENT_REVIEW: ['payment.reviewed'],
  PAYMENT_EXPIRED: ['payment.expired'],
  PAID: paid,
  PREPARING: begun,
  CANCELLATION_REQUESTED: [...begun, 'cancellation.requested'],
  SHIPPED: shipped,
  OUT_FOR_DELIVERY: [...shipped, 'delivery.started'],
  DELIVERY_FAILED: [...shipped, 'delivery.started', 'delivery.failed'],
  READY_FOR_PICKUP: [...begun, 'pickup.readied'],
  COMPLETED: brought,
  RETURN_REQUESTED: [...brought, 'return.requested'],
  RETURNED: [...brought, 'return.requested', 'return.received'],
  CANCELED: [...paid, 'order.canceled'],
  REFUNDED: [...paid, 'order.canceled', 'refund.settled'],
};

/** The shop that cancels where a buyer would have to ask asks and accepts in one go, as its desk does. */
const inOneGo: OrderState[] = ['PREPARING', 'READY_FOR_PICKUP'];
const legalIn = (state: OrderState): Partial<Record<OrderEvent, OrderState>> => ({
  ...table[state],
  ...(inOneGo.includes(state) ? { 'order.canceled': 'CANCELED' } : {}),
});
const isOfDesk = (event: string) => OpsEvent.options.some((one) => one === event);

describe.each(engines)('the life of an order on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
    await server.core.jobs.stop();
    await setStock(server, 'tomate', 1_000);
  });
  afterAll(() => server.close());

  // CREATED is left in the transaction that makes the order: nobody can find one in it.
  it.each(OrderState.options.filter((state) => state !== 'CREATED'))(
    'SEC-19 in %s goes where the table says and stays otherwise',
    async (state) => {
      const brought = async () => {
        const { id, code } = (await buy(server, buyer)).order;
        await tell(server, code, ...(ways[state] ?? []));
        const before = await rowOf(server, code);
        expect(before.state).toBe(state);
        return { id, code, before };
      };
      const [legal, rui] = [legalIn(state), await staffAs(server, 'OPERATOR')];
      const { code: staying, before: unmoved } = await brought();
      for (const event of OrderEvent.options.filter((one) => legal[one] === undefined)) {
        const { status, json } = await send(server, staying, event);
        expect([event, status, json.code, json.allowedEvents.toSorted()]).toEqual([
          event,
          409,
          'ILLEGAL_EVENT',
          Object.keys(legal).toSorted(),
        ]);
        expect(await rowOf(server, staying)).toEqual(unmoved);
      }
      for (const [event, to] of Object.entries(legal)) {
        const { id, code, before } = await brought();
        const stock = await left(server, 'tomate');
        const { status, json } = await send(server, code, event);
        const after = await rowOf(server, code);
        expect([event, status, json.state]).toEqual([event, 200, to]);
        expect(json.allowedEvents.toSorted()).toEqual(
          Object.keys(legalIn(to))
            .filter(
              (next) => to !== 'CANCELED' || after.properties['paid'] === true || next !== 'refund.settled',
            )
            .toSorted(),
        );
        const steps = table[state]?.[event as OrderEvent] === undefined ? 2 : 1; // a key of the table
        expect([after.state, after.version]).toEqual([to, before.version + steps]);
        const history = await historyOf(server, id);
        expect(history.at(-1)).toMatchObject({
          sequence: after.version,
          type: steps === 1 ? event : 'cancellation.accepted',
          fromState: steps === 1 ? state : 'CANCELLATION_REQUESTED',
          toState: to,
          actor: isOfDesk(event) ? `operator:${rui.id}` : 'sandbox',
        });
        expect(history.map((past) => past.sequence)).toEqual(
          Array.from({ length: after.version }, (_, index) => index + 1),
        );
        expect((await left(server, 'tomate')) - stock).toBe(
          Number(keepsGoods(state) && !keepsGoods(to)) -
            Number(!keepsGoods(state) && keepsGoods(to) && to !== 'REFUNDED'),
        );
        // Money is waited for with a time, and so is what the shop owes an answer or keeps at a stall;
        // nothing else is.
        expect([event, after.dueAt !== null]).toEqual([
          event,
          ['PENDING_PAYMENT', 'PAYMENT_EXPIRED', 'CANCELLATION_REQUESTED', 'READY_FOR_PICKUP'].includes(to),
        ]);
        const open = (await chargesOf(server, id)).filter((charge) => charge.state === 'pending');
        expect([event, open.length]).toEqual([
          event,
          to === 'PENDING_PAYMENT' || to === 'PAYMENT_REVIEW' ? 1 : 0,
        ]);
      }
    },
  );

  it('writes down what the desk does of it, as its own, and waits for no code', async () => {
    const { code } = (await buy(server, buyer)).order;
    await tell(server, code, ...(ways['READY_FOR_PICKUP'] ?? []), 'order.delivered');
    const rui = await staffAs(server, 'OPERATOR');
    const rows = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(audit)
        .where(and(eq(audit.tenantId, 'client'), eq(audit.target, code)))
        .orderBy(audit.id),
    );
    const done = rows.filter(({ action }) => action === 'order.event');
    expect(done.map(({ actor, data }) => [actor, data['type'], data['reason']])).toEqual([
      [`operator:${rui.id}`, 'preparation.started', undefined],
      [`operator:${rui.id}`, 'pickup.readied', undefined],
      [`operator:${rui.id}`, 'order.delivered', 'Feito no ambiente de teste.'],
    ]);
  });

  it('refuses events that are none, and orders that are none', async () => {
    const { code } = (await buy(server, buyer)).order;
    expect((await send(server, code, 'order.stolen')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'type', message: 'Escolha uma das opções.' }],
    });
    expect((await send(server, '0000000000000000', 'order.canceled')).json.code).toBe('NOT_FOUND');
    expect((await send(server, 'short', 'order.canceled')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'orderCode' }],
    });
    expect(
      (
        await server.call('POST', `/sandbox/orders/${code}/events`, {
          host: 'clube.localhost',
          body: { type: 'order.canceled' },
        })
      ).json.code,
    ).toBe('NOT_FOUND');
  });
});
