import * as v from 'valibot';

/** What a member of staff is in their shop. */
export const Role = v.picklist(['OWNER', 'OPERATOR', 'SUPPORT', 'VIEWER']);
export type Role = v.InferOutput<typeof Role>;

/**
 * What staff may do, as calls name it (`action`); who may is one table, `#domain/ops/roles.ts`. `orders.ask` is the
 * least that sending any event needs: each event has an action of its own there.
 */
export type OpsAction =
  | 'self'
  | 'orders.read'
  | 'people.reveal'
  | 'orders.ask'
  | 'orders.move'
  | 'orders.reschedule'
  | 'orders.decide'
  | 'handover'
  | 'money.read'
  | 'money.settle'
  | 'money.approve'
  | 'pauses'
  | 'tickets'
  | 'staff.read'
  | 'staff.write'
  | 'audit.read';
