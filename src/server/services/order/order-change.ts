import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Order } from '#contract/order/order.ts';
import type { OrderChange, setOrderUser } from '#contract/order/order-change.ts';
import { ApiProblem } from '#contract/problem.ts';
import { sameDoor } from '#domain/order/order-change.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { couponUse } from '#server/db/schema/coupon.ts';
import { order } from '#server/db/schema/order.ts';
import { user } from '#server/db/schema/people/user.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { ownerSubject } from '#server/services/cart/coupon.ts';
import { keepWithOrder } from '#server/services/people/photo.ts';
import { assertAnswers } from '#server/services/cart/extra.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';
import { assertCpf } from '#server/services/people/cpf.ts';
import { assertStillReached } from './guest.ts';
import type { OrderLife } from './life/order-life.ts';
import { noteChange } from './order-note.ts';
import type { OrderPasses } from './order-pass.ts';
import type { OrderReadService } from './order-reads.ts';
import { orderReply } from './order-reply.ts';
import { type OrderRescheduleService, campaignsOf, choiceOf } from './order-reschedule.ts';
import { type OrderRow, addressOf, illegalIn, stateOf } from './order-row.ts';

type Contact = v.InferOutput<typeof setOrderUser.body>;
/**
 * What a buyer may change of an order that is placed, its parts, and who it belongs to. Source: specification
 * §7; D41, D49, D50.
 */
