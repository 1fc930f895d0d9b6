import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { rowUpdater } from '#server/db/prepared.ts';
import { order, orderEvent } from '#server/db/schema/order.ts';
import { type OrderRow, stateOf } from './order-row.ts';

const keepNote = rowUpdater(
  order,
  [
    'userName',
    'userPhone',
    'email',
    'identification',
    'userId',
    'accountId',
    'leadId',
    'shippingAddress',
    'deliveryWindowId',
    'properties',
    'version',
    'updatedAt',
  ],
  ['tenantId', 'id'],
);

/** Writes a change that moves no state, with its line in the history. @param row locked by the caller */
export async function noteChange(
  { clock, events }: Pick<Core, 'clock' | 'events'>,
  tx: Tx,
  row: OrderRow,
  type: string,
  actor: string,
  change: Partial<OrderRow>,
): Promise<OrderRow> {
  const next = { ...row, ...change, version: row.version + 1, updatedAt: clock.date() };
  await keepNote(tx, next, { tenantId: row.tenantId, id: row.id });
  await tx.insert(orderEvent).values({
    tenantId: row.tenantId,
    orderId: row.id,
    sequence: next.version,
    type,
    fromState: row.state,
    toState: row.state,
    at: next.updatedAt,
    actor,
    data: {},
  });
  await events.publish(tx, row.tenantId, `order:${row.code}`, {
    type: 'order.changed',
    code: row.code,
    state: stateOf(row),
    version: next.version,
    at: next.updatedAt.toISOString(),
  });
  return next;
}
