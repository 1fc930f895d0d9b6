import { and, eq } from 'drizzle-orm';
import type * as v from 'valibot';
import type { MoneyDone } from '#contract/ops/approval.ts';
import type { DisputeChange, openDispute } from '#contract/ops/dispute.ts';
import { centsOfReais, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { dispute } from '#server/db/schema/ops/money.ts';
import { payment } from '#server/db/schema/payment.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import type { DisputeRow, Disputes } from '#server/services/payment/dispute.ts';
import type { Approvals } from './approvals.ts';
import { chargeDesk } from './charge-desk.ts';
import { type Asked, actorOf, noteDone } from './keyed.ts';

type Opened = v.InferOutput<typeof openDispute.body>;
const events = {
  answered: 'dispute.answered',
  returned: 'dispute.returned',
  kept: 'dispute.rejected',
} as const satisfies Record<DisputeChange['how'], string>;

/** What a person does with a contested Pix. Source: operator study, §4, §5; decision 149. */
export function disputeActs(
  core: Core,
  { life, disputes, second }: { life: OrderLife; disputes: Disputes; second: Approvals['second'] },
) {
  const { clock } = core;
  const { onCharge } = chargeDesk(life);

  return {
    /** @throws ApiProblem NOT_FOUND for a transfer that paid no charge here, AMOUNT, ILLEGAL_EVENT */
    async open(tx: Tx, asked: Asked, { endToEndId, amount, openedAt, protocol }: Opened): Promise<MoneyDone> {
      const [found] = await tx
        .select({ orderId: payment.orderId, paymentId: payment.id })
        .from(payment)
        .where(and(eq(payment.tenantId, asked.tenantId), eq(payment.endToEndId, endToEndId)));
      return onCharge(tx, asked, found, async (row, charge) => {
        await disputes.open(tx, charge, {
          amount: centsOfReais(amount) ?? charge.amount,
          openedAt: new Date(openedAt),
          ...(protocol ? { protocol } : {}),
        });
        await noteDone(core, tx, asked, {
          action: 'dispute.opened',
          target: row.code,
          data: { amount, endToEndId, openedAt, ...(protocol ? { protocol } : {}) },
        });
        return row;
      });
    },

    /** @throws ApiProblem NOT_FOUND, AMOUNT, TRANSFER_USED, ILLEGAL_EVENT, APPROVAL */
    async change(tx: Tx, asked: Asked, id: string, body: DisputeChange): Promise<MoneyDone> {
      const thisOne = and(eq(dispute.tenantId, asked.tenantId), eq(dispute.id, id));
      const [found] = await tx
        .select({ orderId: dispute.orderId, paymentId: dispute.paymentId })
        .from(dispute)
        .where(thisOne);
      return onCharge(tx, asked, found, async (row, charge) => {
        const [one] = await tx.select().from(dispute).where(thisOne);
        if (!one) throw new ApiProblem('NOT_FOUND');
        const state = disputes.after(one.state, events[body.how]);
        const now = clock.date();
        const write = (change: Partial<DisputeRow>) =>
          tx
            .update(dispute)
            .set({ state, ...change })
            .where(thisOne);
        const note = (data: Readonly<Record<string, unknown>>) =>
          noteDone(core, tx, asked, {
            action: `dispute.${body.how}`,
            target: row.code,
            data: { endToEndId: charge.endToEndId, ...data },
          });
        if (body.how === 'answered') {
          await write({ answer: body.answer, answeredAt: now });
          await note({ amount: reaisOf(one.amount), reason: body.answer });
          return row;
        }
        if (body.how === 'kept') {
          await write({ reason: body.reason, endedAt: now });
          await note({ amount: reaisOf(one.amount), reason: body.reason });
          return row;
        }
        const amount = centsOfReais(body.amount) ?? one.amount;
        const waits = await second(tx, asked, {
          action: 'dispute.returned',
          targetId: id,
          amount,
          order: row,
          body,
        });
        if (waits) return waits;
        const { returnId, at } = body;
        await disputes.takeBack(tx, row, charge, { id, amount, returnId }, actorOf(asked.staff));
        await write({ returnId, endedAt: now });
        await note({ amount: body.amount, returnId, at });
        return null;
      });
    },
  };
}
