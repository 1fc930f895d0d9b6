import { and, desc, eq } from 'drizzle-orm';
import type * as v from 'valibot';
import { OpsEvent, sendOpsEvent } from '#contract/ops/orders.ts';
import type { OrderEvent } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { advanceOrder } from '#contract/sandbox.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order } from '#server/db/schema/order.ts';
import { payment as charge } from '#server/db/schema/payment.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Staff } from '#server/platform/principal.ts';
import { allowedOfOrder, allowedOfPart } from '#server/services/ops/reach.ts';
import { type ChildRow, allowedOfChild, childrenOf } from '#server/services/order/order-family.ts';
import { allowedOfWhole, partReply } from '#server/services/order/order-reply.ts';
import { type OrderRow, allowedOf } from '#server/services/order/order-row.ts';
import type { Services } from '#server/services/services.ts';
import { askedAs } from './demo-staff.ts';

/** Said where the desk wants to know why: goods that wait are given without their code. */
const reason = 'Feito no ambiente de teste.';
const ofDesk = (type: OrderEvent): OpsEvent | undefined => OpsEvent.options.find((one) => one === type);

/**
 * What a tester makes happen to an order: what the shop would say goes through the service of its desk, as a demo
 * operator; what banks, time and buyers do goes through the order's own life.
 */
export function orderDesk(core: Core, services: Services) {
  const { db } = core;
  const { life, money, opsOrderEvents, orderReads, requestPayment } = services;

  /** What may happen: what the desk may send, and what comes from elsewhere. */
  const happening = (staff: Staff, row: OrderRow, child: ChildRow | null, family: ChildRow[]) => {
    const desk = child ? allowedOfPart(staff, row, child, family) : allowedOfOrder(staff, row, family);
    const whole = allowedOfWhole(row, false);
    return [...desk, ...(child ? allowedOfChild(child) : whole).filter((type) => !ofDesk(type))];
  };

  /** Money comes with its charge, as it would from a bank or a buyer. */
  async function elsewhere(
    tx: Tx,
    tenant: TenantRecord,
    row: OrderRow,
    type: OrderEvent,
    childId: string | undefined,
  ): Promise<OrderRow> {
    if (childId !== undefined) return life.apply(tx, row, type, 'sandbox', { childId });
    if (type === 'payment.requested') return requestPayment(tx, tenant, row, 'sandbox');
    const [newest] = await tx
      .select()
      .from(charge)
      .where(and(eq(charge.tenantId, tenant.id), eq(charge.orderId, row.id)))
      .orderBy(desc(charge.attempt))
      .limit(1);
    if (type === 'payment.confirmed' && newest && allowedOf(row).includes(type))
      return (await money.takeMoney(tx, row, newest, 'sandbox')) ?? life.apply(tx, row, type, 'sandbox');
    return life.apply(tx, row, type, 'sandbox');
  }

  /** @throws ApiProblem NOT_FOUND, ILLEGAL_EVENT and what the move refuses */
  return async function advance(
    tenant: TenantRecord,
    code: string,
    { type, ...news }: v.InferOutput<typeof advanceOrder.body>,
  ): Promise<v.InferInput<typeof advanceOrder.response>> {
    // Before the order is locked: nobody waits for a person with an order in hand.
    const asked = await askedAs(core, services, tenant.id, 'OPERATOR', sendOpsEvent, { code, type, ...news });
    return db.tenant(tenant.id, async (tx) => {
      const found = await orderReads.withCode(tx, tenant.id, code);
      const [locked] = found
        ? await tx
            .select()
            .from(order)
            .where(and(eq(order.tenantId, tenant.id), eq(order.id, found.row.id)))
            .for('update')
        : [];
      if (!found || !locked) throw new ApiProblem('NOT_FOUND');
      const row = await life.applyDueEvents(tx, locked);
      const childId = found.child?.id;
      const look = async (at: OrderRow) => {
        const family = await childrenOf(tx, at);
        const child = family.find(({ id }) => id === childId) ?? null;
        return { row: at, child, allowedEvents: happening(asked.staff, at, child, family) };
      };
      const { allowedEvents } = await look(row);
      if (!allowedEvents.includes(type)) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents });
      const event = ofDesk(type);
      if (event)
        await opsOrderEvents.within(tx, asked, row.id, {
          type: event,
          version: row.version,
          ...(childId === undefined ? {} : { childId }),
          ...(event === 'order.delivered' ? { reason } : {}),
          ...news,
        });
      else await elsewhere(tx, tenant, row, type, childId);
      const [moved = row] = await tx
        .select()
        .from(order)
        .where(and(eq(order.tenantId, tenant.id), eq(order.id, row.id)));
      const after = await look(moved);
      const { state, code: told } = await partReply(tx, after);
      return { code: told, state, allowedEvents: after.allowedEvents };
    });
  };
}
