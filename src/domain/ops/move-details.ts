import * as v from 'valibot';
import type { OpsEvent } from '#contract/ops/orders.ts';
import { DeliveryUpdate } from '#contract/order/delivery-update.ts';

export type MoveDetail = keyof DeliveryUpdate;
const details: Readonly<Partial<Record<OpsEvent, readonly MoveDetail[]>>> = {
  'pickup.readied': ['invoiceUrl'],
  'order.shipped': ['trackingCode', 'place', 'invoiceUrl'],
  'delivery.started': ['place'],
  'delivery.failed': ['place'],
};
/**
 * What whoever sends an event may say of the goods, none of it needed. Of several orders nothing is asked: each has a
 * number, an invoice and a place of its own.
 */
export const detailsOf = (event: OpsEvent, orders: number): readonly MoveDetail[] =>
  orders === 1 ? (details[event] ?? []) : [];

/** What is wrong with each of the details, in the contract's words; nothing where the server takes them. */
export function detailProblems(told: DeliveryUpdate): Partial<Record<MoveDetail, string>> {
  const parsed = v.safeParse(DeliveryUpdate, told);
  if (parsed.success) return {};
  const problems: Partial<Record<MoveDetail, string>> = {};
  for (const issue of parsed.issues) {
    const name = v.getDotPath(issue);
    if (name !== null && name in DeliveryUpdate.entries) problems[name as MoveDetail] ??= issue.message; // a key of it
  }
  return problems;
}
