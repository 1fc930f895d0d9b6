import { and, eq } from 'drizzle-orm';
import type { OpenedOrder } from '#contract/order/order-proof.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Tx } from '#server/db/database.ts';
import type { Core } from '#server/platform/core.ts';
import { order } from '#server/db/schema/order.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { CodeService } from '#server/services/people/code/code.ts';
import type { Caller, Contact } from '#server/services/people/caller.ts';
import { masked } from '#server/services/people/contact.ts';
import type { OrderLife } from './life/order-life.ts';
import { childrenOf } from './order-family.ts';
import { followOf } from './order-history.ts';
import { type ContactKey, type OrderPasses, contactIn } from './order-pass.ts';
import type { Found } from './own-order.ts';
import type { OrderReadService } from './order-reads.ts';
import { partReply } from './order-reply.ts';

/** The second proof that opens an order to anybody who has its code. Source: D4, D48; SEC-02, SEC-12. */
export function orderProofService(
  { db }: Core,
  {
    code,
    reads,
    life,
    passes,
  }: { code: CodeService; reads: OrderReadService; life: OrderLife; passes: OrderPasses },
) {
  /** @throws ApiProblem NOT_FOUND, TOO_MANY_REQUESTS for too many of them */
  async function find(tenant: TenantRecord, orderCode: string, { ip }: Pick<Caller, 'ip'>): Promise<Found> {
    await reads.public(tenant.id, orderCode, ip);
    const found = await db.read(tenant.id, (tx) => reads.withCode(tx, tenant.id, orderCode));
    if (!found) throw new ApiProblem('NOT_FOUND');
    return found;
  }

  /** @throws ApiProblem NOT_FOUND for an order without such a contact, too: both look alike */
  async function findContact(
    tenant: TenantRecord,
    orderCode: string,
    key: ContactKey,
    caller: Caller,
  ): Promise<{
    found: Found;
    contact: Contact;
    use: { purpose: 'order'; userId: string; boundTo: string };
  }> {
    const found = await find(tenant, orderCode, caller);
    const { row } = found;
    const value = contactIn(row, key);
    if (!value) throw new ApiProblem('NOT_FOUND');
    return {
      found,
      contact: { channel: key === 'PHONE' ? 'SMS' : 'EMAIL', value },
      use: { purpose: 'order', userId: row.userId ?? row.id, boundTo: row.id },
    };
  }

  /** The order, or the part of it that was asked for, as it stands, and where it is. */
  async function openedIn(tx: Tx, tenantId: string, { row, child }: Found): Promise<OpenedOrder> {
    const [fresh] = await tx
      .select()
      .from(order)
      .where(and(eq(order.tenantId, tenantId), eq(order.id, row.id)))
      .for('update');
    if (!fresh) throw new ApiProblem('NOT_FOUND');
    const whole = await life.applyDueEvents(tx, fresh);
    const part = (child && (await childrenOf(tx, whole)).find(({ id }) => id === child.id)) ?? null;
    const found = { row: whole, child: part };
    return { order: await partReply(tx, found), follow: await followOf(tx, tenantId, found) };
  }

  return {
    async send(tenant: TenantRecord, orderCode: string, key: ContactKey, caller: Caller) {
      const { contact, use } = await findContact(tenant, orderCode, key, caller);
      const text = (digits: string) =>
        `${digits} é o código para ver o seu pedido em ${tenant.name}. Vale por 5 minutos. Não passe para ninguém.`;
      return {
        ...(await code.send(tenant, contact, caller, { ...use, text })),
        contact: masked({ key, value: contact.value }),
      };
    },
    /** @throws ApiProblem the refusals of a code */
    async open(
      tenant: TenantRecord,
      orderCode: string,
      key: ContactKey,
      digits: string,
      caller: Caller,
    ): Promise<OpenedOrder & { proof: string; expiresIn: number }> {
      const { found, contact, use } = await findContact(tenant, orderCode, key, caller);
      await code.check(tenant, contact.value, digits, caller, use);
      return {
        ...(await db.tenant(tenant.id, (tx) => openedIn(tx, tenant.id, found))),
        ...passes.issue(found.row, key),
      };
    },
    /** @throws ApiProblem FRESH_PROOF when the proof is over, or is none */
    async read(tenant: TenantRecord, orderCode: string, proof: string, ip: string): Promise<OpenedOrder> {
      const found = await find(tenant, orderCode, { ip });
      if (!passes.opens(found.row, proof)) throw new ApiProblem('FRESH_PROOF');
      return db.tenant(tenant.id, (tx) => openedIn(tx, tenant.id, found));
    },
  };
}
