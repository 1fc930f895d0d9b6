import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Plan } from '#contract/payment/payment.ts';
import { type Cents, reaisOf } from '#contract/money.ts';
import { type Installment, installmentTable, termsOf } from '#domain/money/installments.ts';
import type { Core } from '#server/platform/core.ts';
import { type Tx, deferToCommit } from '#server/db/database.ts';
import { cardIntent } from '#server/db/schema/card.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Acquirers } from '#server/services/payment/acquirers.ts';
import {
  type AcceptedMethod,
  type ChargeDraft,
  type IntentRow,
  type Method,
  methodProblem,
} from './charge-draft.ts';

/** An intent opens an order for this long, in ms; reservations are much shorter. */
export const INTENT_LIFE = 3_600_000;

export const planReply = ({ n, first, value, total, rate }: Installment): Plan => ({
  n,
  first: reaisOf(first),
  value: reaisOf(value),
  total: reaisOf(total),
  rate,
});

/** Charges of cards: a payment that a provider has begun. Source: D53 to D55; SEC-17. */
export function cardDrafts(
  { clock, secrets, jobs }: Pick<Core, 'clock' | 'secrets' | 'jobs'>,
  { acquirers }: { acquirers: Acquirers },
) {
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
  const cardCharge = ({ intent, plan }: Extract<AcceptedMethod, { type: 'CREDIT_CARD' }>): ChargeDraft => ({
    type: 'CREDIT_CARD',
    amount: intent.amount,
    provider: intent.provider,
    txid: intent.chargeId,
    brCode: null,
    installments: plan.n,
    properties: { reference: intent.id, plan: planReply(plan) },
    isAsked: true,
  });

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

  return { plansOf, intentFor, cardCharge, spendIntent };
}
