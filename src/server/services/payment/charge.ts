import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { NewOrder } from '#contract/order.ts';
import type { Plan } from '#contract/payment.ts';
import { type Cents, cents, inCents, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { type Installment, installmentTable, termsOf } from '#domain/money/installments.ts';
import { pixTxid, staticPixCode } from '#domain/money/pix.ts';
import type { Core } from '#server/platform/core.ts';
import { type Tx, deferToCommit } from '#server/db/database.ts';
import { rowInserter } from '#server/db/prepared.ts';
import { cardIntent } from '#server/db/schema/card.ts';
import { payment } from '#server/db/schema/payment.ts';
import { uuidv4, uuidv7 } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Acquirers } from './acquirers.ts';
import { ASKED_EVERY } from '#server/services/order/order-row.ts';

export type IntentRow = typeof cardIntent.$inferSelect;
/** A payment method that was accepted for an order, with what a charge is made of. */
export type AcceptedMethod = { type: 'PIX' } | { type: 'CREDIT_CARD'; intent: IntentRow; plan: Installment };
type Method = Pick<NewOrder['paymentMethod'], 'type' | 'clientSecret' | 'installments'>;

/** An order that is to be paid, in centavos. */
interface ChargedOrder {
  id: string;
  code: string;
  due: Cents;
  /** taken off for the payment method */
  off: Cents;
  /** epoch ms that its charge lives to at most */
  endsBy?: number;
}
/** What a payment method makes of a charge; `isAsked`: its provider is asked how it stands. */
type DrawnCharge = Pick<
  typeof payment.$inferSelect,
  'amount' | 'provider' | 'txid' | 'brCode' | 'installments'
> & {
  type: AcceptedMethod['type'];
  properties: Record<string, unknown>;
  isAsked: boolean;
};

/** Charges of one order at most: Pix codes, the first and three more (D57), and cards. */
export const CHARGES = 4;
export const CARDS = 10;
/** An intent opens an order for this long, in ms; reservations are much shorter. */
export const INTENT_LIFE = 3_600_000;
const insertCharge = rowInserter(payment);
const leastOf = ({ settings }: TenantRecord, type: 'PIX' | 'CREDIT_CARD'): Cents =>
  inCents(settings.payment.terms?.[type]?.min ?? 0);
/** A payment method that cannot be used, and why. */
export const methodProblem = (detail: string) => new ApiProblem('PAYMENT_METHOD', { detail });

export const planReply = ({ n, first, value, total, rate }: Installment): Plan => ({
  n,
  first: reaisOf(first),
  value: reaisOf(value),
  total: reaisOf(total),
  rate,
});

/**
 * Making charges: a Pix code, or a card payment that a provider has begun. Source: D53 to D57; SEC-17,
 * SEC-21.
 */
export function chargeService({ clock, env, secrets, jobs }: Core, { acquirers }: { acquirers: Acquirers }) {
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

  /** Installment plans for a sum that the tenant and its provider offer; one payment is always among them. */
  function plansOf(tenant: TenantRecord, due: Cents): Installment[] {
    const isDivided = acquirers.of(tenant)?.hasInstallments === true;
    return installmentTable(due, termsOf(tenant.settings.payment.installments, isDivided));
  }

  /**
   * The intent behind a client secret, locked: of this cart or order, unused, for exactly what is due.
   * @throws ApiProblem PAYMENT_METHOD: SECRET, AMOUNT
   */
  async function intentFor(
    tx: Tx,
    tenant: TenantRecord,
    { clientSecret, installments = 1 }: Method,
    due: Cents,
    of: { cartUuid: string } | { orderId: string },
  ): Promise<AcceptedMethod> {
    const belongs =
      'cartUuid' in of ? eq(cardIntent.cartUuid, of.cartUuid) : eq(cardIntent.orderId, of.orderId);
    const [intent] =
      clientSecret === undefined
        ? []
        : await tx
            .select()
            .from(cardIntent)
            .where(
              and(
                eq(cardIntent.tenantId, tenant.id),
                inArray(cardIntent.secretHash, secrets.hashes('card', clientSecret)),
                eq(cardIntent.kind, 'payment'),
                belongs,
                isNull(cardIntent.usedAt),
                gt(cardIntent.createdAt, new Date(clock.now() - INTENT_LIFE)),
              ),
            )
            .for('update');
    if (!intent) throw methodProblem('SECRET');
    const plan = plansOf(tenant, due).find(({ n }) => n === installments);
    if (!plan || intent.installments !== installments || intent.due !== due || intent.amount !== plan.total)
      throw methodProblem('AMOUNT');
    return { type: 'CREDIT_CARD', intent, plan };
  }

  /** A card payment that its provider has begun. */
  const cardCharge = ({ intent, plan }: Extract<AcceptedMethod, { type: 'CREDIT_CARD' }>): DrawnCharge => ({
    type: 'CREDIT_CARD',
    amount: intent.amount,
    provider: intent.provider,
    txid: intent.chargeId,
    brCode: null,
    installments: plan.n,
    properties: { reference: intent.id, plan: planReply(plan) },
    isAsked: true,
  });
  /** A Pix code: made by the tenant's provider where it makes them, else written here. */
  function pixCharge(tenant: TenantRecord, row: ChargedOrder, attempt: number, code: number): DrawnCharge {
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
  /** An intent opens one order; the buyer may have paid it before there was one. */
  function spendIntent(tx: Tx, { tenantId, id }: IntentRow, paymentId: string, now: Date): void {
    deferToCommit(
      tx,
      tx
        .update(cardIntent)
        .set({ usedAt: now })
        .where(and(eq(cardIntent.tenantId, tenantId), eq(cardIntent.id, id))),
    );
    deferToCommit(tx, jobs.send(tx, 'payment.check', { tenantId, paymentId }));
  }

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
