import { and, eq } from 'drizzle-orm';
import { sendOpsEvent, OpsEvent } from '#contract/ops/orders.ts';
import type { Core } from '#server/platform/core.ts';
import type { order } from '#server/db/schema/order.ts';
import { refund } from '#server/db/schema/payment.ts';
import type { App } from '#server/http/app-env.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Services } from '#server/services/services.ts';
import type { Step } from './demo-lives.ts';
import { callShop } from './demo-purchase.ts';
import { askedAs } from './demo-staff.ts';

/** The shop with everybody who has a part in the life of an order. */
interface World {
  core: Core;
  tenant: TenantRecord;
  app: App;
  services: Services;
}

/** Why the desk does what asks for a reason. */
const reasons: Partial<Record<string, string>> = {
  'order.delivered': 'Entregue a quem comprou.',
  'delivery.failed': 'Ninguém em casa.',
  'cancellation.requested': 'Ninguém veio buscar.',
  'order.canceled': 'A pedido de quem comprou.',
  'return.refused': 'O prazo do produto acabou.',
};
/** Asks the bank about what it was told to give back. */
async function payBack({ core, tenant, services }: World, orderId: string): Promise<void> {
  const owed = await core.db.read(tenant.id, (tx) =>
    tx
      .select({ paymentId: refund.paymentId })
      .from(refund)
      .where(and(eq(refund.tenantId, tenant.id), eq(refund.orderId, orderId))),
  );
  for (const { paymentId } of owed) await services.settlement.check(tenant.id, paymentId);
}

/** Money, time, the buyer or the desk: each does what is theirs. */
export async function takeStep(
  world: World,
  { id, code, leadId, version }: typeof order.$inferSelect,
  [, type, by]: Step,
): Promise<unknown> {
  const { core, tenant, services } = world;
  if (type === 'payment.confirmed') return callShop(world, 'POST', `/sandbox/pix/${code}/pay`);
  if (type === 'refund.settled') return payBack(world, id);
  if (leadId === null) return undefined;
  const buyer = { kind: 'lead' as const, leadId };
  if (type === 'return.requested')
    return services.orderReturn.request(tenant.id, buyer, id, {
      kind: 'REGRET',
      reason: 'Comprei a mais.',
      wish: 'REFUND',
    });
  if (by === 'buyer' && type === 'cancellation.requested')
    return services.orderCommands.ask(tenant, buyer, id, type, { reason: 'Mudei de ideia.' });
  // What is due is done when somebody looks.
  const event = OpsEvent.options.find((one) => one === type);
  if (!event) return services.orderReads.byId(tenant.id, buyer, id);
  const one = { type: event, version, ...(reasons[type] ? { reason: reasons[type] } : {}) };
  const asked = await askedAs(core, services, tenant.id, 'OPERATOR', sendOpsEvent, one);
  return services.opsOrderEvents.send(asked, id, one);
}
