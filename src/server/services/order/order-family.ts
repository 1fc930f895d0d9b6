import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { OrderEvent, OrderState } from '#contract/order/order.ts';
import { familyState, isPartEvent, movesAsOne } from '#domain/order/order-family.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { allowedOrderEvents, nextOrderState } from '#machines/orders/order.machine.ts';
import type { Tx } from '#server/db/database.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { orderChild } from '#server/db/schema/order.ts';
import type { OrderRow } from './order-row.ts';

export type ChildRow = typeof orderChild.$inferSelect;
// Only the chart's states are ever written
export const childState = (child: Pick<ChildRow, 'state'>) => child.state as OrderState;

/** The parts of an order, in the order in which they were made. */
export const childrenOf = (
  tx: Tx,
  { tenantId, id }: Pick<OrderRow, 'tenantId' | 'id'>,
): Promise<ChildRow[]> =>
  tx
    .select()
    .from(orderChild)
    .where(and(eq(orderChild.tenantId, tenantId), eq(orderChild.orderId, id)))
    .orderBy(asc(orderChild.createdAt), asc(orderChild.id))
    .execute();

/**
 * Of these orders those of which a part is under way while the rest is only paid, by id. Asked for paid ones
 * alone.
 */
export async function aheadOf(tx: Tx, rows: readonly OrderRow[]): Promise<ReadonlySet<string>> {
  const paid = rows.filter(({ state }) => state === 'PAID');
  const [first] = paid;
  if (!first) return new Set();
  const parts = await tx
    .select({ orderId: orderChild.orderId, state: orderChild.state })
    .from(orderChild)
    .where(
      and(
        eq(orderChild.tenantId, first.tenantId),
        inArray(
          orderChild.orderId,
          paid.map(({ id }) => id),
        ),
        ne(orderChild.state, 'PAID'),
      ),
    );
  return new Set(
    parts.filter((part) => !hasOrderTag(childState(part), 'final')).map(({ orderId }) => orderId),
  );
}

/** The parts that an event moves, and the state in which it finds them. */
export interface Party {
  family: ChildRow[];
  moving: ChildRow[];
  from: OrderState;
  /** the others stay where they are */
  isSome: boolean;
}

/**
 * Which parts an event moves: the one that is named, else every part in the order's own state. A settled refund
 * moves all that are owed one; a canceled part is not returned.
 * @returns null when the event moves none
 */
export function partyFor(
  family: ChildRow[],
  before: OrderState,
  event: OrderEvent,
  childId?: string,
): Party | null {
  if (childId !== undefined && !isPartEvent(event)) return null;
  const moving = family.filter((child) => {
    if (childId !== undefined) return child.id === childId;
    if (event === 'refund.settled') return nextOrderState(childState(child), event) !== null;
    return childState(child) === before && !(event === 'return.requested' && child.cancelReason !== null);
  });
  const [first] = moving;
  if (!first) return null;
  // An order of one part, and one whose parts agree, moves as one.
  return {
    family,
    moving,
    from: childState(first),
    isSome: moving.length < family.length || moving.some((child) => childState(child) !== before),
  };
}

/** Where an order is once these of its parts have come to a state. */
export function stateAfter({ family, moving }: Party, to: OrderState): OrderState {
  const [first = to, ...others] = family.map((child) => (moving.includes(child) ? to : childState(child)));
  return familyState([first, ...others]);
}

/** Moves parts that go another way than the rest. */
export const moveSome = (
  tx: Tx,
  { tenantId }: OrderRow,
  moving: readonly ChildRow[],
  change: Partial<ChildRow>,
): Promise<unknown> =>
  tx
    .update(orderChild)
    .set(change)
    .where(
      and(
        eq(orderChild.tenantId, tenantId),
        inArray(
          orderChild.id,
          moving.map(({ id }) => id),
        ),
      ),
    )
    .execute();

/** Of the units that are reserved for an order, those of some of its parts, and those of the rest. */
export async function splitReserved(
  tx: Tx,
  { tenantId, reserved }: OrderRow,
  moving: readonly ChildRow[],
): Promise<{ theirs: OrderRow['reserved']; others: OrderRow['reserved'] }> {
  const sold = reserved.length
    ? await tx
        .select({ id: item.id, campaignId: item.campaignId })
        .from(item)
        .where(
          and(
            eq(item.tenantId, tenantId),
            inArray(
              item.id,
              reserved.map(({ itemId }) => itemId),
            ),
          ),
        )
    : [];
  const isTheirs = ({ itemId }: { itemId: string }) =>
    moving.some(({ campaignId }) => sold.some((one) => one.id === itemId && one.campaignId === campaignId));
  return { theirs: reserved.filter(isTheirs), others: reserved.filter((one) => !isTheirs(one)) };
}

/** What may happen to one part by itself: nothing before the whole is paid. */
export const allowedOfChild = (child: Pick<ChildRow, 'state'>): OrderEvent[] =>
  movesAsOne(childState(child))
    ? []
    : allowedOrderEvents(childState(child)).filter(
        (event) => isPartEvent(event) && event !== 'refund.settled',
      );
