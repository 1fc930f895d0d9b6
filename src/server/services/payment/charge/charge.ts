import { type Cents, cents, inCents } from '#contract/money.ts';
import type { Core } from '#server/platform/core.ts';
import { type Tx, deferToCommit } from '#server/db/database.ts';
import { rowInserter } from '#server/db/prepared.ts';
import { payment } from '#server/db/schema/payment.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { ASKED_EVERY } from '#server/services/order/order-row.ts';
import type { Acquirers } from '#server/services/payment/acquirers.ts';
import { type AcceptedMethod, type ChargedOrder, type Method, methodProblem } from './charge-draft.ts';
import { cardDrafts } from './card-draft.ts';
import { pixDrafts } from './pix-draft.ts';

/** Charges of one order at most: Pix codes, the first and three more (D57), and cards. */
export const CHARGES = 4;
export const CARDS = 10;
const insertCharge = rowInserter(payment);
const leastOf = ({ settings }: TenantRecord, type: 'PIX' | 'CREDIT_CARD'): Cents =>
  inCents(settings.payment.terms?.[type]?.min ?? 0);

/**
 * Making charges: a Pix code, or a card payment that a provider has begun. Source: D53 to D57; SEC-17,
 * SEC-21.
 */
export function chargeService(core: Core, parts: { acquirers: Acquirers }) {
  const { clock } = core;
  const { receiverOf, endOf, dynamicBy, pixCharge } = pixDrafts(core, parts);
  const { plansOf, intentFor, cardCharge, spendIntent } = cardDrafts(core, parts);

  return {
    receiverOf,
    endOf,
    dynamicBy,
    plansOf,
    leastOf,

    /**
     * Accepts a payment method for an order. Pix asks the database nothing.
     * @throws ApiProblem PAYMENT_METHOD
     */
    accept(
      tx: Tx,
      tenant: TenantRecord,
      method: Method,
      due: Cents,
      of: { cartUuid: string } | { orderId: string },
    ): AcceptedMethod | Promise<AcceptedMethod> {
      if (
        (method.type !== 'PIX' && method.type !== 'CREDIT_CARD') ||
        !tenant.settings.payment.methods.includes(method.type)
      )
        throw methodProblem(method.type);
      if (due < leastOf(tenant, method.type)) throw methodProblem('MIN');
      return method.type === 'PIX' ? { type: 'PIX' } : intentFor(tx, tenant, method, due, of);
    },

    /**
     * A new charge of an order: one row per attempt, matched by its own id.
     * @param code number of this Pix code among the order's
     * @returns when it expires
     */
    open(
      tx: Tx,
      tenant: TenantRecord,
      method: AcceptedMethod,
      row: ChargedOrder,
      attempt: number,
      code: number,
      now: Date,
    ): Date {
      const expiresAt = new Date(Math.min(endOf(tenant, now).getTime(), row.endsBy ?? Infinity));
      const id = uuidv7(clock.now());
      const { isAsked, properties, ...drawn } =
        method.type === 'CREDIT_CARD' ? cardCharge(method) : pixCharge(tenant, row, attempt, code);
      deferToCommit(
        tx,
        insertCharge(tx, {
          tenantId: tenant.id,
          id,
          orderId: row.id,
          attempt,
          state: 'pending',
          version: 1,
          endToEndId: null,
          createdAt: now,
          expiresAt,
          settledAt: null,
          refunded: cents(0),
          checkAt: isAsked ? new Date(now.getTime() + ASKED_EVERY) : null,
          ...drawn,
          properties: { ...properties, ...(row.off === 0 ? {} : { off: row.off }) },
        }),
      );
      if (method.type === 'CREDIT_CARD') spendIntent(tx, method.intent, id, now);
      return expiresAt;
    },
  };
}
export type ChargeService = ReturnType<typeof chargeService>;
