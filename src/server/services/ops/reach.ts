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

/** What decides of an order, and of its parts, what may be sent. */
type Standing = Pick<OrderRow, 'state' | 'properties'>;
type PartStanding = Pick<ChildRow, 'state' | 'hubId'>;

/** What a role may send of what a state allows, by its question: a list asks a hundred times, and answers are few. */
const sendable = new Map<string, readonly OpsEvent[]>();
function sendableIn({ role }: Staff, row: Standing, state: OrderState): readonly OpsEvent[] {
  const facts = factsOf(row);
  const question = `${role} ${state} ${facts.paid} ${facts.left}`;
  const known = sendable.get(question);
  if (known) return known;
  const answer = OpsEvent.options.filter(
    (event) => maySend(role, event) && shopSteps(state, event, facts) !== null,
  );
  sendable.set(question, answer);
  return answer;
}
/**
 * What a person may send for a whole order: nothing while a part of it is another hub's; once a part is ahead of
 * the rest, the rest is canceled part by part.
 */
export function allowedOfOrder(staff: Staff, row: Standing, family: readonly PartStanding[]): OpsEvent[] {
  if (!family.every((child) => isOfStaff(staff, child))) return [];
  const isAhead = family.some((child) => childState(child) !== stateOf(row));
  return sendableIn(staff, row, stateOf(row)).filter((event) => !(isAhead && event === 'order.canceled'));
}
/** What a person may send for one part; an order of one part is that part. */
export function allowedOfPart(
  staff: Staff,
  row: Standing,
  child: PartStanding,
  family: readonly PartStanding[],
): OpsEvent[] {
  if (!isOfStaff(staff, child)) return [];
  if (family.length === 1) return allowedOfOrder(staff, row, family);
  const state = childState(child);
  return movesAsOne(state) ? [] : sendableIn(staff, row, state).filter(isPartEvent);
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