export function orderChangeService(
  core: Core,
  {
    reads,
    life,
    rescheduling,
    referenceOf,
    passes,
  }: {
    reads: OrderReadService;
    life: OrderLife;
    rescheduling: OrderRescheduleService;
    referenceOf: ReferenceOf;
    passes: OrderPasses;
  },
) {
  const { db, tenants } = core;
  return {
    /**
     * @throws ApiProblem VERSION with the order as it is, ILLEGAL_EVENT, ADDRESS for another place, WINDOW,
     * RESCHEDULE_LIMIT
     */
    update: (tenantId: string, buyer: Buyer, id: string, body: OrderChange): Promise<Order> =>
      db.tenant(tenantId, async (tx) => {
        const row = await reads.own(tx, tenantId, buyer, { id });
        if (body.version !== undefined && body.version !== row.version)
          throw new ApiProblem('VERSION', { current: await orderReply(tx, row) });
        if (!hasOrderTag(stateOf(row), 'editable')) throw illegalIn(row);
        const { recipient, extra, shippingAddress: sent, shippingMethod: choice } = body.properties ?? {};
        assertCpf(tenants, tenantId, { 'properties.recipient.cpf': recipient?.cpf });
        // Answers that come back as they are were checked when they were given, by the questions of that day.
        if (extra && !isDeepStrictEqual(extra, row.properties['extra']))
          await keepWithOrder(
            tx,
            tenantId,
            await assertAnswers(
              tx,
              tenantId,
              ownerSubject(row),
              await campaignsOf(referenceOf, tx, row),
              extra,
            ),
            row.id,
          );
        const stored = addressOf(row);
        const door = sent && stored ? sameDoor(stored, sent) : stored;
        if (sent && !door) throw new ApiProblem('ADDRESS', { detail: 'shippingAddress' });
        const contact = {
          userName: body.userName ?? row.userName,
          userPhone: body.userPhone ?? row.userPhone,
          email: body.email ?? row.email,
        };
        assertStillReached({ ...row, ...contact }, 'userPhone');
        if (choice && (choice.id !== choiceOf(row)?.id || choice.hubId !== choiceOf(row)?.hubId))
          throw new ApiProblem('WINDOW');
        const isMoved = choice?.windowId !== undefined && choice.windowId !== row.deliveryWindowId;
        const current = isMoved ? await rescheduling.reschedule(tx, row, choice.windowId, buyer.kind) : row;
        const properties = {
          ...current.properties,
          ...(recipient ? { recipient } : {}),
          ...(extra ? { extra } : {}),
        };
        return orderReply(
          tx,
          await noteChange(core, tx, current, 'order.updated', buyer.kind, {
            ...contact,
            shippingAddress: door,
            properties,
          }),
        );
      }),

    /**
     * @param leadId the visitor that the buyer was
     * @throws ApiProblem NOT_FOUND for an order that is another's, has no such contact or does not exist: all
     * look alike, but to anybody who has a proof, to whom it is TAKEN; FRESH_PROOF for one that is over
     */
    setUser: (
      tenantId: string,
      buyer: Buyer,
      code: string,
      { name, phone, email, cpf, claim, proof }: Contact,
      leadId: string | null,
    ): Promise<Order> =>
      db.tenant(tenantId, async (tx) => {
        assertCpf(tenants, tenantId, { cpf });
        const row = claim
          ? await claimable(tx, tenantId, buyer, { code, proof, leadId })
          : await reads.own(tx, tenantId, buyer, { code });
        const isAlive = hasOrderTag(stateOf(row), 'editable');
        if (!claim && !isAlive) throw illegalIn(row);
        const contact = isAlive
          ? {
              userName: name ?? row.userName,
              userPhone: phone ?? row.userPhone,
              email: email ?? row.email,
              identification: cpf ?? row.identification,
            }
          : {};
        const owner =
          claim && buyer.kind === 'client'
            ? { userId: buyer.userId, accountId: buyer.accountId, leadId: null }
            : {};
        assertStillReached({ ...row, ...contact, ...owner }, 'phone');
        // A use of a coupon counts for the person who has the order.
        if (owner.accountId)
          await tx
            .update(couponUse)
            .set({ subject: `account:${owner.accountId}` })
            .where(and(eq(couponUse.tenantId, tenantId), eq(couponUse.cartUuid, row.cartUuid)));
        return orderReply(
          tx,
          await noteChange(core, tx, row, claim ? 'order.claimed' : 'order.updated', buyer.kind, {
            ...contact,
            ...owner,
          }),
        );
      }),
  };

  /**
   * An order that nobody with an account has, made with a contact that this client has proved, or by the visitor
   * that they were; locked.
   */
  async function claimable(
    tx: Tx,
    tenantId: string,
    buyer: Buyer,
    { code, proof, leadId }: { code: string; proof: string | undefined; leadId: string | null },
  ): Promise<OrderRow> {
    if (buyer.kind !== 'client' || buyer.accountId === null) throw new ApiProblem('UNAUTHENTICATED');
    const found = await reads.withCode(tx, tenantId, code);
    const [row] = found
      ? await tx
          .select()
          .from(order)
          .where(and(eq(order.tenantId, tenantId), eq(order.id, found.row.id)))
          .for('update')
      : [];
    if (!row) throw new ApiProblem('NOT_FOUND');
    if (row.accountId !== buyer.accountId) {
      if (proof !== undefined && !passes.opens(row, proof)) throw new ApiProblem('FRESH_PROOF');
      const isProved = proof !== undefined || (await hasContactOf(tx, tenantId, buyer.userId, row));
      if (!isProved && (leadId === null || row.leadId !== leadId)) throw new ApiProblem('NOT_FOUND');
      if (row.accountId !== null) throw new ApiProblem(proof === undefined ? 'NOT_FOUND' : 'TAKEN');
    }
    return life.applyDueEvents(tx, row);
  }
}

/** Whether a person signs in with a contact of the order. */
async function hasContactOf(
  tx: Tx,
  tenantId: string,
  userId: string,
  { userPhone, email }: OrderRow,
): Promise<boolean> {
  const [mine] = await tx
    .select({ phone: user.phone, email: user.email })
    .from(user)
    .where(and(eq(user.tenantId, tenantId), eq(user.id, userId)));
  return (userPhone !== null && mine?.phone === userPhone) || (email !== null && mine?.email === email);
}
