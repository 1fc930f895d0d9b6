import type { OpsAction, Role } from '#contract/ops/role.ts';
import type { OpsEvent } from '#contract/ops/orders.ts';

/**
 * How far somebody may go: `masked` without people's data, `own` of their own doing only, `stepUp` with the second
 * factor proved in the last five minutes.
 */
export type Grant = 'yes' | 'masked' | 'own' | 'stepUp' | 'no';

const row = (OWNER: Grant, OPERATOR: Grant, SUPPORT: Grant, VIEWER: Grant) => ({
  OWNER,
  OPERATOR,
  SUPPORT,
  VIEWER,
});
/** Who may do what: the server's door, its services and the browser's buttons ask this table and nothing else. */
const grants: Readonly<Record<OpsAction, Readonly<Record<Role, Grant>>>> = {
  self: row('yes', 'yes', 'yes', 'yes'),
  'orders.read': row('yes', 'yes', 'yes', 'masked'),
  'people.reveal': row('stepUp', 'yes', 'yes', 'no'),
  'orders.ask': row('yes', 'yes', 'yes', 'no'),
  'orders.move': row('yes', 'yes', 'no', 'no'),
  'orders.reschedule': row('yes', 'yes', 'yes', 'no'),
  'orders.decide': row('yes', 'yes', 'no', 'no'),
  handover: row('yes', 'yes', 'no', 'no'),
  'money.read': row('yes', 'yes', 'no', 'no'),
  'money.settle': row('stepUp', 'stepUp', 'no', 'no'),
  'money.approve': row('stepUp', 'stepUp', 'no', 'no'),
  pauses: row('yes', 'yes', 'no', 'no'),
  tickets: row('yes', 'yes', 'yes', 'no'),
  'staff.read': row('yes', 'no', 'no', 'no'),
  'staff.write': row('stepUp', 'no', 'no', 'no'),
  'audit.read': row('yes', 'own', 'own', 'no'),
};
export const grantOf = (role: Role, action: OpsAction): Grant => grants[action][role];
export const may = (role: Role, action: OpsAction): boolean => grantOf(role, action) !== 'no';

const actions: Readonly<Record<OpsEvent, OpsAction>> = {
  'preparation.started': 'orders.move',
  'pickup.readied': 'orders.move',
  'order.shipped': 'orders.move',
  'delivery.started': 'orders.move',
  'order.delivered': 'orders.move',
  'delivery.failed': 'orders.move',
  'delivery.rescheduled': 'orders.reschedule',
  'cancellation.requested': 'orders.ask',
  'cancellation.accepted': 'orders.decide',
  'cancellation.refused': 'orders.decide',
  'order.canceled': 'orders.decide',
  'return.received': 'orders.decide',
  'return.refused': 'orders.decide',
};
/** Whether a role may send an event to an order. */
export const maySend = (role: Role, event: OpsEvent): boolean => may(role, actions[event]);
/** Whether a role may send any event at all. */
export const mayMove = (role: Role): boolean => Object.values(actions).some((action) => may(role, action));

/** How long a proof of the second factor counts for what needs a fresh one, in ms. */
export const STEP_UP = 5 * 60_000;
