import { and, eq } from 'drizzle-orm';
import type { Order } from '#contract/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { order } from '#server/db/schema/order.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { CodeService } from '#server/services/people/code.ts';
import type { Caller, Contact } from '#server/services/people/caller.ts';
import { masked } from '#server/services/people/contact.ts';
import type { OrderLife } from './order-life.ts';
import type { OrderRow } from './order-row.ts';
import { type ChildRow, childrenOf } from './order-family.ts';
import type { OrderReadService } from './order-reads.ts';
import { partReply } from './order-reply.ts';

type Key = 'PHONE' | 'EMAIL';

/** The second proof that opens an order to whoever has its code. Source: D4, D48; SEC-02, SEC-12. */
export function orderProofService(
  { db }: Core,
  { code, reads, life }: { code: CodeService; reads: OrderReadService; life: OrderLife },
) {
  /**
   * @throws ApiProblem NOT_FOUND for an order that is not there or has no such contact, TOO_MANY_REQUESTS for
   * too many of them
   */
  async function find(
    tenant: TenantRecord,
    orderCode: string,
    key: Key,
    { ip }: Caller,
  ): Promise<{
    row: OrderRow;
    child: ChildRow | null | undefined;
    contact: Contact;
    use: { purpose: 'order'; userId: string; boundTo: string };
  }> {
    await reads.public(tenant.id, orderCode, ip);
    const { row, child } = (await db.read(tenant.id, (tx) => reads.withCode(tx, tenant.id, orderCode))) ?? {};
    const value = key === 'PHONE' ? row?.userPhone : row?.email;
    if (!row || !value) throw new ApiProblem('NOT_FOUND');
    return {
      row,
      child,
      contact: { channel: key === 'PHONE' ? 'SMS' : 'EMAIL', value },
      use: { purpose: 'order', userId: row.userId ?? row.id, boundTo: row.id },
    };
  }

  return {
    async send(tenant: TenantRecord, orderCode: string, key: Key, caller: Caller) {
      const { contact, use } = await find(tenant, orderCode, key, caller);
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
      key: Key,
      digits: string,
      caller: Caller,
    ): Promise<Order> {
      const { row, child, contact, use } = await find(tenant, orderCode, key, caller);
      await code.check(tenant, contact.value, digits, caller, use);
      return db.tenant(tenant.id, async (tx) => {
        const [fresh] = await tx
          .select()
          .from(order)
          .where(and(eq(order.tenantId, tenant.id), eq(order.id, row.id)))
          .for('update');
        if (!fresh) throw new ApiProblem('NOT_FOUND');
        const whole = await life.applyDueEvents(tx, fresh);
        return partReply(tx, {
          row: whole,
          child: (child && (await childrenOf(tx, whole)).find(({ id }) => id === child.id)) ?? null,
        });
      });
    },
  };
}
