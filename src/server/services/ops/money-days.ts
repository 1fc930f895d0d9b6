import { and, asc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import type { MoneyDays, MoneyWay } from '#contract/ops/money-days.ts';
import { cents, reaisOf } from '#contract/money.ts';
import { gapOf } from '#domain/money/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { type Movement, dayList } from '#domain/money/day-list.ts';
import { addDays, instantOfWall } from '#domain/place/calendar.ts';
import { wallTime } from '#domain/place/zone.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order } from '#server/db/schema/order.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import type { Staff } from '#server/platform/principal.ts';
import type { PaymentRow } from '#server/services/order/order-row.ts';
import { isManual } from './ops-order.ts';
import { type Stray, openOf, straysOf } from './strays.ts';

/** Differences that are named at most. */
const MOST = 200;
const isOf = (table: typeof payment | typeof refund) =>
  and(eq(order.tenantId, table.tenantId), eq(order.id, table.orderId));

function wayOf({ type, provider }: Pick<PaymentRow, 'type' | 'provider'>): MoneyWay | null {
  if (type === 'FREE') return null;
  return type === 'PIX' && isManual({ provider }) ? 'PIX_KEY' : type;
}

/** Money that came and went since an instant, as it was recorded. */
async function movementsSince(
  tx: Tx,
  tenantId: string,
  from: Date,
  strays: readonly Stray[],
): Promise<Movement[]> {
  const came = await tx
    .select({ type: payment.type, provider: payment.provider, amount: payment.amount, at: payment.settledAt })
    .from(payment)
    .where(
      and(
        eq(payment.tenantId, tenantId),
        inArray(payment.state, ['confirmed', 'refunded']),
        gte(payment.settledAt, from),
      ),
    );
  const went = await tx
    .select({ type: payment.type, provider: payment.provider, amount: refund.amount, at: refund.settledAt })
    .from(refund)
    .innerJoin(payment, and(eq(payment.tenantId, refund.tenantId), eq(payment.id, refund.paymentId)))
    .where(and(eq(refund.tenantId, tenantId), eq(refund.state, 'settled'), gte(refund.settledAt, from)));
  const ofNobody = strays.flatMap(({ at, amount, end }): Movement[] => {
    // What the bank never showed is no money.
    if (end?.how === 'absent') return [];
    const came = { at: at.getTime(), way: 'STRAY', side: 'in', amount } as const;
    // What pays an order leaves here and comes in there.
    return end ? [came, { ...came, at: end.at.getTime(), side: 'out' }] : [came];
  });
  const moved = (side: Movement['side'], rows: typeof came) =>
    rows.flatMap((row): Movement[] => {
      const way = wayOf(row);
      return way && row.at ? [{ at: row.at.getTime(), way, side, amount: row.amount }] : [];
    });
  return [...moved('in', came), ...moved('out', went), ...ofNobody.filter(({ at }) => at >= from.getTime())];
}

/** What does not add up yet, and why. */
async function differences(
  tx: Tx,
  tenantId: string,
  strays: readonly Stray[],
): Promise<MoneyDays['differs']> {
  const open = openOf(strays).map(({ amount, at, transfer }) => ({
    kind: 'stray' as const,
    amount: reaisOf(amount),
    at: at.toISOString(),
    transfer,
  }));
  const owed = await tx
    .select({ amount: refund.amount, at: refund.requestedAt, orderId: order.id, orderCode: order.code })
    .from(refund)
    .innerJoin(order, isOf(refund))
    .where(and(eq(refund.tenantId, tenantId), ne(refund.state, 'settled')))
    .orderBy(asc(refund.requestedAt), asc(refund.id))
    .limit(MOST);
  const noted = sql<string>`(select coalesce(sum(r.amount), 0) from refund r where r.tenant_id = ${payment.tenantId} and r.payment_id = ${payment.id})`;
  const wrong = await tx
    .select({
      refunded: payment.refunded,
      noted,
      at: payment.createdAt,
      orderId: order.id,
      orderCode: order.code,
    })
    .from(payment)
    .innerJoin(order, isOf(payment))
    .where(and(eq(payment.tenantId, tenantId), ne(payment.refunded, noted)))
    .orderBy(asc(payment.createdAt), asc(payment.id))
    .limit(MOST);
  return [
    ...open,
    ...owed.map(({ amount, at, ...of }) => ({
      kind: 'refund' as const,
      amount: reaisOf(amount),
      at: at.toISOString(),
      ...of,
    })),
    ...wrong.map(({ refunded, noted: all, at, ...of }) => ({
      kind: 'record' as const,
      amount: reaisOf(gapOf(refunded, cents(Number(all)))),
      at: at.toISOString(),
      ...of,
    })),
  ];
}

/** The daily list that adds up to the ledger. Source: operator study, §5. */
export const moneyDays = ({ db, clock }: Pick<Core, 'db' | 'clock'>) => ({
  /** @throws ApiProblem ROLE for whoever works at some hubs only: a part of the list adds up to nothing */
  days: async (tenantId: string, staff: Staff, count: number): Promise<MoneyDays> => {
    if (staff.hubIds) throw new ApiProblem('ROLE');
    const first = addDays(wallTime(clock.now()).date, 1 - count);
    return db.read(tenantId, async (tx) => {
      const strays = await straysOf(tx, tenantId);
      const from = new Date(instantOfWall(first, '00:00'));
      return {
        days: dayList(await movementsSince(tx, tenantId, from, strays)).map(({ date, rows, ...sums }) => ({
          date,
          in: reaisOf(sums.in),
          out: reaisOf(sums.out),
          rows: rows.map((row) => ({ way: row.way, in: reaisOf(row.in), out: reaisOf(row.out) })),
        })),
        differs: await differences(tx, tenantId, strays),
      };
    });
  },
});
