import { and, eq } from 'drizzle-orm';
import type { PaymentMethod } from '#contract/payment.ts';
import { type Cents, cents, inCents, reaisOf } from '#contract/money.ts';
import { paidAt } from '#domain/money/cart-totals.ts';
import { goodsPaid } from '#domain/money/coupon.ts';
import { ZERO } from '#domain/money/money.ts';
import { goodsIn } from '#domain/money/statement.ts';
import { pixTxid, staticPixCode } from '#domain/money/pix.ts';
import { discountFor } from '#domain/money/payment-method.ts';
import { balanceOf, leftToPay, payable, valueOfUnits } from '#domain/money/wallet.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { wallet } from '#server/db/schema/wallet.ts';
import type { Buyer } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Acquirers } from './acquirers.ts';
import { type CartOwner, liveReservation, seeCart } from '#server/services/cart/cart-row.ts';
import { type OpenCart, openCart } from '#server/services/cart/open-cart.ts';
import { type ChargeService, planReply } from './charge.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';
import { bucketsOf, leftIn } from './wallet-ledger.ts';

/** A code like any other, to see whether a tenant's key makes one. */
const PROBE = '0'.repeat(16);

/**
 * Payment methods of a cart. None is offered that would be refused: by the tenant, by its providers, by what
 * this buyer has. Source: D53, D55, D58.
 */
export function paymentMethodService(
  { db, clock }: Core,
  {
    acquirers,
    charges,
    referenceOf,
  }: { acquirers: Acquirers; charges: ChargeService; referenceOf: ReferenceOf },
) {
  /** The most that one wallet of this buyer can pay of a cart. */
  async function mostFromWallet(
    tx: Tx,
    tenantId: string,
    buyer: Buyer,
    { priced, coupon }: OpenCart,
  ): Promise<Cents> {
    if (buyer.kind !== 'client' || buyer.accountId === null) return cents(0);
    const rows = await tx
      .select()
      .from(wallet)
      .where(and(eq(wallet.tenantId, tenantId), eq(wallet.accountId, buyer.accountId)));
    const goods = goodsIn(priced.lines);
    const { couponDiscount, total } = paidAt(priced.totals, 0);
    const nets = goodsPaid(
      goods,
      { coupon: couponDiscount, paymentDiscount: ZERO },
      coupon?.refusal === null ? coupon.campaignIds : [],
    );
    let most = cents(0);
    for (const row of rows) {
      const has = valueOfUnits(
        balanceOf((await bucketsOf(tx, tenantId, row.uuid)).map(leftIn), clock.now()),
        row,
      );
      most = cents(Math.max(most, Math.min(has, payable(row.campaignIds, nets, total))));
    }
    return most;
  }

  const pix = (tenant: TenantRecord, due: Cents): PaymentMethod[] => {
    const works =
      charges.dynamicBy(tenant) !== null ||
      staticPixCode({
        ...charges.receiverOf(tenant),
        amount: due,
        orderCode: PROBE,
        attempt: Number(pixTxid(PROBE, 1).slice(-1)),
      }) !== null;
    return works ? [{ type: 'PIX', label: 'Pix' }] : [];
  };
  const card = (tenant: TenantRecord, due: Cents): PaymentMethod[] => {
    if (!acquirers.of(tenant)) return [];
    const plans = charges.plansOf(tenant, due).map(planReply);
    return [{ type: 'CREDIT_CARD', label: 'Cartão de crédito', installments: plans.at(-1)?.n ?? 1, plans }];
  };

  return {
    /** @param walletAmount what a wallet pays of it, in reais @throws ApiProblem NOT_FOUND */
    list: (
      tenant: TenantRecord,
      cartUuid: string,
      owner: CartOwner,
      walletAmount: number,
    ): Promise<PaymentMethod[]> =>
      db.read(tenant.id, async (tx) => {
        const [row, lock] = await Promise.all([
          seeCart(tx, tenant.id, cartUuid, owner),
          liveReservation(tx, tenant.id, cartUuid),
        ]);
        const open = await openCart(tx, referenceOf, row, lock, clock.now());
        const { terms, methods } = tenant.settings.payment;
        if (paidAt(open.priced.totals, 0).total === 0 && open.priced.lines.length > 0)
          return [{ type: 'FREE', label: 'Nada a pagar' }];
        const byWallet = inCents(walletAmount);
        const offered: PaymentMethod[] = [];
        for (const type of methods) {
          if (type === 'PIX' || type === 'CREDIT_CARD') {
            const discountPercent = discountFor(terms, type);
            const min = charges.leastOf(tenant, type);
            const due = leftToPay(paidAt(open.priced.totals, discountPercent).total, byWallet);
            const conditions = {
              ...(discountPercent > 0 ? { discountPercent } : {}),
              ...(min > 0 ? { min: reaisOf(min) } : {}),
            };
            if (due > 0 && due >= min)
              offered.push(
                ...(type === 'PIX' ? pix(tenant, due) : card(tenant, due)).map((one) => ({
                  ...one,
                  ...conditions,
                })),
              );
          }
          if (type !== 'WALLET') continue;
          const most = await mostFromWallet(tx, tenant.id, owner.buyer, open);
          if (most > 0) offered.push({ type, label: 'Saldo da carteira', max: reaisOf(most) });
        }
        return offered;
      }),
  };
}
