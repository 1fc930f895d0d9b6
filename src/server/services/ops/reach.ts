import { and, eq, inArray } from 'drizzle-orm';
import { OpsEvent } from '#contract/ops/orders.ts';
import type { OrderState } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { isPartEvent, movesAsOne } from '#domain/order/order-family.ts';
import { grantOf, maySend } from '#domain/ops/roles.ts';
import { shopSteps } from '#machines/orders/order.machine.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderChild } from '#server/db/schema/order.ts';
import type { Staff } from '#server/platform/principal.ts';
import { type ChildRow, childState, childrenOf } from '#server/services/order/order-family.ts';
import { type OrderRow, factsOf, stateOf } from '#server/services/order/order-row.ts';

/** The parts of a tenant that somebody works on: those of other hubs are not there. */
export const ofStaff = (tenantId: string, { hubIds }: Staff) =>
  and(eq(orderChild.tenantId, tenantId), hubIds ? inArray(orderChild.hubId, hubIds) : undefined);
export const isOfStaff = ({ hubIds }: Staff, { hubId }: Pick<ChildRow, 'hubId'>): boolean =>
  !hubIds || (hubId !== null && hubIds.includes(hubId));
/** Whether people's data is kept from somebody. */
export const seesMasked = ({ role }: Staff): boolean => grantOf(role, 'orders.read') === 'masked';

/** What a person may send of what a state allows. */
const allowedIn = (staff: Staff, row: OrderRow, state: OrderState, also: (event: OpsEvent) => boolean) =>
  OpsEvent.options.filter(
    (event) => maySend(staff.role, event) && also(event) && shopSteps(state, event, factsOf(row)) !== null,
  );
/**
 * What a person may send for a whole order: nothing while a part of it is another hub's; once a part is ahead of
 * the rest, the rest is canceled part by part.
 */
export function allowedOfOrder(staff: Staff, row: OrderRow, family: readonly ChildRow[]): OpsEvent[] {
  if (!family.every((child) => isOfStaff(staff, child))) return [];
  const isAhead = family.some((child) => childState(child) !== stateOf(row));
  return allowedIn(staff, row, stateOf(row), (event) => !(isAhead && event === 'order.canceled'));
}
/** What a person may send for one part; an order of one part is that part. */
export function allowedOfPart(
  staff: Staff,
  row: OrderRow,
  child: ChildRow,
  family: readonly ChildRow[],
): OpsEvent[] {
  if (!isOfStaff(staff, child)) return [];
  if (family.length === 1) return allowedOfOrder(staff, row, family);
  const state = childState(child);
  return movesAsOne(state) ? [] : allowedIn(staff, row, state, isPartEvent);
}

/** An order that somebody works on, with its parts. @throws ApiProblem NOT_FOUND, for one of other hubs too */
export async function reached(
  tx: Tx,
  tenantId: string,
  staff: Staff,
  id: string,
  isLocked = false,
): Promise<{ row: OrderRow; family: ChildRow[] }> {
  const asked = tx
    .select()
    .from(order)
    .where(and(eq(order.tenantId, tenantId), eq(order.id, id)));
  const [row] = await (isLocked ? asked.for('update') : asked);
  const family = row ? await childrenOf(tx, row) : [];
  if (!row || !family.some((child) => isOfStaff(staff, child))) throw new ApiProblem('NOT_FOUND');
  return { row, family };
}
