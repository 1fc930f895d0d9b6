import type * as v from 'valibot';
import type { CartLine } from '#contract/cart.ts';
import type { AppliedCoupon, applyCoupon } from '#contract/coupon.ts';
import { inCents, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { formatPercentOff } from '#domain/money/discount.ts';
import { couponTerms, sharesOf } from '#domain/money/coupon.ts';
import { ZERO, formatReais } from '#domain/money/money.ts';
import type { Core } from '#server/platform/core.ts';
import { networkOf } from '#server/platform/limits.ts';
import { type Buyer, subjectOf } from '#server/platform/principal.ts';
import { type CartOwner, linesOf, liveReservation, seeCart } from './cart-row.ts';
import { openCart } from './open-cart.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';

type Body = v.InferOutput<typeof applyCoupon.body>;
const HOUR = 3_600;
const NOBODY = '00000000-0000-4000-8000-000000000000';

/**
 * Trying coupons. Codes that do not exist are counted, so that nobody walks through them. Source:
 * specification §7; D40.
 */
export function couponService(
  { db, clock, limits, env }: Core,
  { referenceOf }: { referenceOf: ReferenceOf },
) {
  const bySubject = { points: 20, seconds: HOUR };
  const byAddress = { points: 100 * (env.sandbox ? 1_000 : 1), seconds: HOUR };

  const linesIn = ({ products, items }: Body): CartLine[] | undefined =>
    products ??
    items?.map(({ item, quantity, campaignId }) => ({
      id: item.id,
      campaignId,
      quantity,
      ...(item.packageId === undefined ? {} : { packageId: item.packageId }),
      ...(item.itemKitSelection ? { selection: item.itemKitSelection } : {}),
    }));

  const service = {
    /**
     * Counts a code as a guess before it is looked up, so that parallel guesses cannot outrun the counter;
     * one that is known gives its points back.
     * Outside of transactions, as limits have a connection of their own. @throws ApiProblem TOO_MANY_REQUESTS
     */
    async guess<T>(
      tenantId: string,
      buyer: Buyer,
      ip: string,
      look: () => Promise<T>,
      isUnknown: (found: T) => boolean,
    ): Promise<T> {
      const budgets = [
        [`coupon:miss:${tenantId}:${subjectOf(buyer)}`, bySubject],
        [`coupon:miss:${networkOf(ip)}`, byAddress],
      ] as const;
      const taken = await Promise.all(budgets.map(([name, limit]) => limits.take(name, limit)));
      let isMiss = false;
      try {
        if (!taken.every(({ allowed }) => allowed))
          throw new ApiProblem('TOO_MANY_REQUESTS', {
            retryAfter: Math.max(...taken.map(({ retryAfter }) => retryAfter)),
          });
        const found = await look();
        isMiss = isUnknown(found);
        return found;
      } finally {
        if (!isMiss) await Promise.all(budgets.map(([name, limit]) => limits.take(name, limit, -1)));
      }
    },

    /**
     * @throws ApiProblem COUPON_REFUSED with the reason, TOO_MANY_REQUESTS, NOT_FOUND for a cart that is not
     * the caller's
     */
    async apply(
      tenantId: string,
      code: string,
      body: Body,
      owner: CartOwner,
      ip: string,
    ): Promise<AppliedCoupon> {
      const look = () =>
        db.read(tenantId, async (tx) => {
          const cartUuid = body.uuid ?? body.properties?.cartUuid;
          const lines = linesIn(body);
          if (cartUuid === undefined && lines === undefined)
            throw new ApiProblem('MALFORMED', {
              fields: [{ field: 'products', message: 'Diga para quais produtos.' }],
            });
          const stored = cartUuid === undefined ? null : await seeCart(tx, tenantId, cartUuid, owner);
          const mine =
            owner.buyer.kind === 'client'
              ? { accountId: owner.buyer.accountId, leadId: null }
              : { accountId: null, leadId: owner.buyer.leadId };
          const row = stored ?? {
            tenantId,
            uuid: NOBODY,
            ...mine,
            state: 'open' as const,
            lines: [],
            quoted: [],
            draft: {},
            version: 0,
            createdAt: clock.date(),
            updatedAt: clock.date(),
          };
          const open = await openCart(
            tx,
            referenceOf,
            { ...row, lines: lines ?? linesOf(row), draft: { ...row.draft, coupon: code } },
            stored && (await liveReservation(tx, tenantId, row.uuid)),
            clock.now(),
          );
          return { coupon: open.coupon, totals: open.priced.totals, products: open.priced.lines };
        });
      const { coupon, totals, products } = await service.guess(
        tenantId,
        owner.buyer,
        ip,
        look,
        (found) => found.coupon?.refusal === 'UNKNOWN',
      );
      if (!coupon || coupon.refusal !== null) {
        throw new ApiProblem('COUPON_REFUSED', {
          detail: coupon?.refusal ?? 'UNKNOWN',
          ...(coupon?.value ? { current: couponTerms(coupon.value) } : {}),
        });
      }
      const { value } = coupon;
      const saved = value.type === 'FREE_SHIPPING' ? totals.shippingFull : totals.couponDiscount;
      const shares = sharesOf(
        products.map(({ campaignId, total }) => ({ campaignId, net: inCents(total) })),
        totals.couponDiscount,
        coupon.campaignIds,
      );
      const lines = products.flatMap(({ id, campaignId, packageId, selection }, index) => {
        const discount = shares[index] ?? ZERO;
        return discount > 0
          ? [
              {
                id,
                campaignId,
                ...(packageId === undefined ? {} : { packageId }),
                ...(selection === undefined ? {} : { selection }),
                discount: reaisOf(discount),
              },
            ]
          : [];
      });
      const about = {
        code: coupon.code,
        type: value.type,
        discount: reaisOf(saved),
        ...(lines.length > 0 ? { lines } : {}),
      };
      switch (value.type) {
        case 'PERCENT':
          return {
            ...about,
            value: value.value,
            message: `Cupom aplicado: ${formatPercentOff(value.value)}.`,
          };
        case 'FIXED':
          return {
            ...about,
            value: reaisOf(value.value),
            message: `Cupom aplicado: menos ${formatReais(saved)}.`,
          };
        case 'FREE_SHIPPING':
          return { ...about, value: 0, message: 'Cupom aplicado: entrega grátis.' };
      }
    },
  };
  return service;
}
export type CouponService = ReturnType<typeof couponService>;
