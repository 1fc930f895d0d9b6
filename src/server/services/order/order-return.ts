import { and, asc, desc, eq } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Returnable } from '#contract/order/after-purchase.ts';
import type { sendOrderEvent } from '#contract/order/order-calls.ts';
import type { Order } from '#contract/order/order.ts';
import { cents, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { goodsNet } from '#domain/money/statement.ts';
import {
  type BoughtLine,
  paidPerLine,
  partsLeft,
  returnAmount,
  returnDeadline,
} from '#domain/order/order-change.ts';
import type { Core } from '#server/platform/core.ts';
import { order, orderEvent, orderItem } from '#server/db/schema/order.ts';
import type { Buyer } from '#server/platform/principal.ts';
import type { OrderLife } from './life/order-life.ts';
import { allowedOf } from './order-row.ts';
import { type ChildRow, childrenOf } from './order-family.ts';
import type { Tx } from '#server/db/database.ts';
import type { OrderReadService } from './order-reads.ts';
import type { Found } from './own-order.ts';
import { partReply } from './order-reply.ts';
import { returnNumber, returnsOf } from './order-refund.ts';
import { attachPhotos } from './return-photo.ts';

type Request = Pick<
  v.InferOutput<typeof sendOrderEvent.body>,
  'kind' | 'reason' | 'items' | 'wish' | 'wanted' | 'photos'
>;
const refuse = (field: string, message: string) =>
  new ApiProblem('MALFORMED', { fields: [{ field, message }] });

type LineRow = typeof orderItem.$inferSelect;
/** Whether a line was canceled with its part: it never came. */
const isLineCanceled = (lines: readonly LineRow[], family: readonly ChildRow[], line: number): boolean =>
  family.some((one) => one.id === lines[line]?.orderChildId && one.cancelReason !== null);
/** The lines of an order with what was paid for each; canceled ones are none of it: whatever else came is the whole. */
export function boughtLines(lines: readonly LineRow[], family: readonly ChildRow[]): BoughtLine[] {
  const paid = paidPerLine(
    lines,
    family.map((child) => ({ campaignId: child.campaignId, net: goodsNet(child) })),
  );
  return lines.map(({ quantity }, line) => ({
    quantity: isLineCanceled(lines, family, line) ? 0 : quantity,
    paid: paid[line] ?? cents(0),
  }));
}

/** The lines of an order, what of them is left and what was paid for it. */
async function standing(tx: Tx, tenantId: string, { row, child }: Found) {
  const lines = await tx
    .select()
    .from(orderItem)
    .where(and(eq(orderItem.tenantId, tenantId), eq(orderItem.orderId, row.id)))
    .orderBy(asc(orderItem.position));
  const family = await childrenOf(tx, row);
  // What was canceled never came, so it cannot go back; of a part that is named, only its own lines.
  const isCanceled = (line: number) => isLineCanceled(lines, family, line);
  const isHere = (line: number) => !isCanceled(line) && (!child || lines[line]?.orderChildId === child.id);
  const gone = returnsOf(row).flatMap((one) => one.items ?? []);
  const left = partsLeft(lines, gone).filter(({ line }) => isHere(line));
  const ownLines = lines.flatMap((_, line) =>
    !child || lines[line]?.orderChildId === child.id ? [line] : [],
  );
  const [delivered] = await tx
    .select({ at: orderEvent.at })
    .from(orderEvent)
    .where(
      and(
        eq(orderEvent.tenantId, tenantId),
        eq(orderEvent.orderId, row.id),
        eq(orderEvent.type, 'order.delivered'),
      ),
    )
    .orderBy(desc(orderEvent.sequence))
    .limit(1);
  const bought = boughtLines(lines, family);
  return { lines, family, gone, left, ownLines, isCanceled, deliveredAt: delivered?.at.getTime(), bought };
}

/**
 * Giving goods back, for the money or for other goods. Source: D52, screen Trade; consumer code art. 18, 26,
 * 49.
 */
export function orderReturnService(
  { db, clock }: Core,
  { reads, life }: { reads: OrderReadService; life: OrderLife },
) {
  return {
    /** What may still go back of an order, or of one part of it, in the order of its own lines. */
    read: (tenantId: string, buyer: Buyer, id: string): Promise<Returnable> =>
      db.tenant(tenantId, async (tx) => {
        const found = await reads.ownPart(tx, tenantId, buyer, { id });
        const { ownLines, left, bought, family, deliveredAt } = await standing(tx, tenantId, found);
        return {
          ...(deliveredAt === undefined ? {} : { deliveredAt: new Date(deliveredAt).toISOString() }),
          lines: ownLines.map((line) => ({
            quantity: bought[line]?.quantity ?? 0,
            left: left.find((one) => one.line === line)?.quantity ?? 0,
            paid: reaisOf(bought[line]?.paid ?? cents(0)),
          })),
          // One part of several is never everything.
          shipping: reaisOf(found.child && family.length > 1 ? cents(0) : found.row.shippingTotal),
        };
      }),

    /**
     * For no reason within seven days of the delivery, for a fault within thirty, or ninety where everything
     * that is given back lasts.
     * @throws ApiProblem ILLEGAL_EVENT, RETURN_LATE, MALFORMED for goods that were not bought or an exchange
     * without an account
     */
    request: (
      tenantId: string,
      buyer: Buyer,
      id: string,
      { kind, reason, items, wish, wanted, photos = [] }: Request,
    ): Promise<Order> =>
      db.tenant(tenantId, async (tx) => {
        const { row, child } = await reads.ownPart(tx, tenantId, buyer, { id });
        if (!allowedOf(row).includes('return.requested'))
          throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: allowedOf(row) });
        if (wish === 'EXCHANGE' && row.accountId === null)
          throw refuse('wish', 'Entre na sua conta para trocar.');
        const { lines, gone, left, ownLines, isCanceled, deliveredAt, bought } = await standing(
          tx,
          tenantId,
          { row, child },
        );
        const chosen = items?.map(({ line, quantity }) => ({ line: ownLines[line] ?? -1, quantity })) ?? left;
        for (const [index, { line, quantity }] of chosen.entries())
          if (
            quantity > (left.find((one) => one.line === line)?.quantity ?? 0) ||
            chosen.findIndex((one) => one.line === line) !== index
          )
            throw refuse(`items.${index}`, 'Confira o que você quer devolver.');
        if (chosen.length === 0) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: [] });
        const lasts = chosen.every(({ line }) => lines[line]?.body['durable'] === true);
        if (clock.now() >= returnDeadline(deliveredAt ?? row.updatedAt.getTime(), kind, lasts))
          throw new ApiProblem('RETURN_LATE');
        const amount = reaisOf(
          returnAmount({ lines: bought, shippingTotal: row.shippingTotal }, chosen, gone),
        );
        await attachPhotos(tx, row, photos, returnNumber(row));
        const asked = await life.apply(tx, row, 'return.requested', buyer.kind, { reason: reason ?? kind });
        const returnRequest = {
          kind,
          ...(reason ? { reason } : {}),
          items: [...chosen],
          wish,
          ...(wish === 'EXCHANGE' && wanted ? { wanted } : {}),
          amount,
          ...(photos.length ? { photos } : {}),
          at: clock.date().toISOString(),
        };
        const rest = partsLeft(lines, [...gone, ...chosen]).filter(({ line }) => !isCanceled(line));
        const properties = { ...asked.properties, returnRequest, left: rest.length > 0 };
        await tx
          .update(order)
          .set({ properties })
          .where(and(eq(order.tenantId, tenantId), eq(order.id, row.id)));
        return partReply(tx, {
          row: { ...asked, properties },
          child: child && ((await childrenOf(tx, asked)).find((one) => one.id === child.id) ?? null),
        });
      }),
  };
}
