import { and, asc, eq, inArray } from 'drizzle-orm';
import type { OpsReturn } from '#contract/ops/return.ts';
import { reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { ZERO } from '#domain/money/money.ts';
import { returnAmount } from '#domain/order/order-change.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { orderItem, returnPhoto } from '#server/db/schema/order.ts';
import { item } from '#server/db/schema/shop/item.ts';
import type { Staff } from '#server/platform/principal.ts';
import type { ChildRow } from '#server/services/order/order-family.ts';
import {
  isExchange,
  received,
  returnNumber,
  returnOf,
  returnWorth,
  returnsOf,
  shareOut,
} from '#server/services/order/order-refund.ts';
import { boughtLines } from '#server/services/order/order-return.ts';
import { type OrderRow, type PaymentRow, stateOf } from '#server/services/order/order-row.ts';
import { isOfStaff, reached } from './reach.ts';

type LineRow = typeof orderItem.$inferSelect;
type Asked = NonNullable<ReturnType<typeof returnOf>>;
/** What of a return is of the hubs that somebody works at. */
const ownItems = (
  staff: Staff,
  { items = [] }: Asked,
  lines: readonly LineRow[],
  family: readonly ChildRow[],
) =>
  items.flatMap((part) => {
    const child = family.find(({ id }) => id === lines[part.line]?.orderChildId);
    return child && isOfStaff(staff, child) ? [{ ...part, childId: child.id }] : [];
  });

/**
 * What the buyer asked for last when giving goods back.
 * @param lines of the whole order, in their order
 * @param charges of the order
 * @returns null when nothing was asked, or nothing of the hubs that this person works at
 */
export async function returnReply(
  tx: Tx,
  staff: Staff,
  { row, family }: { row: OrderRow; family: readonly ChildRow[] },
  lines: readonly LineRow[],
  charges: readonly PaymentRow[],
): Promise<OpsReturn | null> {
  const asked = returnOf(row);
  if (!asked) return null;
  const chosen = asked.items ?? [];
  const own = ownItems(staff, asked, lines, family);
  if (own.length === 0) return null;
  const bought = boughtLines(lines, family);
  // What was received is none of what went back before it.
  const gone = returnsOf(row)
    .filter(({ at }) => at !== asked.at)
    .flatMap(({ items = [] }) => items);
  const worthOf = (parts: typeof chosen) => returnAmount({ lines: bought, shippingTotal: ZERO }, parts, gone);
  const wanted = asked.wanted ?? [];
  const names = wanted.length
    ? await tx
        .select({ id: item.id, name: item.name })
        .from(item)
        .where(
          and(
            eq(item.tenantId, row.tenantId),
            inArray(
              item.id,
              wanted.map(({ id }) => id),
            ),
          ),
        )
    : [];
  const worth = returnWorth(row);
  const confirmed = charges.filter(({ state }) => state === 'confirmed');
  const back =
    stateOf(row) !== 'RETURN_REQUESTED'
      ? null
      : isExchange(row)
        ? []
        : await shareOut(tx, row, confirmed, `return:${returnNumber(row)}`, worth);
  return {
    kind: asked.kind,
    ...(asked.reason === undefined ? {} : { reason: asked.reason }),
    wish: asked.wish ?? 'REFUND',
    at: asked.at,
    items: own.map(({ line, quantity, childId }) => ({
      childId,
      name: lines[line]?.name ?? '',
      quantity,
      amount: reaisOf(worthOf([{ line, quantity }])),
    })),
    amount: reaisOf(worth),
    withShipping: worthOf(chosen) !== worth,
    wanted: wanted.map(({ id, quantity }) => {
      const name = names.find((one) => one.id === id)?.name;
      return { id, quantity, ...(name === undefined ? {} : { name }) };
    }),
    ...(back
      ? { back: back.map(({ charge, amount }) => ({ type: charge.type, amount: reaisOf(amount) })) }
      : {}),
    photos: [...(asked.photos ?? [])],
  };
}

/** Pictures that came with a return, for whoever may read its order. Source: screen Trade; D52; SEC-13. */
export function opsReturnPhotos({ db }: Pick<Core, 'db'>) {
  return {
    /** @throws ApiProblem NOT_FOUND, for goods of other hubs and for one that no request has named too */
    read: (
      tenantId: string,
      staff: Staff,
      orderId: string,
      id: string,
    ): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> }> =>
      db.read(tenantId, async (tx) => {
        const { row, family } = await reached(tx, tenantId, staff, orderId);
        const asked = received(row).returns.find(({ photos }) => photos?.includes(id));
        const ofOrder = (table: typeof orderItem | typeof returnPhoto) =>
          and(eq(table.tenantId, tenantId), eq(table.orderId, row.id));
        const lines = await tx
          .select()
          .from(orderItem)
          .where(ofOrder(orderItem))
          .orderBy(asc(orderItem.position));
        if (!asked || ownItems(staff, asked, lines, family).length === 0) throw new ApiProblem('NOT_FOUND');
        const [found] = await tx
          .select()
          .from(returnPhoto)
          .where(and(ofOrder(returnPhoto), eq(returnPhoto.id, id)));
        if (!found) throw new ApiProblem('NOT_FOUND');
        return { type: found.type, bytes: new Uint8Array(Buffer.from(found.data, 'base64')) };
      }),
  };
}
