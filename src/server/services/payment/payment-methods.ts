import type { PaymentMethod } from '#contract/payment/payment.ts';
import { type Cents, inCents, reaisOf } from '#contract/money.ts';
import { paidAt } from '#domain/money/cart-totals.ts';
import { pixTxid, staticPixCode } from '#domain/money/pix.ts';
import { discountFor } from '#domain/money/payment-method.ts';
import { leftToPay, paidByWallets } from '#domain/money/wallet.ts';
import type { Core } from '#server/platform/core.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Acquirers } from './acquirers.ts';
import { type CartOwner, liveReservation, seeCart } from '#server/services/cart/cart-row.ts';
import { openCart } from '#server/services/cart/open-cart.ts';
import { planReply } from './charge/card-draft.ts';
import type { ChargeService } from './charge/charge.ts';
import { mostOf, offersOf, partsOf, payersOf } from '#server/services/cart/wallet-part.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';

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
    /**
     * @param walletAmount what wallets pay of it, in reais; as much as the cart names where it is not said
     * @throws ApiProblem NOT_FOUND
     */
    list: (
      tenant: TenantRecord,
      cartUuid: string,
      owner: CartOwner,
      walletAmount: number | undefined,
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
        const payers = methods.includes('WALLET')
          ? await payersOf(tx, tenant.id, owner.buyer, open, 0, clock.now())
          : null;
        const parts = payers && walletAmount === undefined ? partsOf(open, payers) : [];
        const byWallet = walletAmount === undefined ? paidByWallets(parts) : inCents(walletAmount);
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
          if (type !== 'WALLET' || !payers) continue;
          const wallets = offersOf(payers, parts);
          if (wallets.length === 0 && parts.length === 0) continue;
          const left = leftToPay(paidAt(open.priced.totals, 0).total, byWallet);
          offered.push({
            type,
            label: 'Saldo da carteira',
            max: mostOf(payers),
            wallets,
            ...(parts.length > 0 ? { parts } : {}),
            left: reaisOf(left),
          });
        }
        return offered;
      }),
  };
}
