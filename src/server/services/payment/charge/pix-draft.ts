import { pixTxid, staticPixCode } from '#domain/money/pix.ts';
import type { Core } from '#server/platform/core.ts';
import { uuidv4 } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Acquirers } from '#server/services/payment/acquirers.ts';
import { type ChargedOrder, type ChargeDraft, methodProblem } from './charge-draft.ts';

/** Charges of Pix: who gets the money, who makes the code, how long it lives. Source: D56, D57; SEC-21. */
export function pixDrafts({ env }: Pick<Core, 'env'>, { acquirers }: { acquirers: Acquirers }) {
  /** The Pix key that money goes to: the environment's in production, else the tenant's demo one. */
  const receiverOf = (tenant: TenantRecord) => ({
    key: env.PIX_KEY ?? tenant.settings.payment.pix.key,
    name: env.PIX_NAME ?? tenant.settings.payment.pix.name,
    city: env.PIX_CITY ?? tenant.settings.payment.pix.city,
  });
  const endOf = (tenant: TenantRecord, now: Date) =>
    new Date(now.getTime() + tenant.settings.payment.pix.minutes * 60_000);
  /** Who makes dynamic codes for this tenant; null = codes are static. */
  const dynamicBy = (tenant: TenantRecord) =>
    (tenant.settings.payment.pix.form ?? env.PIX_PROVIDER ?? 'static') === 'static'
      ? null
      : acquirers.of(tenant);

  /** A Pix code: made by the tenant's provider where it makes them, else written here. */
  function pixCharge(tenant: TenantRecord, row: ChargedOrder, attempt: number, code: number): ChargeDraft {
    const pix = { type: 'PIX' as const, amount: row.due, installments: 1 };
    const properties = code === attempt ? {} : { code };
    const bank = dynamicBy(tenant);
    if (bank) {
      const txid = uuidv4().replaceAll('-', '');
      return {
        ...pix,
        provider: bank.name,
        txid,
        brCode: null,
        properties: { ...properties, reference: txid },
        isAsked: true,
      };
    }
    const brCode = staticPixCode({ ...receiverOf(tenant), amount: row.due, orderCode: row.code, attempt });
    if (!brCode) throw methodProblem('PIX');
    const txid = pixTxid(row.code, attempt);
    return { ...pix, provider: 'pix', txid, brCode, properties, isAsked: env.sandbox };
  }

  return { receiverOf, endOf, dynamicBy, pixCharge };
}
