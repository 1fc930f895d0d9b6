import { and, eq, ne } from 'drizzle-orm';
import type * as v from 'valibot';
import type { ApprovalAction, MoneyDone } from '#contract/ops/approval.ts';
import type { confirmCharge, settleRefund } from '#contract/ops/money.ts';
import type { DisputeChange, openDispute } from '#contract/ops/dispute.ts';
import type { StrayEnd } from '#contract/ops/stray.ts';
import { centsOfReais, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/faults.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import { allowedOf } from '#server/services/order/order-row.ts';
import type { Disputes } from '#server/services/payment/dispute.ts';
import type { OrderMoney } from '#server/services/payment/order-money.ts';
import { type Approvals, type MakeAct, approvals } from './approvals.ts';
import { type Asked, actorOf, noteDone, once } from './keyed.ts';
import { chargeDesk } from './charge-desk.ts';
import { disputeActs } from './dispute-acts.ts';
import { moneyDays } from './money-days.ts';
import { moneyQueue } from './money-queue.ts';
import { isManual } from './ops-order.ts';
import { strayActs } from './strays.ts';

type Confirmed = v.InferOutput<typeof confirmCharge.body>;
type Settled = v.InferOutput<typeof settleRefund.body>;
type RefundRow = typeof refund.$inferSelect;
const thisOne = (table: typeof payment | typeof refund, tenantId: string, id: string) =>
  and(eq(table.tenantId, tenantId), eq(table.id, id));
const illegal = () => new ApiProblem('ILLEGAL_EVENT', { allowedEvents: [] });

async function refundOf(tx: Tx, tenantId: string, id: string): Promise<RefundRow | undefined> {
  const [row] = await tx
    .select()
    .from(refund)
    .where(thisOne(refund, tenantId, id));
  return row;
}
const reopen = (tx: Tx, { tenantId, id }: RefundRow, change: { returnId?: string } = {}) =>
  tx
    .update(refund)
    .set({ state: 'requested', ...change })
    .where(and(thisOne(refund, tenantId, id), ne(refund.state, 'settled')))
    .returning({ id: refund.id });

/** What a person does with the money of charges and refunds, each in the caller's transaction. */
function chargeActs(
  core: Core,
  { life, money, second }: { life: OrderLife; money: OrderMoney; second: Approvals['second'] },
) {
  const { clock, jobs } = core;
  const { onCharge } = chargeDesk(life);

  return {
    /** Confirms a static Pix. @throws ApiProblem NOT_FOUND, AMOUNT, TRANSFER_USED, ILLEGAL_EVENT */
    async confirm(tx: Tx, asked: Asked, id: string, body: Confirmed): Promise<MoneyDone> {
      const { tenantId, staff } = asked;
      const { endToEndId, amount, paidAt } = body;
      const [found] = await tx
        .select({ orderId: payment.orderId, paymentId: payment.id })
        .from(payment)
        .where(thisOne(payment, tenantId, id));
      return onCharge(tx, asked, found, async (row, charge) => {
        const legal = { allowedEvents: allowedOf(row) };
        // What a provider can be asked about is no person's to confirm.
        if (charge.type !== 'PIX' || !isManual(charge)) throw new ApiProblem('ILLEGAL_EVENT', legal);
        if (centsOfReais(amount) !== charge.amount)
          throw new ApiProblem('AMOUNT', { current: { amount: reaisOf(charge.amount) } });
        if (!['pending', 'expired'].includes(charge.state)) throw new ApiProblem('ILLEGAL_EVENT', legal);
        const act = {
          action: 'charge.confirm',
          targetId: id,
          amount: charge.amount,
          order: row,
          body,
        } as const;
        const waits = await second(tx, asked, act);
        if (waits) return waits;
        const now = await money.takeMoney(tx, row, charge, actorOf(staff), endToEndId);
        if (!now) throw new ApiProblem('ILLEGAL_EVENT', legal);
        await noteDone(core, tx, asked, {
          action: 'charge.confirmed',
          target: row.code,
          data: { amount, endToEndId, paidAt, txid: charge.txid },
        });
        return now;
      });
    },

    /** Notes that money was sent back at the bank. @throws ApiProblem NOT_FOUND, TRANSFER_USED, ILLEGAL_EVENT */
    async settle(tx: Tx, asked: Asked, id: string, body: Settled): Promise<MoneyDone> {
      const { tenantId, staff } = asked;
      const { returnId, at } = body;
      return onCharge(tx, asked, await refundOf(tx, tenantId, id), async (row, charge) => {
        const one = await refundOf(tx, tenantId, id);
        // A provider that was asked gives it back itself, unless it refused.
        if (!one || one.state === 'settled' || (one.state === 'requested' && !isManual(charge)))
          throw illegal();
        const act = {
          action: 'refund.settle',
          targetId: id,
          amount: one.amount,
          order: row,
          body,
        } as const;
        const waits = await second(tx, asked, act);
        if (waits) return waits;
        if ((await reopen(tx, one, { returnId })).length === 0) throw illegal();
        await money.settleRefund(tx, row, one, charge, actorOf(staff));
        await noteDone(core, tx, asked, {
          action: 'refund.settled',
          target: row.code,
          data: { amount: reaisOf(one.amount), returnId, at },
        });
        return null;
      });
    },

    /** Has a provider asked again that refused a refund. @throws ApiProblem NOT_FOUND, ILLEGAL_EVENT */
    async retry(tx: Tx, asked: Asked, id: string): Promise<MoneyDone> {
      const { tenantId } = asked;
      return onCharge(tx, asked, await refundOf(tx, tenantId, id), async (row, charge) => {
        const one = await refundOf(tx, tenantId, id);
        if (one?.state !== 'failed' || isManual(charge)) throw illegal();
        await reopen(tx, one);
        await tx
          .update(payment)
          .set({ checkAt: clock.date() })
          .where(thisOne(payment, tenantId, charge.id));
        await jobs.send(tx, 'payment.check', { tenantId, paymentId: charge.id });
        await noteDone(core, tx, asked, {
          action: 'refund.retried',
          target: row.code,
          data: { amount: reaisOf(one.amount) },
        });
        return row;
      });
    },
  };
}

/** Money that waits for a person: nobody else can see it at the bank. Source: operator study, §5. */
export function opsMoneyService(
  core: Core,
  { life, money, disputes }: { life: OrderLife; money: OrderMoney; disputes: Disputes },
) {
  const { db } = core;
  const requests = approvals(core);
  const { second } = requests;
  const charges = chargeActs(core, { life, money, second });
  const strays = strayActs(core, { life, money, second });
  const contested = disputeActs(core, { life, disputes, second });

  /** What was typed was kept as its call had it. */
  const acts: Readonly<Record<ApprovalAction, (...args: Parameters<MakeAct>) => Promise<MoneyDone>>> = {
    'charge.confirm': (tx, asked, row) => charges.confirm(tx, asked, row.targetId, row.body as Confirmed),
    'refund.settle': (tx, asked, row) => charges.settle(tx, asked, row.targetId, row.body as Settled),
    'stray.order': (tx, asked, row) => strays.resolve(tx, asked, row.targetId, row.body as StrayEnd),
    'stray.returned': (tx, asked, row) => strays.resolve(tx, asked, row.targetId, row.body as StrayEnd),
    'stray.absent': (tx, asked, row) => strays.resolve(tx, asked, row.targetId, row.body as StrayEnd),
    'dispute.returned': (tx, asked, row) =>
      contested.change(tx, asked, row.targetId, row.body as DisputeChange),
  };
  /** The database counts a transfer, and a return, once, whoever names it first. */
  async function counted<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (
        ['payment_transfer', 'refund_return', 'stray_return', 'dispute_return'].some((rule) =>
          isUniqueViolation(error, rule),
        )
      )
        throw new ApiProblem('TRANSFER_USED');
      throw error;
    }
  }
  /** Does it once for its key. */
  const keyed = (asked: Asked, work: (tx: Tx) => Promise<MoneyDone>): Promise<MoneyDone> =>
    counted(db.tenant(asked.tenantId, (tx) => once(core, tx, asked, () => work(tx))));

  return {
    ...moneyQueue(core),
    ...moneyDays(core),
    confirm: (asked: Asked, id: string, body: Confirmed) =>
      keyed(asked, (tx) => charges.confirm(tx, asked, id, body)),
    settle: (asked: Asked, id: string, body: Settled) =>
      keyed(asked, (tx) => charges.settle(tx, asked, id, body)),
    retry: (asked: Asked, id: string) => keyed(asked, (tx) => charges.retry(tx, asked, id)),
    resolve: (asked: Asked, id: string, body: StrayEnd) =>
      keyed(asked, (tx) => strays.resolve(tx, asked, id, body)),
    openDispute: (asked: Asked, body: v.InferOutput<typeof openDispute.body>) =>
      keyed(asked, (tx) => contested.open(tx, asked, body)),
    changeDispute: (asked: Asked, id: string, body: DisputeChange) =>
      keyed(asked, (tx) => contested.change(tx, asked, id, body)),
    approve: (asked: Asked, id: string) =>
      counted(requests.approve(asked, id, (tx, by, row) => acts[row.action](tx, by, row))),
    refuse: requests.refuse,
  };
}
