import type { CardCharge } from '#contract/payment/card.ts';
import type { Plan } from '#contract/payment/payment.ts';
import { reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { Core } from '#server/platform/core.ts';
import type { Buyer } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { type Acquirers, awaited } from './acquirers.ts';
import { providerReply } from './card-acquirer.ts';
import { CARDS, type ChargeService } from './charge/charge.ts';
import { chargesFor, waysAgain } from './payment-retry.ts';
import type { SettlementService } from './settlement.ts';
import type { OrderReadService } from '#server/services/order/order-reads.ts';
import { type OrderRow, type PaymentRow, stateOf } from '#server/services/order/order-row.ts';

/** How the card payment of an order stands to its buyer: the order's own state speaks first. */
function statusOf(row: OrderRow, { state }: PaymentRow): CardCharge['status'] {
  const order = stateOf(row);
  if (hasOrderTag(order, 'over')) return 'over';
  if (hasOrderTag(order, 'paid') || state === 'confirmed') return 'confirmed';
  if (order === 'PAYMENT_REVIEW') return 'reviewed';
  return state === 'pending' || state === 'expired' ? state : 'declined';
}

/** A Pix that was not paid in time, and whose order a card can pay now. */
const isLapsedPix = ({ type, state }: PaymentRow, again: NonNullable<CardCharge['again']>): boolean =>
  type === 'PIX' && state === 'expired' && again.some((way) => way.type === 'CREDIT_CARD');

/** Card payments as their buyer reads them. Source: D54; SEC-22, REL-09. */
export function cardChargeService(
  { db, clock }: Core,
  {
    acquirers,
    charges,
    settlement,
    reads,
  }: { acquirers: Acquirers; charges: ChargeService; settlement: SettlementService; reads: OrderReadService },
) {
  const find = (tenant: TenantRecord, buyer: Buyer, code: string) =>
    db.tenant(tenant.id, async (tx) => {
      const row = await reads.own(tx, tenant.id, buyer, { code });
      const made = await chargesFor(tx, row);
      const [newest] = made;
      const again = await waysAgain(tx, tenant, row, made, {
        charges,
        isCardTaken: acquirers.of(tenant) !== null,
        now: clock.now(),
      });
      if (!newest || (newest.type !== 'CREDIT_CARD' && !isLapsedPix(newest, again)))
        throw new ApiProblem('NOT_FOUND');
      return {
        row,
        newest,
        tries: made.filter(({ type }) => type === 'CREDIT_CARD').length,
        again,
      };
    });

  /** Whose cards are taken: of a lapsed Pix, those that the tenant takes now. */
  const acquirerOf = (tenant: TenantRecord, { type, provider }: PaymentRow) =>
    type === 'PIX' ? acquirers.of(tenant) : acquirers.asked(tenant.id, provider);

  return {
    /**
     * The newest charge of an order of this buyer, as its provider has it now: a lost notice costs no wait. Of a Pix
     * that lapsed, in which ways the order can be paid again.
     * @param host that the shop was reached by
     * @throws ApiProblem NOT_FOUND, UNAVAILABLE
     */
    async newest(tenant: TenantRecord, buyer: Buyer, code: string, host: string): Promise<CardCharge> {
      const before = await find(tenant, buyer, code);
      const isOpen = before.newest.state === 'pending';
      if (isOpen) await awaited(settlement.check(tenant.id, before.newest.id));
      const { row, newest, tries, again } = isOpen ? await find(tenant, buyer, code) : before;
      const status = statusOf(row, newest);
      const acquirer = acquirerOf(tenant, newest);
      if (!acquirer) throw new ApiProblem('UNAVAILABLE', { retryAfter: 60 });
      const secret = status === 'pending' ? await awaited(acquirer.secretOf(newest.txid)) : null;
      const declined = row.properties['declined'];
      return {
        orderCode: row.code,
        amount: reaisOf(newest.amount),
        ...('plan' in newest.properties ? { plan: newest.properties['plan'] as Plan } : {}), // written by us
        ...(newest.type === 'PIX' ? { lapsed: 'PIX' as const } : {}),
        status,
        ...(status === 'declined' && typeof declined === 'string' ? { declined } : {}),
        expiresAt: (newest.expiresAt ?? newest.createdAt).toISOString(),
        ...(secret === null ? {} : { clientSecret: secret }),
        provider: providerReply(acquirer, acquirer.fieldAt(host, tenant.client)),
        ...(status === 'declined' || status === 'expired' ? { again } : {}),
        triesLeft: Math.max(0, CARDS - tries),
      };
    },
  };
}
